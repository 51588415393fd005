/** Fills the read tables up to the end of the log, without the service. */
import type { Pool } from "pg";
import { systemClock } from "../../time/clock";
import type { Engines } from "../engines";
import { keepTables } from "./keep-tables";

const LOOK_EVERY_MS = 250;

/** Tables that an event keeps from going on are not waited for. */
const BEHIND = `SELECT min(position) AS position FROM operational.projection_checkpoints
  WHERE NOT filling AND halted IS NULL AND table_name = ANY ($1)`;

/** `share`, from 0 to 1, is how much of the log the slowest table has seen. */
export async function fillTables(
  engines: Pick<Engines, "projector" | "log" | "pool" | "logger" | "processId">,
  tables: readonly string[],
  progress: (share: number) => void,
): Promise<void> {
  const end = await engines.log.head();
  const stop = await keepTables(engines);
  try {
    for (;;) {
      const position = await slowest(engines.pool, tables);
      progress(end === 0 ? 1 : Math.min(1, position / end));
      if (position >= end) return;
      await new Promise<void>((resolve) => void systemClock.after(LOOK_EVERY_MS, resolve));
    }
  } finally {
    await stop();
  }
}

async function slowest(pool: Pool, tables: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ position: number | null }>(BEHIND, [tables]);
  return rows[0]?.position ?? 0;
}
