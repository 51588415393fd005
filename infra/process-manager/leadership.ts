/** One runner per manager over all processes: a session's advisory lock, which goes with its connection. */
import type { PoolClient } from "pg";
import type { Engine, Worker } from "./engine";
import { wakeable } from "./wakeable";
import { CHANNEL } from "./writing";

export interface Duties {
  /** Runs the manager until the signal aborts. */
  lead(manager: string, signal: AbortSignal): Promise<void>;
  /** Another process has left work for this manager. */
  heard(manager: string): void;
  /** Some time has passed, or notices may have been missed. */
  looked(): Promise<void>;
}

interface Led {
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

/** Said to all when locks are free again. */
const ANY = "*";
const LOCK = `SELECT name FROM unnest($1::text[]) AS name
  WHERE pg_try_advisory_lock(hashtextextended('process manager ' || name, 0))`;

/** Looks for free locks when woken and at every poll; listens on the connection that holds them. */
export class Leadership implements Worker {
  readonly #led = new Map<string, Led>();
  readonly #loop: Worker;
  #client: PoolClient | undefined;
  #callOff: (() => void) | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly managers: readonly string[],
    private readonly duties: Duties,
  ) {
    this.#loop = wakeable(engine, "Looking for process managers that nobody runs", () => this.#look());
  }

  /** Whether this process runs the manager. */
  leads(manager: string): boolean {
    return this.#led.has(manager);
  }

  wake(): void {
    this.#loop.wake();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    this.#callOff?.();
    const running = [...this.#led.values()];
    for (const { stop } of running) stop.abort();
    await Promise.all(running.map(({ done }) => done));
    const client = this.#client;
    this.#client = undefined;
    if (client === undefined) return;
    try {
      await client.query("SELECT pg_advisory_unlock_all(), pg_notify($1, $2)", [
        CHANNEL,
        `${this.engine.runner} ${ANY}`,
      ]);
    } finally {
      client.release(true);
    }
  }

  async #look(): Promise<void> {
    const { clock, settings } = this.engine;
    this.#callOff?.();
    this.#callOff = clock.after(settings.pollMs, () => this.wake());
    const client = (this.#client ??= await this.#connect());
    const free = this.managers.filter((manager) => !this.#led.has(manager));
    const { rows } = await client.query<{ name: string }>(LOCK, [free]);
    for (const { name } of rows) if (this.#client === client) this.#begin(name);
    await this.duties.looked();
  }

  async #connect(): Promise<PoolClient> {
    const client = await this.engine.pool.connect();
    const lost = () => this.#lose(client);
    client.on("error", lost).on("end", lost);
    client.on("notification", ({ payload = "" }) => this.#hear(payload));
    try {
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      client.release(true);
      throw error;
    }
    return client;
  }

  #lose(client: PoolClient): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.engine.logger.warn("The connection that holds the process managers' locks broke; they are free for others.");
    for (const { stop } of this.#led.values()) stop.abort();
    client.release(true);
    this.wake();
  }

  #hear(payload: string): void {
    const [from, manager = ANY] = payload.split(/ (.*)/s);
    if (from === this.engine.runner) return;
    if (manager === ANY) this.wake();
    else this.duties.heard(manager);
  }

  #begin(manager: string): void {
    const stop = new AbortController();
    const done = this.duties
      .lead(manager, stop.signal)
      .catch((err: unknown) =>
        this.engine.logger.warn({ err, manager }, "A process manager stopped running and starts again."),
      )
      .finally(() => {
        this.#led.delete(manager);
        // Where its lock's connection is well, the next poll is soon enough; a broken one is being replaced.
        if (this.#client === undefined || stop.signal.aborted) this.wake();
      });
    this.#led.set(manager, { stop, done });
  }
}
