/** Sends one append at an exact revision, through lost answers and broken connections, and tells our event from an identical one. */
import type { AppendOutcome, ExpectedRevision } from "../event-log";
import type { AppendPipe, PipeOutcome } from "./append-pipe";
import { createBulkhead } from "./bulkhead";
import type { LiveTail } from "./live-tail";
import { persist, type Patience, type Reads } from "./reads";
import { appendOf } from "./recorded";
import type { Sighting, Sightings } from "./sightings";
import type { StreamMemories } from "./stream-memory";
import type { ProposedEvent } from "./wire";

/** An append as it was asked for; `appendId` is its own and no other's, `ids` are its events'. */
export interface Prepared {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly commandId: string;
  readonly appendId: string;
  readonly ids: readonly string[];
  readonly events: readonly ProposedEvent[];
}

export interface SendingParts {
  readonly pipe: AppendPipe;
  readonly reads: Reads;
  readonly memories: StreamMemories;
  readonly tail: LiveTail;
  readonly sightings: Sightings;
  readonly patience: Patience;
}

/** On their way at once: with more of them the last would be late before the server has seen it. */
const AT_ONCE = 256;
/** How long an append waits for its own event to come by before it looks it up. */
const SIGHTING_MS = 100;

type Written = Extract<PipeOutcome, { kind: "written" }>;

/** `expected` is the stream's last revision, -1 where it must not exist. */
export function createSending(parts: SendingParts): (request: Prepared, expected: number) => Promise<AppendOutcome> {
  const { pipe, reads, memories, tail, sightings, patience } = parts;
  const bulkhead = createBulkhead(AT_ONCE);
  /** A server answers a recognized repetition like the first time, so only the event itself tells whether it is ours. */
  const written = async (
    request: Prepared,
    { revision, position = 0 }: Written,
    sighting: Sighting,
  ): Promise<AppendOutcome> => {
    const { stream, commandId, appendId, ids } = request;
    // What the live subscription has passed already, or cannot know, will not come by.
    const mayCome = (tail.recent()?.position ?? Infinity) < position;
    const seen = mayCome ? await sighting.within(SIGHTING_MS) : sighting.seen;
    const event = seen ?? (await reads.stream({ stream, from: revision, backwards: false, count: 1 }))[0];
    if (event === undefined) throw new Error(`Revision ${revision} of ${stream} was written but cannot be read.`);
    const answer = { revision, position: event.position };
    memories.add(stream, commandId, ids, answer);
    return { kind: "appended", ...answer, repeated: appendOf(event) !== appendId };
  };

  return async (request, expected) => {
    const { stream, events, ids } = request;
    const sighting = sightings.expect(stream, ids.at(-1) ?? "");
    try {
      // The same ids at the same revision: the server recognizes a try that got through before.
      const outcome = await persist("appending", patience, (giveUpAt) =>
        bulkhead.through(giveUpAt, () => pipe.append({ stream, expected, events })),
      );
      return outcome.kind === "written" ? await written(request, outcome, sighting) : outcome;
    } finally {
      sighting.drop();
    }
  };
}
