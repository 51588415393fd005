/** Holds the events of the log, one after another, against what was recorded of them, and names what happened to the first that differs. */
import type { Recorded } from "../fold/event";
import { faultAt, placeOf, type EventPlace, type Fault } from "./fault";

/** One event as it was recorded when it came. */
export interface RecordedDigest extends EventPlace {
  readonly digest: string;
}

/** How long the chain was, and its head, when it was recorded last. */
export interface RecordedChain {
  readonly events: number;
  readonly head: string;
}

export class Recording {
  readonly #digests: AsyncIterator<RecordedDigest>;

  constructor(
    digests: AsyncIterable<RecordedDigest>,
    private readonly chain: RecordedChain,
  ) {
    this.#digests = digests[Symbol.asyncIterator]();
  }

  /** `rest` are the events of the log after this one; they, and the rest of the recording, are read only where this one differs. */
  async compare(
    event: Recorded,
    digest: string,
    index: number,
    rest: AsyncIterator<Recorded>,
  ): Promise<Fault | undefined> {
    const recorded = await this.#next();
    const found = placeOf(event);
    if (recorded === undefined) return inserted(found, index);
    if (recorded.eventId !== event.id) return this.#another(recorded, found, index, rest);
    if (!samePlace(recorded, found)) return moved(recorded, found, index);
    if (recorded.digest !== digest)
      return faultAt("altered", recorded, index, "The event is not what it was when it was recorded.");
    return undefined;
  }

  /** After the log's last event: whether more was recorded than it holds, or another sum of it. */
  async end({ events, head }: RecordedChain): Promise<Fault | undefined> {
    const recorded = await this.#next();
    if (recorded !== undefined) return removed(recorded, events);
    const { events: count, head: was } = this.chain;
    const said = `${count} events were chained when they were recorded, and the log holds ${events}.`;
    if (count > events) return faultAt("removed", null, events, said);
    if (count < events) return faultAt("inserted", null, count, said);
    if (was !== head)
      return faultAt("altered", null, events, "The head that was recorded is not that of these events.");
    return undefined;
  }

  async close(): Promise<void> {
    await this.#digests.return?.();
  }

  async #next(): Promise<RecordedDigest | undefined> {
    const next = await this.#digests.next();
    return next.done === true ? undefined : next.value;
  }

  /** Another event stands where `recorded` should: which of the two is out of place shows in what comes after. */
  async #another(recorded: RecordedDigest, found: EventPlace, index: number, rest: AsyncIterator<Recorded>) {
    const later = await inRest(rest, recorded.eventId);
    const known = await this.#inRest(found.eventId);
    if (later === undefined && known === undefined) {
      if (samePlace(recorded, found))
        return faultAt("altered", recorded, index, `In its place stands the event ${found.eventId}.`);
      return found.position < recorded.position ? inserted(found, index) : removed(recorded, index);
    }
    if (later === undefined) return removed(recorded, index);
    if (known === undefined) return inserted(found, index);
    return samePlace(recorded, later) ? moved(known, found, index) : moved(recorded, later, index);
  }

  async #inRest(eventId: string): Promise<RecordedDigest | undefined> {
    for (let next = await this.#next(); next !== undefined; next = await this.#next())
      if (next.eventId === eventId) return next;
    return undefined;
  }
}

async function inRest(rest: AsyncIterator<Recorded>, eventId: string): Promise<EventPlace | undefined> {
  for (let next = await rest.next(); next.done !== true; next = await rest.next())
    if (next.value.id === eventId) return placeOf(next.value);
  return undefined;
}

const samePlace = (one: EventPlace, other: EventPlace): boolean =>
  one.stream === other.stream && one.revision === other.revision && one.position === other.position;

const inserted = (place: EventPlace, index: number): Fault =>
  faultAt("inserted", place, index, "The event is in the log and was never recorded.");

const removed = (place: EventPlace, index: number): Fault =>
  faultAt("removed", place, index, "The event was recorded and is not in the log any more.");

function moved(was: EventPlace, { stream, revision, position }: EventPlace, index: number): Fault {
  const now = `${stream}, revision ${revision}, position ${position}`;
  return faultAt("moved", was, index, `The event was recorded in this place and stands at ${now}.`);
}
