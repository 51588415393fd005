/** A manager that cannot go on says so where every process and operator sees it, and waits until it is told to retry. */
import type { Engine } from "./engine";
import { HandlerFailure } from "./folding";
import type { Shard } from "./shards";
import { CHANNEL } from "./writing";

/** `id` is the event's, timer's or intent's; absent where the failure was not one input's. */
export interface Halt {
  readonly kind: "event" | "timer" | "outcome";
  readonly id: string;
  readonly position: number;
  readonly instance?: string;
  readonly error: string;
  readonly since: string;
}

/** Where the failure was an event's: the shard, and the position from which it could not go on. */
export interface Stuck extends Shard {
  readonly position: number;
}

const HALT = "UPDATE operational.process_checkpoints SET halted = $2 WHERE manager = $1 AND halted IS NULL";
/** Who was frozen, and fails at what others have folded meanwhile, halts nothing. */
const HALT_SHARD = `${HALT} AND shard = $3 AND shards = $4 AND position = $5`;

/** No timer or intent of a halted manager is taken on, in any process, and no event of a halted shard. */
export async function halt(
  engine: Engine,
  manager: string,
  error: unknown,
  at: HandlerFailure["at"],
  stuck?: Stuck,
): Promise<void> {
  const failed = error instanceof HandlerFailure ? error.at : at;
  const halted: Halt = {
    kind: failed.kind,
    id: failed.cause.id,
    position: failed.cause.position,
    ...(failed.instance === undefined ? {} : { instance: failed.instance }),
    error: error instanceof Error ? error.message : String(error),
    since: engine.clock.now().toISOString(),
  };
  const values = [manager, JSON.stringify(halted)];
  const { rowCount } =
    stuck === undefined
      ? await engine.pool.query(HALT, values)
      : await engine.pool.query(HALT_SHARD, [...values, stuck.shard, stuck.shards, stuck.position]);
  if (rowCount === 0) return;
  engine.logger.error({ err: error, manager, halted }, `The process manager "${manager}" halted.`);
}

/** Lets a halted manager go on where it stopped; false where it was not halted. */
export async function retryHalted(engine: Engine, manager: string): Promise<boolean> {
  const sql = `UPDATE operational.process_checkpoints SET halted = NULL WHERE manager = $1 AND halted IS NOT NULL
    RETURNING pg_notify($2, $3)`;
  const { rowCount } = await engine.pool.query(sql, [manager, CHANNEL, `${engine.runner} ${manager}`]);
  engine.wake(manager);
  return rowCount !== 0;
}
