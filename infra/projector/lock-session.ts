/** One runner per table across all processes: places are advisory locks of one connection, and go free with it. */
import type { Pool, PoolClient } from "pg";
import type { Logger } from "../logging/logger";
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
  let wake = () => {};
  let broken = false;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();

  async function open(): Promise<PoolClient> {
    const client = await pool.connect();
    broken = false;
    client.on("error", (error) => {
      logger.warn({ err: error }, "The projector lost its places with their connection and competes for them again.");
      letGo();
    });
    client.on("notification", () => wake());
    await client.query(`LISTEN ${COMMANDS_CHANNEL}`);
    return client;
  }

  function letGo(): void {
    if (broken) return;
    broken = true;
    held.clear();
    lost();
    wake();
  }

  async function once(client: PoolClient): Promise<void> {
    const missing = tables.filter((table) => !held.has(table));
    const { rows } = await client.query<{ name: string }>(ACQUIRE, [missing]);
    if (broken) return;
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

  async function keep(first: PoolClient): Promise<void> {
    let client: PoolClient | undefined = first;
    while (!stopped) {
      await pause();
      try {
        if (client !== undefined && broken) {
          client.release(true);
          client = undefined;
        }
        client ??= await open();
        if (!stopped) await once(client);
      } catch (error) {
        logger.warn({ err: error }, "The projector could not look after its places and tries again.");
      }
    }
    // Ending the connection frees the places at once.
    client?.release(true);
    held.clear();
  }

  return {
    held,
    async start() {
      const client = await open();
      try {
        await once(client);
      } catch (error) {
        client.release(true);
        throw error;
      }
      running = keep(client);
    },
    async stop() {
      stopped = true;
      wake();
      await running;
    },
  };
}
