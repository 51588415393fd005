/** Brings a snapshot up to the newest event of its stream, and finds again what a command appended. */
import type { Recorded } from "../../domain/fold/event";
import type { EventLog } from "../event-log/event-log";
import { advance, emptySnapshot, type AnyAggregate, type Snapshot } from "./snapshot";

/** Events read at once: a long stream is folded in pages. */
const PAGE_EVENTS = 1_000;
const COMMAND_EVENTS = 20;

/**
 * The snapshot after everything that the stream holds now. The read begins with the last event already known, in one
 * query with the new ones: where that event is gone, the stream was erased and everything known of it is void.
 */
export async function catchUp(
  log: EventLog,
  stream: string,
  aggregate: AnyAggregate,
  known: Snapshot | undefined,
): Promise<Snapshot> {
  let snapshot = known ?? emptySnapshot(aggregate);
  for (;;) {
    const from = Math.max(snapshot.revision, 0);
    const page = await log.readStream(stream, { from, limit: PAGE_EVENTS, known: snapshot.lastId });
    const [first, ...later] = page;
    if (snapshot.lastId === undefined) {
      snapshot = advance(aggregate, snapshot, page);
    } else if (first?.id === snapshot.lastId) {
      snapshot = advance(aggregate, snapshot, later);
    } else {
      return catchUp(log, stream, aggregate, undefined);
    }
    if (page.length < PAGE_EVENTS) return snapshot;
  }
}

/** The events that a command appended, the first of which has revision `first`. */
export async function eventsOfCommand(
  log: EventLog,
  stream: string,
  commandId: string,
  first: number,
): Promise<readonly Recorded[]> {
  const events: Recorded[] = [];
  for (;;) {
    const page = await log.readStream(stream, { from: first + events.length, limit: COMMAND_EVENTS });
    const own = page.findIndex(({ metadata }) => metadata.commandId !== commandId);
    events.push(...(own < 0 ? page : page.slice(0, own)));
    if (own >= 0 || page.length < COMMAND_EVENTS) return events;
  }
}
