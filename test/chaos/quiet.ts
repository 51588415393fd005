/** Waits until nothing goes on any more: every engine is at the end of the log, and nothing waits to be done. */
import { setTimeout as delay } from "node:timers/promises";
import type { Engines } from "../../infra/composition/engines";

/** So long nothing at all gets done where something is stuck; whatever still moves may move for longer, on a machine that is slow. */
const STUCK_MS = 45_000;
export const QUIET_MS_MAX = 300_000;
/** What answers a last time, such as an alert of the last change, has come by then. */
const STILL_MS = 1_500;

/** What still goes on after all that time; nothing where it is quiet. */
export interface Unrest {
  readonly open: readonly string[];
  /** Whether it still got on: then nothing of it is lost, and there is no end yet to compare anything with. */
  readonly moves: boolean;
}

export async function untilQuiet(engines: Engines, more: () => Promise<readonly string[]>): Promise<Unrest> {
  const began = performance.now();
  let stillSince = began;
  let movedAt = began;
  let last = "";
  for (;;) {
    const [head, open] = await Promise.all([engines.log.head(), openWork(engines)]);
    const all = [...open, ...(open.length === 0 ? await more() : [])];
    const seen = JSON.stringify([head, all]);
    if (seen !== last || all.length > 0) stillSince = performance.now();
    const now = performance.now();
    if (seen !== last) movedAt = now;
    last = seen;
    if (now - stillSince > STILL_MS) return { open: [], moves: false };
    if (now - movedAt > STUCK_MS) return { open: all, moves: false };
    if (now - began > QUIET_MS_MAX) return { open: all, moves: true };
    await delay(200);
  }
}

async function openWork({ pool, log }: Engines): Promise<readonly string[]> {
  const head = await log.head();
  const count = async (what: string, sql: string, values: readonly unknown[] = []): Promise<readonly string[]> => {
    const { rows } = await pool.query<{ names: string | null; n: number }>(sql, [...values]);
    const { n = 0, names } = rows[0] ?? {};
    return n === 0 ? [] : [`${n} ${what}${names === null || names === undefined ? "" : ` (${names})`}`];
  };
  const found = await Promise.all([
    count(
      "intents wait",
      "SELECT count(*)::int AS n, string_agg(DISTINCT manager || ' ' || effect || coalesce(': ' || last_error, ''), ', ') AS names FROM operational.process_intents WHERE status = 'pending'",
    ),
    count(
      "deliveries wait",
      "SELECT count(*)::int AS n, string_agg(DISTINCT status || coalesce(' ' || last_error_class, ''), ', ') AS names FROM operational.webhook_deliveries WHERE waiting OR status = 'held'",
    ),
    count(
      "managers are behind",
      "SELECT count(*)::int AS n, string_agg(manager || ' ' || position, ', ') AS names FROM operational.process_checkpoints WHERE position < $1",
      [head],
    ),
    count(
      "projections are behind",
      "SELECT count(*)::int AS n, string_agg(table_name || ' ' || position, ', ') AS names FROM operational.projection_checkpoints WHERE position < $1",
      [head],
    ),
  ]);
  return found.flat();
}
