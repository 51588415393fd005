/** Records how intents ended: once, only while their lease is ours, and together with what the manager makes of it. */
import type { PoolClient } from "pg";
import { notInOthersHands } from "../leases/in-hand";
import { leaseQueue, type Lease } from "../postgres/lease-queue";
import { inTransaction } from "../postgres/transaction";
import { isTransient, type Engine } from "./engine";
import type { Cause, Input } from "./folding";
import { halt } from "./halting";
import type { EffectOutcome, Process } from "./process-manager";
import { foldInto, type Transaction } from "./writing";

export interface IntentRow extends Lease {
  readonly instance: string;
  readonly effect: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly causation_id: string;
  readonly correlation_id: string;
  readonly position: number;
  readonly business_id: string | null;
  readonly attempts: number;
  readonly first_claimed_at: string;
  /** How it ended, where only the manager's `onOutcome` is still to be run. */
  readonly result: EffectOutcome["result"] | null;
}

/** An attempt's end: a result, or an instant at which to try again. */
export interface Ended {
  readonly row: IntentRow;
  readonly outcome: { readonly result: EffectOutcome["result"] } | { readonly error: string; readonly retryAt: Date };
}

/** An instance's next intent waits until those emitted before it are done or given up. */
export const intentQueue = leaseQueue<IntentRow & { readonly sequence: number }>({
  table: "operational.process_intents",
  ready: `t.manager = $4 AND t.status = 'pending' AND t.id <> ALL($5::uuid[]) AND ${notInOthersHands("$6")}
    AND NOT EXISTS (SELECT FROM operational.process_checkpoints c WHERE c.manager = $4 AND c.halted IS NOT NULL)
    AND t.sequence = (SELECT e.sequence FROM operational.process_intents e
      WHERE e.lane = t.lane AND e.status = 'pending' ORDER BY e.sequence LIMIT 1)`,
  order: "t.sequence",
  marks: "first_claimed_at = coalesce(t.first_claimed_at, $1), claimed_by = $6",
  held: "t.status = 'pending'",
});

/** The fence grows here too, so that a renewal on its way cannot move the instant of the next attempt. */
const END = `UPDATE operational.process_intents t SET status = n.status, available_at = n."availableAt", last_error = n.error,
    result = n.result, attempts = t.attempts - n.uncounted, fence = t.fence + 1, claimed_by = NULL,
    ended_at = CASE WHEN n.status = 'pending' THEN NULL ELSE $2::timestamptz END
  FROM jsonb_to_recordset($1) AS n
    (id uuid, status text, "availableAt" timestamptz, error text, result jsonb, uncounted integer)
  WHERE t.id = n.id`;

/** Throws only what may succeed later. What `onOutcome` fails at is kept, and folded once the manager is told to retry. */
export async function recordOutcomes(engine: Engine, process: Process, batch: readonly Ended[]): Promise<void> {
  const manager = process.manager.name;
  try {
    await inTransaction(engine.pool, (client, _, ends) => settle(engine, process, { client, ends }, batch));
  } catch (error) {
    const [first] = batch;
    if (isTransient(error) || first === undefined) throw error;
    if (batch.length > 1) {
      for (const one of batch) await recordOutcomes(engine, process, [one]);
      return;
    }
    await inTransaction(engine.pool, (client) => keepResult(engine, client, first));
    await halt(engine, manager, error, { kind: "outcome", instance: first.row.instance, cause: causeOf(first.row) });
  }
}

function settle(engine: Engine, process: Process, transaction: Transaction, batch: readonly Ended[]): Promise<boolean> {
  const { manager } = process;
  const { client } = transaction;
  const instances = manager.onOutcome === undefined ? [] : batch.map(({ row }) => row.instance);
  return foldInto(engine, transaction, process, instances, async () => {
    const now = engine.clock.now();
    const mine = await intentQueue.secure(
      client,
      batch.map(({ row }) => row),
    );
    const kept = batch.filter(({ row }) => mine.has(row));
    for (const { row } of batch) if (!mine.has(row)) tellRefused(engine, manager.name, row);
    for (const ended of kept) tellFailure(engine, manager.name, ended);
    await client.query(END, [JSON.stringify(kept.map((ended) => endOf(ended, now))), now]);
    return manager.onOutcome === undefined ? [] : kept.flatMap((ended) => inputsOf(process, ended));
  });
}

async function keepResult(engine: Engine, client: PoolClient, { row, outcome }: Ended): Promise<void> {
  const mine = await intentQueue.secure(client, [row]);
  if (!mine.has(row)) return;
  const result = "result" in outcome ? outcome.result : null;
  const kept = { id: row.id, status: "pending", availableAt: engine.clock.now(), error: null, result, uncounted: 1 };
  await client.query(END, [JSON.stringify([kept]), engine.clock.now()]);
}

function endOf({ row, outcome }: Ended, now: Date): object {
  const { id } = row;
  const same = { id, result: null, uncounted: 0 };
  if ("retryAt" in outcome) return { ...same, status: "pending", availableAt: outcome.retryAt, error: outcome.error };
  const { result } = outcome;
  if ("done" in result) return { ...same, status: "done", availableAt: now, error: null };
  return { ...same, status: "gave_up", availableAt: now, error: result.gaveUp };
}

function inputsOf({ manager }: Process, { row, outcome }: Ended): readonly Input[] {
  if (!("result" in outcome)) return [];
  const { instance, effect, payload } = row;
  const heard = { effect, payload, result: outcome.result };
  const react: Input["react"] = (state) => manager.onOutcome?.(state, heard, instance) ?? { state };
  return [{ kind: "outcome", instance, cause: causeOf(row), react }];
}

function causeOf(row: IntentRow): Cause {
  return { id: row.id, correlationId: row.correlation_id, position: row.position, businessId: row.business_id };
}

function tellRefused({ logger }: Engine, manager: string, { id, effect, instance }: IntentRow): void {
  logger.warn(
    { manager, intent: id, effect, instance },
    "An outcome was refused: the intent's lease was lost before it ended.",
  );
}

function tellFailure({ logger }: Engine, manager: string, { row, outcome }: Ended): void {
  const facts = { manager, intent: row.id, effect: row.effect, instance: row.instance, attempt: row.attempts };
  if ("retryAt" in outcome) logger.warn({ ...facts, ...outcome }, "An effect failed and is tried again.");
  else if ("gaveUp" in outcome.result) logger.error({ ...facts, ...outcome.result }, "An intent was given up.");
}
