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

export interface TrackedPositions extends ReadPositions {
  /** The table that readers see has everything up to this position. */
  moved(table: string, position: number): void;
}

const LOOK_EVERY_MS = 5;
const LIVE = `SELECT table_name AS "table", position FROM operational.projection_checkpoints WHERE NOT filling AND table_name = ANY ($1)`;

/** `keptHere` says of which tables this process hears by itself. Waits are measured in real time. */
export function createReadPositions(pool: Pool, logger: Logger, keptHere: (table: string) => boolean = () => false): TrackedPositions {
  const known = new Map<string, number>();
  const waiters = new Set<Waiter>();
  let looking = false;

  const isReached = ({ tables, position }: Omit<Waiter, "settle">) => tables.every((table) => (known.get(table) ?? -1) >= position);

  function moved(table: string, position: number): void {
    // A table's position never falls, so what was once known stays true.
    known.set(table, Math.max(known.get(table) ?? 0, position));
    for (const waiter of waiters) if (isReached(waiter)) waiter.settle(true);
  }

  function elsewhere(): readonly string[] {
    const tables = [...waiters].flatMap((waiter) => waiter.tables.filter((table) => (known.get(table) ?? -1) < waiter.position));
    return [...new Set(tables)].filter((table) => !keptHere(table));
  }

  /** One look serves everybody who waits; nobody waiting, nobody looks. */
  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    while (waiters.size > 0) {
      const tables = elsewhere();
      try {
        const found = tables.length === 0 ? [] : (await pool.query<{ table: string; position: number }>(LIVE, [tables])).rows;
        for (const { table, position } of found) moved(table, position);
      } catch (error) {
        // The next look may succeed, and the waiters' own time limits end this.
        logger.warn({ err: error }, "The projections' positions could not be read.");
      }
      if (waiters.size > 0) await new Promise<void>((resolve) => void systemClock.after(LOOK_EVERY_MS, resolve));
    }
    looking = false;
  }

  return {
    moved,
    async reached(tables, position, timeoutMs) {
      if (isReached({ tables, position })) return true;
      return new Promise((resolve) => {
        const cancel = systemClock.after(timeoutMs, () => waiter.settle(false));
        const waiter: Waiter = {
          tables,
          position,
          settle(reached) {
            waiters.delete(waiter);
            cancel();
            resolve(reached);
          },
        };
        waiters.add(waiter);
        void look();
      });
    },
  };
}
