/** Fires durable timers: each once, in order per instance, and never ahead of an event that came before it was due. */
import { notInOthersHands } from "../leases/in-hand";
import { leaseQueue, type Lease } from "../postgres/lease-queue";
import { inTransaction } from "../postgres/transaction";
import { wakeable, type Worker } from "../time/wakeable";
import { isTransient, type Engine } from "./engine";
import type { Cause, Input } from "./folding";
import { halt } from "./halting";
import type { Process } from "./process-manager";
import { foldInto, type Transaction } from "./writing";

interface TimerRow extends Lease {
  readonly instance: string;
  readonly name: string;
  readonly due_at: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly correlation_id: string;
  readonly position: number;
  readonly business_id: string | null;
}

/** A machine's timers do not reach further than 24.8 days, and its clock may be set: longer waits are looked at daily. */
const LOOK_AT_LEAST_EVERY_MS = 86_400_000;
const WHILE_HELD_UP_MS = 1_000;

/** `$5` is the end of the log as it was at `$7`, when the timers were due: a manager that lags behind it may yet move or drop them. */
export const timerQueue = leaseQueue<TimerRow>({
  table: "operational.process_timers",
  ready: `t.manager = $4 AND t.due_at <= $7 AND ${notInOthersHands("$6")}
    AND NOT EXISTS (SELECT FROM operational.process_checkpoints c WHERE c.manager = $4 AND (c.halted IS NOT NULL OR c.position < $5))
    AND t.id = (SELECT e.id FROM operational.process_timers e WHERE e.lane = t.lane ORDER BY e.due_at, e.name LIMIT 1)`,
  order: "t.due_at, t.name",
  marks: "claimed_by = $6",
  held: "true",
});

const AHEAD = `SELECT (SELECT min(available_at) FROM operational.process_timers WHERE manager = $1 AND available_at > $2) AS next,
  EXISTS (SELECT FROM operational.process_timers WHERE manager = $1 AND available_at <= $2) AS due,
  (SELECT min(position) FROM operational.process_checkpoints WHERE manager = $1) AS position`;
interface Ahead {
  readonly next: string | null;
  readonly due: boolean;
  readonly position: number | null;
}

const REMOVE = "DELETE FROM operational.process_timers WHERE id = ANY($1)";

/** Also told when the manager's checkpoint moved, for which due timers may have been waiting. */
export function timerWorker(engine: Engine, process: Process): Worker & { moved(): void } {
  const { clock, pool, settings } = engine;
  const manager = process.manager.name;
  let heldUp = false;
  /**
   * A moment at which timers were due, and the end of the log then, until the manager has come there and nothing was left to
   * fire: a later end would run away from a manager under load.
   */
  let awaited: { readonly now: Date; readonly head: number } | undefined;
  let callOff: (() => void) | undefined;

  function lookAgainAfter(milliseconds: number): void {
    if (milliseconds <= 0) loop.wake();
    else callOff = clock.after(Math.min(milliseconds, LOOK_AT_LEAST_EVERY_MS), loop.wake);
  }
  const loop = wakeable(engine, `The timers of the process manager "${manager}"`, async () => {
    callOff?.();
    const now = clock.now();
    const { rows } = await pool.query<Ahead>(AHEAD, [manager, now]);
    const { next = null, due = false, position = null } = rows[0] ?? {};
    heldUp = due;
    if (!heldUp) awaited = undefined;
    if (heldUp) {
      awaited ??= { now, head: await engine.log.head() };
      const values = [manager, awaited.head, engine.runner, awaited.now];
      const { leaseMs, claimsMax: limit } = settings;
      const claimed = await timerQueue.claim(pool, { now, leaseMs, limit, values });
      if (claimed.length > 0 || (position ?? 0) >= awaited.head) awaited = undefined;
      if (claimed.length > 0) await fire(engine, process, claimed);
      lookAgainAfter(claimed.length > 0 ? 0 : WHILE_HELD_UP_MS);
    } else if (next !== null) {
      lookAgainAfter(new Date(next).getTime() - clock.now().getTime());
    }
  });
  return {
    wake: loop.wake,
    moved() {
      if (heldUp) loop.wake();
    },
    async stop() {
      await loop.stop();
      callOff?.();
    },
  };
}

async function fire(engine: Engine, process: Process, rows: readonly TimerRow[]): Promise<void> {
  try {
    await inTransaction(engine.pool, (client, _, ends) => foldDue(engine, process, { client, ends }, rows));
  } catch (error) {
    const [first] = rows;
    if (isTransient(error) || first === undefined) throw error;
    if (rows.length > 1) for (const row of rows) await fire(engine, process, [row]);
    else
      await halt(engine, process.manager.name, error, {
        kind: "timer",
        instance: first.instance,
        cause: causeOf(first),
      });
    return;
  }
  engine.wake(process.manager.name);
}

function foldDue(
  engine: Engine,
  process: Process,
  transaction: Transaction,
  rows: readonly TimerRow[],
): Promise<boolean> {
  const instances = rows.map(({ instance }) => instance);
  return foldInto(engine, transaction, process, instances, async () => {
    const { client } = transaction;
    const mine = await timerQueue.secure(client, rows);
    await client.query(REMOVE, [[...mine].map(({ id }) => id)]);
    const now = engine.clock.now().toISOString();
    return rows.filter((row) => mine.has(row)).map((row) => inputOf(process, row, now));
  });
}

function inputOf({ manager }: Process, row: TimerRow, now: string): Input {
  const timer = { name: row.name, at: row.due_at, now, data: row.data };
  const { instance } = row;
  const react: Input["react"] = (state) => manager.onTimer?.(state, timer, instance) ?? { state };
  return { kind: "timer", instance, cause: causeOf(row), react };
}

function causeOf(row: TimerRow): Cause {
  return { id: row.id, correlationId: row.correlation_id, position: row.position, businessId: row.business_id };
}
