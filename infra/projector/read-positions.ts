/** Readers wait for their own writes: woken within this process, and by looking where another one keeps the table. */
import type { Pool } from "pg";
import type { Logger } from "../logging/logger";
import { systemClock } from "../time/clock";
import type { ReadPositions } from "./projector";

interface Waiter {
  readonly tables: readonly string[];
  readonly position: number;
  readonly settle: (reached: boolean) => void;
}

const LOOK_EVERY_MS = 5;
const LIVE = `SELECT table_name AS "table", position FROM operational.projection_checkpoints WHERE NOT filling AND table_name = ANY ($1)`;

/** `keptHere` says of which tables this process hears by itself. Waits are measured in real time. */
export class ReadPositionTracker implements ReadPositions {
  readonly #pool: Pool;
  readonly #logger: Logger;
  readonly #keptHere: (table: string) => boolean;
  readonly #known = new Map<string, number>();
  readonly #waiters = new Set<Waiter>();
  #looking = false;

  constructor(pool: Pool, logger: Logger, keptHere: (table: string) => boolean = () => false) {
    this.#pool = pool;
    this.#logger = logger;
    this.#keptHere = keptHere;
  }

  async reached(tables: readonly string[], position: number, timeoutMs: number): Promise<boolean> {
    if (tables.every((table) => this.#has(table, position))) return true;
    return new Promise((resolve) => {
      const cancel = systemClock.after(timeoutMs, () => waiter.settle(false));
      const waiter: Waiter = {
        tables,
        position,
        settle: (reached) => {
          this.#waiters.delete(waiter);
          cancel();
          resolve(reached);
        },
      };
      this.#waiters.add(waiter);
      if (!this.#looking) void this.#look();
    });
  }

  /** The table that readers see has everything up to this position. It never falls, so what was once known stays true. */
  moved(table: string, position: number): void {
    this.#known.set(table, Math.max(this.#known.get(table) ?? 0, position));
    for (const waiter of this.#waiters) {
      if (waiter.tables.every((one) => this.#has(one, waiter.position))) waiter.settle(true);
    }
  }

  #has(table: string, position: number): boolean {
    return (this.#known.get(table) ?? -1) >= position;
  }

  /** One look serves everybody who waits; nobody waiting, nobody looks. */
  async #look(): Promise<void> {
    this.#looking = true;
    while (this.#waiters.size > 0) {
      const tables = [...this.#waiters].flatMap((waiter) =>
        waiter.tables.filter((table) => !this.#has(table, waiter.position)),
      );
      await this.#ask([...new Set(tables)].filter((table) => !this.#keptHere(table)));
      if (this.#waiters.size > 0) await new Promise<void>((resolve) => void systemClock.after(LOOK_EVERY_MS, resolve));
    }
    this.#looking = false;
  }

  async #ask(tables: readonly string[]): Promise<void> {
    if (tables.length === 0) return;
    try {
      const { rows } = await this.#pool.query<{ table: string; position: number }>(LIVE, [tables]);
      for (const { table, position } of rows) this.moved(table, position);
    } catch (error) {
      // The next look may succeed, and the waiters' own time limits end this.
      this.#logger.warn({ err: error }, "The projections' positions could not be read.");
    }
  }
}
