/** Where every process manager stands, for readiness, metrics and operators. */
import type { Engine } from "./engine";
import type { Halt } from "./halting";
import type { ProcessManager } from "./process-manager";

export interface ProcessStatus {
  readonly manager: string;
  readonly position: number;
  /** Counted from the oldest event it has not folded yet. */
  readonly secondsBehind: number;
  /** Whether this process runs it, or a shard of it. */
  readonly here: boolean;
  readonly halted?: Halt;
  readonly intentsPending: number;
  readonly intentsGaveUp: number;
  readonly timersPending: number;
}

interface Row {
  readonly manager: string;
  readonly position: number;
  readonly halted: Halt | null;
  readonly pending: number;
  readonly gave_up: number;
  readonly timers: number;
}

/** A divided manager is where its last shard is. */
const STATUS = `SELECT c.manager, c.position, c.halted,
    (SELECT count(*) FROM operational.process_intents i WHERE i.manager = c.manager AND i.status = 'pending') AS pending,
    (SELECT count(*) FROM operational.process_intents i WHERE i.manager = c.manager AND i.status = 'gave_up') AS gave_up,
    (SELECT count(*) FROM operational.process_timers t WHERE t.manager = c.manager) AS timers
  FROM (SELECT manager, min(position) AS position, (array_agg(halted ORDER BY position) FILTER (WHERE halted IS NOT NULL))[1] AS halted
    FROM operational.process_checkpoints WHERE manager = ANY($1) GROUP BY manager) c ORDER BY c.manager`;
const POSITION =
  "SELECT count(DISTINCT manager) AS known, min(position) AS position FROM operational.process_checkpoints WHERE manager = ANY($1)";

export async function processStatus(
  engine: Engine,
  managers: readonly ProcessManager[],
  here: (manager: string) => boolean,
): Promise<readonly ProcessStatus[]> {
  const { rows } = await engine.pool.query<Row>(STATUS, [managers.map(({ name }) => name)]);
  return Promise.all(
    rows.map(async ({ manager, position, halted, pending, gave_up, timers }) => ({
      manager,
      position,
      secondsBehind: await secondsBehind(
        engine,
        position,
        managers.find(({ name }) => name === manager),
      ),
      here: here(manager),
      ...(halted === null ? {} : { halted }),
      intentsPending: pending,
      intentsGaveUp: gave_up,
      timersPending: timers,
    })),
  );
}

/** The least position among these managers; -1 while one of them was never started. */
export async function leastPosition({ pool }: Engine, managers: readonly ProcessManager[]): Promise<number> {
  if (managers.length === 0) return Number.MAX_SAFE_INTEGER;
  const { rows } = await pool.query<{ known: number; position: number }>(POSITION, [managers.map(({ name }) => name)]);
  const [row] = rows;
  return row === undefined || row.known < managers.length ? -1 : row.position;
}

async function secondsBehind({ log, clock }: Engine, after: number, manager?: ProcessManager): Promise<number> {
  const page = await log.readAll({ after, types: Object.keys(manager?.on ?? {}), limit: 1 });
  const [oldest] = page.events;
  if (oldest === undefined) return 0;
  return Math.max(0, (clock.now().getTime() - new Date(oldest.metadata.occurredAt).getTime()) / 1_000);
}
