/** Folds pages of the log into a manager's instances: states, timers, intents and checkpoints in one transaction. */
import { escapeLiteral } from "pg";
import type { Recorded } from "../../domain/fold/event";
import type { LogPage } from "../event-log/event-log";
import { inTransaction } from "../postgres/transaction";
import { isTransient, type Engine } from "./engine";
import { HandlerFailure, type Cause, type Input, type InstanceRow } from "./folding";
import { halt } from "./halting";
import type { Process } from "./process-manager";
import { shardOf, type Shard } from "./shards";
import { foldLoaded, loading } from "./writing";

/**
 * Conditional on the old positions, which only grow: whoever else moved one in the meantime runs that shard now, and what is
 * folded here by one that was frozen past its lease is undone. That is all that its lease's fence could do. Locked in one
 * order, so that who was frozen and who came after cannot wait for each other.
 */
const moving = (manager: string, shards: number, position: number, members: readonly Member[]): string =>
  `WITH mine AS MATERIALIZED (
    SELECT c.shard FROM operational.process_checkpoints c
    JOIN (VALUES ${members.map(({ shard, stored }) => `(${shard.shard}, ${stored}::bigint)`).join(", ")}) AS given (shard, position)
      ON c.shard = given.shard AND c.position = given.position
    WHERE c.manager = ${escapeLiteral(manager)} AND c.shards = ${shards} AND c.halted IS NULL ORDER BY c.shard FOR UPDATE OF c)
  UPDATE operational.process_checkpoints c SET position = ${position} FROM mine
  WHERE c.manager = ${escapeLiteral(manager)} AND c.shard = mine.shard`;

/** A checkpoint is no longer ours to move, or a shard was halted. */
export class Superseded extends Error {}

/** A shard that is being folded, and how far it is. */
export interface Member {
  readonly shard: Shard;
  /** Of its lease. */
  readonly signal: AbortSignal;
  /** Everything up to here is folded. */
  position: number;
  /** The checkpoint as the database holds it: it stays behind over events that nothing is to be made of. */
  stored: number;
}

type Stretch = Pick<LogPage, "events" | "position">;

/**
 * Brings each member from its own position to the page's; answers whether there are intents or timers that were not there
 * before. Where that fails, each is brought there by itself, so that what one cannot fold holds up that one alone. Where
 * nothing is to be made of the page, nothing is written, and the members' checkpoints are left for later.
 */
export async function applyPage(
  engine: Engine,
  process: Process,
  members: readonly Member[],
  page: Stretch,
): Promise<boolean> {
  const { name } = process.manager;
  const due = members.filter(({ position }) => position < page.position);
  try {
    return await commit(engine, process, due, page);
  } catch (error) {
    if (error instanceof Superseded || isTransient(error) || page.events.length === 0) throw error;
    engine.logger.warn({ err: error, manager: name }, "A page could not be folded; its events are folded one by one.");
  }
  const ends = [];
  for (const member of due) ends.push(await oneByOne(engine, process, member, page));
  if (ends.includes("halted")) throw new Superseded();
  return true;
}

/** Everything before the event that fails is kept. */
async function oneByOne(engine: Engine, process: Process, member: Member, page: Stretch): Promise<"there" | "halted"> {
  for (const event of page.events.filter(({ position }) => position > member.position)) {
    try {
      await commit(engine, process, [member], { events: [event], position: event.position });
    } catch (error) {
      if (error instanceof Superseded || isTransient(error)) throw error;
      const stuck = { ...member.shard, position: member.stored };
      await halt(engine, process.manager.name, error, { kind: "event", cause: causeOf(event) }, stuck);
      return "halted";
    }
  }
  if (member.position !== page.position)
    await commit(engine, process, [member], { events: [], position: page.position });
  return "there";
}

async function commit(
  engine: Engine,
  process: Process,
  members: readonly Member[],
  { events, position }: Stretch,
): Promise<boolean> {
  const inputs = ofMembers(
    members,
    events.flatMap((event) => inputsOf(process, event)),
  );
  const left = inputs.length > 0 && (await foldInputs(engine, process, members, inputs, position));
  for (const member of members) {
    member.position = position;
    if (inputs.length > 0) member.stored = position;
  }
  return left;
}

/** The checkpoints first, so that whoever runs a shard now is waited for, and found. */
function foldInputs(
  engine: Engine,
  process: Process,
  members: readonly Member[],
  inputs: readonly Input[],
  position: number,
): Promise<boolean> {
  const { name, shards = 1 } = process.manager;
  const instances = inputs.map(({ instance }) => instance);
  return inTransaction(
    engine.pool,
    (client, [moved, loaded], ends) => {
      if (moved?.rowCount !== members.length) throw new Superseded();
      return foldLoaded(engine, { client, ends }, process, (loaded?.rows ?? []) as InstanceRow[], inputs);
    },
    [moving(name, shards, position, members), loading(name, instances)],
  );
}

/** What happened to the members' instances after where each of them is. */
function ofMembers(members: readonly Member[], inputs: readonly Input[]): readonly Input[] {
  const shards = members[0]?.shard.shards ?? 1;
  const positions = new Map(members.map(({ shard, position }) => [shard.shard, position]));
  const [from] = positions.values();
  if (positions.size === shards && members.every(({ position }) => position === from)) return inputs;
  return inputs.filter(
    ({ instance, cause }) => cause.position > (positions.get(shardOf(instance, shards)) ?? Infinity),
  );
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
