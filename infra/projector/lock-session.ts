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
  beat(acquired: readonly string[], held: ReadonlySet<string>): Promise<void>;
  /** The connection is gone, and with it every place. */
  lost(): void;
}

const BEAT_MS = 500;
const ACQUIRE = `
  SELECT given.name FROM unnest($1::text[]) AS given(name)
  WHERE pg_try_advisory_lock(hashtextextended('projection ' || given.name, 0))`;

/** Waits in real time, whatever clock the service goes by: rivals and connections do not go by it. */
export class LockSession {
  readonly #options: LockSessionOptions;
  readonly #held = new Set<string>();
  #client: PoolClient | undefined;
  #wake: (() => void) | undefined;
  #stopped = false;
  #running: Promise<void> | undefined;

  constructor(options: LockSessionOptions) {
    this.#options = options;
  }

  /** Resolves after the first look. Throws, and holds nothing, where that fails. */
  async start(): Promise<void> {
    try {
      await this.#look();
    } catch (error) {
      this.#letGo(this.#client, error);
      throw error;
    }
    this.#running = this.#keepLooking();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake?.();
    await this.#running;
    this.#letGo(this.#client, undefined);
  }

  async #keepLooking(): Promise<void> {
    for (;;) {
      await this.#pause();
      if (this.#stopped) return;
      try {
        await this.#look();
      } catch (error) {
        this.#options.logger.warn({ err: error }, "The projector could not look after its places and tries again.");
        // A place may have been granted in an answer that never came: only a new connection knows what it has.
        if (isConnectionLoss(error)) this.#letGo(this.#client, error);
      }
    }
  }

  async #look(): Promise<void> {
    const client = this.#client ?? (await this.#open());
    const missing = this.#options.tables.filter((table) => !this.#held.has(table));
    const { rows } = await client.query<{ name: string }>(ACQUIRE, [missing]);
    if (client !== this.#client) return;
    for (const { name } of rows) this.#held.add(name);
    await this.#options.beat(
      rows.map(({ name }) => name),
      this.#held,
    );
  }

  async #open(): Promise<PoolClient> {
    const client = await this.#options.pool.connect();
    this.#client = client;
    client.on("error", (error) => this.#letGo(client, error));
    client.on("notification", () => this.#wake?.());
    await client.query(`LISTEN ${COMMANDS_CHANNEL}`);
    return client;
  }

  /** Ending the connection frees the places at once, where it still had any. */
  #letGo(client: PoolClient | undefined, error: unknown): void {
    if (client === undefined || client !== this.#client) return;
    this.#client = undefined;
    this.#held.clear();
    this.#options.lost();
    client.release(true);
    if (!this.#stopped)
      this.#options.logger.warn(
        { err: error },
        "The projector lost its places with their connection and competes for them again.",
      );
    this.#wake?.();
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = systemClock.after(BEAT_MS, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
  }
}
