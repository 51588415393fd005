/** Walks through the events of a business's history and of the places that it watched, in the order of the log, up to moments. */
import type { Recorded } from "../../domain/fold/event";
import type { EventLog } from "../event-log/event-log";
import { mergedStreams } from "../event-log/merged-streams";
import { HistoryTooLong, type Moment } from "./time-travel";

export interface PastSources {
  readonly log: Pick<EventLog, "readStream">;
  /** The streams of a business's own history. */
  readonly streamsOf: (businessId: string) => readonly string[];
  /** Those of them whose events can name a place. */
  readonly namingStreamsOf: (businessId: string) => readonly string[];
  /** The stream of a place whose facts the business sees from this event on. */
  readonly watchedStream: (event: Recorded) => string | undefined;
  readonly eventsMax: number;
}

/** The event from which on the business sees a place; `late` where one of the moments was over by then. */
export interface Naming {
  readonly eventId: string;
  readonly position: number;
  readonly late: boolean;
}

export interface Walker {
  /** The next event. `unseen` where its place is named only after the moment that comes first, which is not over yet. */
  take(event: Recorded, unseen: Naming | undefined): void;
  /** The moment of this index is over: it holds what was taken so far. */
  over(index: number): void;
}

/** Whether the log had come past a moment when an event was appended. */
export const isPast = (moment: Moment, { position, metadata: { occurredAt } }: Recorded): boolean =>
  "position" in moment ? position > moment.position : occurredAt > moment.instant;

/**
 * One walk up to the last of the moments. A place's facts from before the business watched it are taken as well, at their own
 * places in the order. The own streams are read rather than kept: memory depends on what is folded, not on how long the history is.
 */
export async function walkPast<W extends Walker>(
  sources: PastSources,
  businessId: string,
  moments: readonly Moment[],
  begin: () => W,
): Promise<W> {
  const namings = await namingsUntil(sources, businessId, moments);
  const walker = begin();
  const open = new Map(moments.entries());
  let events = 0;
  for await (const event of mergedStreams(sources.log, [...sources.streamsOf(businessId), ...namings.keys()])) {
    for (const [index, moment] of open) {
      if (!isPast(moment, event)) continue;
      if (namesTooMuch(namings, event, open.size > 1)) {
        const known = { position: event.position - 1 };
        return walkPast(sources, businessId, moments.with(index, known), begin);
      }
      open.delete(index);
      walker.over(index);
    }
    if (open.size === 0) return walker;
    events += 1;
    if (events > sources.eventsMax) throw new HistoryTooLong(sources.eventsMax);
    const naming = namings.get(event.stream);
    walker.take(event, naming?.late === true && open.size === moments.length ? naming : undefined);
  }
  for (const index of open.keys()) walker.over(index);
  return walker;
}

/** Whether a place was taken for watched that was named only after a moment had ended: clocks differ, so instants can go back. */
function namesTooMuch(namings: ReadonlyMap<string, Naming>, end: Recorded, others: boolean): boolean {
  return [...namings.values()].some(({ position, late }) => position > end.position && !(others && late));
}

async function namingsUntil(
  { log, namingStreamsOf, watchedStream, eventsMax }: PastSources,
  businessId: string,
  moments: readonly Moment[],
): Promise<ReadonlyMap<string, Naming>> {
  const namings = new Map<string, Naming>();
  let open = moments;
  let events = 0;
  for await (const event of mergedStreams(log, namingStreamsOf(businessId))) {
    open = open.filter((moment) => !isPast(moment, event));
    if (open.length === 0) break;
    events += 1;
    if (events > eventsMax) throw new HistoryTooLong(eventsMax);
    const place = watchedStream(event);
    if (place === undefined || namings.has(place)) continue;
    namings.set(place, { eventId: event.id, position: event.position, late: open.length < moments.length });
  }
  return namings;
}
