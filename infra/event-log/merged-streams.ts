/** Some streams of the log as one, in the order of the log, with a bounded number of events read ahead. */
import type { Recorded } from "../../domain/fold/event";
import { createLine, type Line } from "../time/line";
import type { EventLog } from "./event-log";

/** Where to go on in each stream: the revision that comes next. A stream that is not named begins at its beginning. */
export type StreamMarks = Readonly<Record<string, number>>;

const READ_AHEAD_MAX = 1_024;
const READ_AHEAD_MIN = 16;
/** Over all streams together, so that many streams take no more memory than few; half as many again may be on their way. */
const HELD_MAX = 8_192;
/** Few enough that others still find a connection. */
const READS_AT_ONCE = 4;

export async function* mergedStreams(
  log: Pick<EventLog, "readStream">,
  streams: readonly string[],
  marks: StreamMarks = {},
  heldMax = HELD_MAX,
): AsyncGenerator<Recorded> {
  const ahead = Math.floor(heldMax / Math.max(1, streams.length));
  const limit = Math.max(READ_AHEAD_MIN, Math.min(READ_AHEAD_MAX, ahead));
  const line = createLine({ atOnce: READS_AT_ONCE, waitingMax: streams.length }, () => new Error("The line is full."));
  const heads = streams.map((stream) => new Head(log, line, stream, marks[stream] ?? 0, limit));
  await Promise.all(heads.map((head) => head.fill()));
  for (;;) {
    const next = foremost(heads);
    if (next === undefined) return;
    yield next.event;
    if (!next.head.advance()) await next.head.fill();
  }
}

function foremost(heads: readonly Head[]): { readonly head: Head; readonly event: Recorded } | undefined {
  let first: { readonly head: Head; readonly event: Recorded } | undefined;
  for (const head of heads) {
    const { event } = head;
    if (event !== undefined && (first === undefined || event.position < first.event.position)) first = { head, event };
  }
  return first;
}

/** What was read ahead of one stream. */
class Head {
  #page: readonly Recorded[] = [];
  #at = 0;
  #coming: Promise<readonly Recorded[]> | undefined;
  #ended = false;

  constructor(
    private readonly log: Pick<EventLog, "readStream">,
    private readonly line: Line,
    private readonly stream: string,
    private next: number,
    private readonly limit: number,
  ) {}

  get event(): Recorded | undefined {
    return this.#page[this.#at];
  }

  /** False where nothing is left of what was read. Whoever has used half of that will want more: it is fetched meanwhile. */
  advance(): boolean {
    this.#at += 1;
    if (this.#at * 2 >= this.#page.length && !this.#ended) void this.#fetch().catch(() => undefined);
    return this.#at < this.#page.length;
  }

  async fill(): Promise<void> {
    if (this.#ended) return;
    this.#page = await this.#fetch();
    this.#at = 0;
    this.#coming = undefined;
    this.#ended = this.#page.length < this.limit;
    this.next = (this.#page.at(-1)?.revision ?? this.next - 1) + 1;
  }

  #fetch(): Promise<readonly Recorded[]> {
    const { next: from, limit } = this;
    this.#coming ??= this.line(() => this.log.readStream(this.stream, { from, limit }));
    return this.#coming;
  }
}
