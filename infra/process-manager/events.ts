/** Folds the log into a manager's instances, page by page: states, timers, intents and checkpoint in one transaction. */
import type { Recorded } from "../../domain/fold/event";
import type { LogPage } from "../event-log/event-log";
import { pause, unlessAborted } from "../time/waiting";
import { inTransaction } from "../postgres/transaction";
import { isTransient, type Engine } from "./engine";
import { HandlerFailure, type Cause, type Input } from "./folding";
import { halt } from "./halting";
import type { Process } from "./process-manager";
import { foldInto } from "./writing";

const AFTER_FAILURE_MS = 1_000;

const REGISTER = `INSERT INTO operational.process_checkpoints (manager, position) VALUES ($1, $2) ON CONFLICT DO NOTHING`;
const READ = "SELECT position, halted IS NOT NULL AS halted FROM operational.process_checkpoints WHERE manager = $1";
/** Conditional on the old position: whoever else moved it in the meantime runs this manager now. */
const MOVE = `UPDATE operational.process_checkpoints SET position = $3
  WHERE manager = $1 AND position = $2 AND halted IS NULL`;

/** The checkpoint is no longer ours to move, or the manager was halted. */
class Superseded extends Error {}

export interface Consumer {
  readonly engine: Engine;
  readonly process: Process;
  /** Resolves when it may be worth looking at a halted manager again. */
  readonly woken: () => Promise<void>;
  readonly moved: () => void;
}

/** A manager that this database does not know yet starts at the end of the log. */
export async function register({ pool, log }: Engine, manager: string): Promise<void> {
  const { rowCount } = await pool.query(READ, [manager]);
  if (rowCount === 0) await pool.query(REGISTER, [manager, await log.head()]);
}

/** Runs the manager until the signal aborts. Only the process that holds the manager's lock calls it. */
export async function consume({ engine, process, woken, moved }: Consumer, signal: AbortSignal): Promise<void> {
  const { name: manager, on } = process.manager;
  const over = () => signal.aborted;
  while (!over()) {
    try {
      const { rows } = await engine.pool.query<{ position: number; halted: boolean }>(READ, [manager]);
      if (rows[0] === undefined) await register(engine, manager);
      else if (rows[0].halted) await unlessAborted(woken(), signal);
      else await follow(rows[0].position);
    } catch (error) {
      if (over()) return;
      if (error instanceof Superseded) continue;
      engine.logger.warn({ err: error, manager }, "A process manager could not follow the log and tries again.");
      await pause(engine.clock, AFTER_FAILURE_MS, signal);
    }
  }

  async function follow(start: number): Promise<void> {
    let after = start;
    const subscription = { after, types: Object.keys(on), limit: engine.settings.pageSize, signal };
    for await (const page of engine.log.subscribe(subscription)) {
      await applyPage(engine, process, after, page);
      after = page.position;
      moved();
      if (page.events.length > 0) engine.wake(manager);
    }
  }
}

/** A page with an event that fails is folded again one by one, so that everything before that event is kept. */
async function applyPage(engine: Engine, process: Process, after: number, page: LogPage): Promise<void> {
  const { name } = process.manager;
  try {
    await commit(engine, process, after, page.position, page.events);
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
      await commit(engine, process, position, event.position, [event]);
      position = event.position;
    } catch (error) {
      if (error instanceof Superseded || isTransient(error)) throw error;
      await halt(engine, name, error, { kind: "event", cause: causeOf(event) });
      throw new Superseded();
    }
  }
  if (position !== page.position) await commit(engine, process, position, page.position, []);
}

async function commit(engine: Engine, process: Process, from: number, to: number, events: readonly Recorded[]) {
  const inputs = events.flatMap((event) => inputsOf(process, event));
  if (inputs.length === 0) {
    const { rowCount } = await engine.pool.query(MOVE, [process.manager.name, from, to]);
    if (rowCount !== 1) throw new Superseded();
    return;
  }
  await inTransaction(engine.pool, async (client) => {
    const { rowCount } = await client.query(MOVE, [process.manager.name, from, to]);
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
