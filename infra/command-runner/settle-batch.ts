/** Carries commands on one stream through to their answers: decide, append as one, and decide again after a conflict. */
import type { Recorded } from "../../domain/fold/event";
import type { AppendOutcome, EventLog, NewEvent } from "../event-log/event-log";
import type { Ids } from "../ids/ids";
import type { Clock } from "../time/clock";
import { ContentionError } from "./command-runner";
import { pause } from "./back-off";
import { decideBatch, decidedEvents, decidedState, type Command, type Ruling } from "./decide-batch";
import { furnisher } from "./furnish-events";
import { advanceTo, type AnyAggregate, type Snapshot } from "./snapshot";
import type { StateCache } from "./state-cache";
import { StreamErasedError } from "./stream-erased-error";
import { catchUp } from "./stream-reader";

export interface Settling {
  readonly log: EventLog;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly cache: StateCache;
  /** How often a batch is decided before its commands give up. */
  readonly attemptsMax: number;
}

/** Rulings that hold, the events that they appended, and the newest snapshot of the stream. */
export interface Settled {
  readonly rulings: readonly Ruling[];
  readonly appended: readonly Recorded[];
  readonly snapshot: Snapshot;
}

/**
 * Settles commands together. Events are appended with the exact revision that they were decided on, in one append, so that
 * either all decisions of the batch saw the truth or none is written. Refusals and decisions without events hold only on a
 * state that was true after the command arrived: an append that succeeded proves it, otherwise a read does.
 * Throws ContentionError, StreamErasedError, LogUnavailable, MalformedEvent.
 */
export async function settleBatch(
  { log, clock, ids, cache, attemptsMax }: Settling,
  stream: string,
  aggregate: AnyAggregate,
  commands: readonly Command[],
): Promise<Settled> {
  const furnish = furnisher(stream, aggregate, clock, ids);
  const read = async (known: Snapshot | undefined) => {
    const newest = await catchUp(log, stream, aggregate, known);
    remember(cache, stream, known, newest);
    return newest;
  };
  const cached = cache.get(stream);
  let snapshot = cached ?? (await read(undefined));
  let verified = cached === undefined;

  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const rulings = decideBatch(aggregate, snapshot, commands, furnish);
    const events = decidedEvents(rulings);
    if (events.length === 0) {
      const newest = verified || rulings.every(({ kind }) => kind === "seen") ? snapshot : await read(snapshot);
      if (newest.lastId === snapshot.lastId) return { rulings, appended: [], snapshot: newest };
      snapshot = newest;
    } else {
      const outcome = await append(log, ids, stream, snapshot, events);
      if (outcome.kind === "erased") {
        cache.forget(stream);
        throw new StreamErasedError(stream);
      }
      if (outcome.kind === "appended" && !outcome.repeated) {
        const appended = record(stream, snapshot, events, outcome.position);
        const after = advanceTo(decidedState(rulings, snapshot.state), snapshot, appended);
        cache.keep(stream, after);
        return { rulings, appended, snapshot: after };
      }
      await pause(clock, ids, attempt);
      snapshot = await read(snapshot);
    }
    verified = true;
  }
  throw new ContentionError(
    `Too many writers contended for the stream ${stream}: gave up after ${attemptsMax} attempts.`,
  );
}

/** Keeps what was read; a stream that was erased since takes the place of what was known of it. */
export function remember(cache: StateCache, stream: string, known: Snapshot | undefined, newest: Snapshot): void {
  if (known !== undefined && newest.commands !== known.commands) cache.forget(stream);
  cache.keep(stream, newest);
}

/** One command appends under its own id; several under an id of their company, so that none is taken for a repetition of the rest. */
function append(
  log: EventLog,
  ids: Ids,
  stream: string,
  { revision }: Snapshot,
  events: readonly NewEvent[],
): Promise<AppendOutcome> {
  const [first, ...others] = new Set(events.map(({ metadata }) => metadata.commandId));
  const commandId = first === undefined || others.length > 0 ? ids.derive("batch", first ?? "", ...others) : first;
  return log.append({ stream, expected: revision < 0 ? "none" : revision, events, commandId });
}

/** The events as the log holds them now, save that all have the position of the last, the only one that an append tells. */
function record(
  stream: string,
  { revision }: Snapshot,
  events: readonly NewEvent[],
  position: number,
): readonly Recorded[] {
  return events.map((event, index) => ({ ...event, stream, revision: revision + 1 + index, position }));
}
