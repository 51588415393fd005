/** Holds the events of an exported history to the order in which a log has them, so that a file that was made up anew is found as well. */
import { historyStreams, watchedStream } from "../../domain/business-streams";
import type { ExportEvent, ExportHeader } from "./exported-history";
import { eventOf } from "./exported-history";
import { faulty } from "./export-faults";

export class ExportOrder {
  readonly #own: ReadonlySet<string>;
  readonly #watched = new Set<string>();
  readonly #revisions = new Map<string, number>();
  readonly #positions = { event: 0, "place-event": 0 };
  #first: number | undefined;

  constructor(private readonly header: ExportHeader) {
    this.#own = new Set(historyStreams(header.businessId));
  }

  /** Of the business's own events. */
  get span(): { readonly firstPosition: number | undefined; readonly lastPosition: number } {
    return { firstPosition: this.#first, lastPosition: this.#positions.event };
  }

  /** Throws Faulty. */
  take(line: ExportEvent, at: number): void {
    const { kind, stream, revision, position } = line;
    const streams = kind === "event" ? this.#own : this.#watched;
    if (!streams.has(stream)) throw faulty("inserted", at, `The stream ${stream} is none of this history's.`, line);
    const expected = (this.#revisions.get(stream) ?? -1) + 1;
    if (revision > expected)
      throw faulty("removed", at, `Before this event, revision ${expected} of ${stream} is missing.`, line);
    if (revision < expected) throw faulty("inserted", at, `Revision ${revision} of ${stream} is there twice.`, line);
    if (position < this.#positions[kind])
      throw faulty("moved", at, `The event at position ${position} stands after a later one.`, line);
    if (position > this.header.position)
      throw faulty("inserted", at, `The event at position ${position} was not there when this was exported.`, line);
    this.#revisions.set(stream, revision);
    this.#positions[kind] = position;
    if (kind === "place-event") return;
    this.#first ??= position;
    const place = watchedStream(eventOf(line));
    if (place !== undefined) this.#watched.add(place);
  }
}
