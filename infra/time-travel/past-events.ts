/** The events of a business's history and of the places that it watched, in the order of the log, up to a moment. */
import type { Recorded } from "../../domain/fold/event";
import type { EventLog } from "../event-log/event-log";
import { mergedStreams } from "../event-log/merged-streams";
import { HistoryTooLong, type Moment } from "./time-travel";

export interface PastSources {
  readonly log: Pick<EventLog, "readStream">;
  /** The streams of a business's own history. */
  readonly streamsOf: (businessId: string) => readonly string[];
  /** The stream of a place whose facts the business sees from this event on. */
  readonly watchedStream: (event: Recorded) => string | undefined;
  readonly eventsMax: number;
}

/** Whether the log had come past a moment when an event was appended. */
const isPast = (moment: Moment, { position, metadata: { occurredAt } }: Recorded): boolean =>
  "position" in moment ? position > moment.position : occurredAt > moment.instant;

/** A place's facts from before the business watched it are there as well, at their own places in the order. */
export async function* pastEvents(sources: PastSources, businessId: string, moment: Moment): AsyncGenerator<Recorded> {
  const { log, streamsOf, watchedStream, eventsMax } = sources;
  const own = streamsOf(businessId);
  const watched = new Set<string>();
  let events = 0;
  const counted = (event: Recorded): Recorded => {
    events += 1;
    if (events > eventsMax) throw new HistoryTooLong(eventsMax);
    return event;
  };
  for await (const event of mergedStreams(log, own)) {
    if (isPast(moment, event)) break;
    const place = watchedStream(counted(event));
    if (place !== undefined) watched.add(place);
  }
  events = 0;
  // The own streams are read again rather than kept: memory then depends on what is folded, not on how long the history is.
  for await (const event of mergedStreams(log, [...own, ...watched])) {
    if (isPast(moment, event)) return;
    yield counted(event);
  }
}
