/** Folds the log into a manager's instances, page by page: states, timers, intents and checkpoint in one transaction. */
import type { Recorded } from "../../domain/fold/event";
import type { LogPage } from "../event-log/event-log";
import { pause, unlessAborted } from "../time/waiting";
import { inTransaction } from "../postgres/transaction";
import { isTransient, type Engine } from "./engine";
import { HandlerFailure, type Cause, type Input } from "./folding";
import { halt } from "./halting";
import type { Process } from "./process-manager";
import { isOf, nameOf, register, type Shard } from "./shards";
import { foldInto } from "./writing";

const AFTER_FAILURE_MS = 1_000;

const READ = `SELECT position, halted IS NOT NULL AS halted FROM operational.process_checkpoints
  WHERE manager = $1 AND shard = $2 AND shards = $3`;
/**
 * Conditional on the old position, which only grows: whoever else moved it in the meantime runs this shard now, and what is
 * folded here by one that was frozen past its lease is undone. That is all that its lease's fence could do.
 */
const MOVE = `UPDATE operational.process_checkpoints SET position = $5
  WHERE manager = $1 AND shard = $2 AND shards = $3 AND position = $4 AND halted IS NULL`;

/** The checkpoint is no longer ours to move, or the shard was halted. */
class Superseded extends Error {}

export interface Consumer {
  readonly engine: Engine;
  readonly process: Process;
  readonly shard: Shard;
  /** Resolves when it may be worth looking at a halted manager again. */
  readonly woken: () => Promise<void>;
  readonly moved: () => void;
}

/** Runs the shard until the signal aborts. Only the process that holds the shard's lease calls it. */
export async function consume(consumer: Consumer, signal: AbortSignal): Promise<void> {
  const { engine, process, shard, woken, moved } = consumer;
  const { name: manager, on } = process.manager;
  const over = () => signal.aborted;
  while (!over()) {
    try {
      const { rows } = await engine.pool.query<{ position: number; halted: boolean }>(READ, of(shard));
      if (rows[0] === undefined) await register(engine.pool, engine.log, process.manager);
      else if (rows[0].halted) await unlessAborted(woken(), signal);
      else await follow(rows[0].position);
    } catch (error) {
      if (over()) return;
      if (error instanceof Superseded) continue;
      engine.logger.warn(
        { err: error, manager: nameOf(shard) },
        "A process manager could not follow the log and tries again.",
      );
      await pause(engine.clock, AFTER_FAILURE_MS, signal);
    }
  }

  async function follow(start: number): Promise<void> {
    let after = start;
    // So that a transaction folds as much as it would of the whole.
    const limit = engine.settings.pageSize * shard.shards;
    const subscription = { after, types: Object.keys(on), limit, signal };
    for await (const page of engine.log.subscribe(subscription)) {
      if (over()) return;
      await applyPage(consumer, after, page);
      after = page.position;
      moved();
      if (page.events.length > 0) engine.wake(manager);
    }
  }
}

/** A page with an event that fails is folded again one by one, so that everything before that event is kept. */
async function applyPage(consumer: Consumer, after: number, page: LogPage): Promise<void> {
  const { engine, process, shard } = consumer;
  const { name } = process.manager;
  try {
    await commit(consumer, after, page.position, page.events);
    return;
  } catch (error) {
    if (error instanceof Superseded || isTransient(error) || page.events.length === 0) throw error;
    engine.logger.warn(
      { err: error, manager: name },
      "A page could not be folded; its events are now folded one by one.",
    );
  }
  let position = after;
  for (const event of page.events) {
    try {
      await commit(consumer, position, event.position, [event]);
      position = event.position;
    } catch (error) {
      if (error instanceof Superseded || isTransient(error)) throw error;
      await halt(engine, name, error, { kind: "event", cause: causeOf(event) }, { ...shard, position });
      throw new Superseded();
    }
  }
  if (position !== page.position) await commit(consumer, position, page.position, []);
}

const of = ({ manager, shard, shards }: Shard) => [manager, shard, shards];

async function commit({ engine, process, shard }: Consumer, from: number, to: number, events: readonly Recorded[]) {
  const inputs = events.flatMap((event) => inputsOf(process, event)).filter(({ instance }) => isOf(shard, instance));
  if (inputs.length === 0) {
    const { rowCount } = await engine.pool.query(MOVE, [...of(shard), from, to]);
    if (rowCount !== 1) throw new Superseded();
    return;
  }
  await inTransaction(engine.pool, async (client) => {
    const { rowCount } = await client.query(MOVE, [...of(shard), from, to]);
    if (rowCount !== 1) throw new Superseded();
    await foldInto(
      engine,
      client,
      process,
      inputs.map(({ instance }) => instance),
      () => inputs,
    );
  });
}

function inputsOf({ manager }: Process, event: Recorded): readonly Input[] {
  const subscription = manager.on[event.type];
  if (subscription === undefined) return [];
  const cause = causeOf(event);
  try {
    const instances = new Set([subscription.instances(event)].flat());
    return [...instances].map((instance) => {
      return { kind: "event", instance, cause, react: (state) => subscription.react(state, event, instance) };
    });
  } catch (error) {
    throw new HandlerFailure({ kind: "event", cause }, error);
  }
}

function causeOf({ id, position, metadata }: Recorded): Cause {
  return { id, position, correlationId: metadata.correlationId, businessId: metadata.businessId ?? null };
}
