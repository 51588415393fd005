/** One runner per table across all processes: places are advisory locks of one connection, and go free with it. */
import type { Pool, PoolClient } from "pg";
import type { Logger } from "../logging/logger";
import { isConnectionLoss } from "../postgres/connection-loss";
import { systemClock } from "../time/clock";
import { COMMANDS_CHANNEL } from "./commands";

export interface LockSessionOptions {
  readonly pool: Pool;
  readonly tables: readonly string[];
  readonly logger: Logger;
  /** After each look for free places, about twice a second and when an operator asks for something. */
  beat(acquired: readonly string[]): Promise<void>;
  /** The connection is gone, and with it every place. */
  lost(): void;
}

export interface LockSession {
  readonly held: ReadonlySet<string>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const BEAT_MS = 500;
const ACQUIRE = `
  SELECT given.name FROM unnest($1::text[]) AS given(name)
  WHERE pg_try_advisory_lock(hashtextextended('projection ' || given.name, 0))`;

/** Waits in real time, whatever clock the service goes by: rivals and connections do not go by it. */
export function createLockSession({ pool, tables, logger, beat, lost }: LockSessionOptions): LockSession {
  const held = new Set<string>();
  let current: PoolClient | undefined;
  let wake = () => {};
  let stopped = false;
  let running: Promise<void> = Promise.resolve();

  async function open(): Promise<PoolClient> {
    const client = await pool.connect();
    current = client;
    client.on("error", (error) => letGo(client, error));
    client.on("notification", () => wake());
    await client.query(`LISTEN ${COMMANDS_CHANNEL}`);
    return client;
  }

  /** Ending the connection frees the places at once, if it still had any. */
  function letGo(client: PoolClient, error: unknown): void {
    if (client !== current) return;
    current = undefined;
    held.clear();
    lost();
    client.release(true);
    if (!stopped) logger.warn({ err: error }, "The projector lost its places with their connection and competes for them again.");
    wake();
  }

  async function look(): Promise<void> {
    const client = current ?? (await open());
    const missing = tables.filter((table) => !held.has(table));
    const { rows } = await client.query<{ name: string }>(ACQUIRE, [missing]);
    if (client !== current) return;
    for (const { name } of rows) held.add(name);
    await beat(rows.map(({ name }) => name));
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = systemClock.after(BEAT_MS, resolve);
      wake = () => {
        cancel();
        resolve();
      };
    });
  }

  async function keepLooking(): Promise<void> {
    while (!stopped) {
      await pause();
      try {
        if (!stopped) await look();
      } catch (error) {
        logger.warn({ err: error }, "The projector could not look after its places and tries again.");
        // A place may have been granted in an answer that never came: only a new connection knows what it has.
        if (current !== undefined && isConnectionLoss(error)) letGo(current, error);
      }
    }
  }

  return {
    held,
    async start() {
      try {
        await look();
      } catch (error) {
        if (current !== undefined) letGo(current, error);
        throw error;
      }
      running = keepLooking();
    },
    async stop() {
      stopped = true;
      wake();
      await running;
      if (current !== undefined) letGo(current, undefined);
    },
  };
}
