/** Appends that happen once: whatever is lost or repeated on the way, a command's events are in its stream one time. */
import { randomUUID } from "node:crypto";
import type { AppendOutcome, AppendRequest, ExpectedRevision } from "../event-log";
import type { AppendPipe, PipeOutcome } from "./append-pipe";
import { isErased } from "./failures";
import type { LiveTail } from "./live-tail";
import { appendOf } from "./recorded";
import { persist, type Patience, type Reads } from "./reads";
import type { Sighting, Sightings } from "./sightings";
import { firstAnswer, type StreamMemories, type StreamMemory } from "./stream-memory";
import { proposedEvent, type ProposedEvent } from "./wire";

const REST = Number.MAX_SAFE_INTEGER;
/** How long an append waits for its own event to come by before it looks it up. */
const SIGHTING_MS = 50;

type Written = Extract<PipeOutcome, { kind: "written" }>;

export interface Appends {
  append(request: AppendRequest): Promise<AppendOutcome>;
}

export interface AppendParts {
  readonly pipe: AppendPipe;
  readonly reads: Reads;
  readonly memories: StreamMemories;
  readonly tail: LiveTail;
  readonly sightings: Sightings;
  readonly patience: Patience;
}

export function createAppends({ pipe, reads, memories, tail, sightings, patience }: AppendParts): Appends {
  // One append at a time for each stream: two of the same command at once cannot miss each other.
  const lastOf = new Map<string, Promise<unknown>>();
  const inTurn = async (stream: string, run: () => Promise<AppendOutcome>): Promise<AppendOutcome> => {
    const before = lastOf.get(stream);
    const mine = before === undefined ? run() : before.then(run, run);
    lastOf.set(stream, mine);
    try {
      return await mine;
    } finally {
      if (lastOf.get(stream) === mine) lastOf.delete(stream);
    }
  };

  /** Brings the memory of a stream up to its end. */
  const recall = async (stream: string): Promise<StreamMemory> => {
    const known = memories.get(stream);
    const from = known === undefined || known.last < 0 ? "start" : known.last + 1;
    const events = await reads.stream({ stream, from, backwards: false, count: REST });
    if (events.length === 0) return known !== undefined && known.last >= 0 ? known : memories.empty(stream);
    if (memories.get(stream) === undefined) memories.empty(stream).last = (events[0]?.revision ?? 0) - 1;
    memories.learn(stream, events);
    return memories.get(stream) ?? memories.empty(stream);
  };

  /** A server answers a recognized repetition like the first time, so only the event itself tells whether it is ours. */
  const written = async (request: Prepared, { revision, position = 0 }: Written, sighting: Sighting): Promise<AppendOutcome> => {
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

  const send = async (request: Prepared, expected: number): Promise<AppendOutcome> => {
    const { stream, events, ids } = request;
    const sighting = sightings.expect(stream, ids.at(-1) ?? "");
    try {
      // The same ids at the same revision: the server recognizes a try that got through before.
      const outcome = await persist("appending", patience, () => pipe.append({ stream, expected, events }));
      return outcome.kind === "written" ? await written(request, outcome, sighting) : outcome;
    } finally {
      sighting.drop();
    }
  };

  const appendNow = async (request: Prepared): Promise<AppendOutcome> => {
    const { stream } = request;
    let memory = memories.get(stream);
    let looked = memory === undefined ? request.expected !== "none" : behind(memory, request.expected);
    if (looked) memory = await recall(stream);
    for (;;) {
      const first = memory && firstAnswer(memory, request.commandId, request.ids);
      const expected = expectedRevision(request.expected, memory);
      if (first !== undefined || expected === "wrong") {
        // Never from memory alone: the stream may have been erased meanwhile.
        if (!looked) memory = await recall(stream);
        else if (first !== undefined) return { kind: "appended", ...first, repeated: true };
        else return { kind: "wrong_revision", actual: memory?.last ?? -1 };
        looked = true;
        continue;
      }
      const outcome = await send(request, expected);
      if (outcome.kind !== "wrong_revision") return outcome;
      memory = await recall(stream);
      looked = true;
      // Revisions below may have been truncated out of sight.
      memory.last = Math.max(memory.last, outcome.actual);
      const lost = firstAnswer(memory, request.commandId, request.ids);
      if (lost !== undefined) return { kind: "appended", ...lost, repeated: true };
      // Somebody else was first: who had no belief about the revision tries at the new one.
      if (typeof request.expected === "number" || request.expected === "none") return outcome;
    }
  };

  return {
    append: async ({ stream, expected, commandId, events }) => {
      if (events.length === 0) throw new RangeError("An append needs at least one event.");
      tail.start();
      const appendId = randomUUID();
      const encoded = events.map((event) => proposedEvent(event, commandId, appendId));
      const request = { stream, expected, commandId, appendId, ids: events.map(({ id }) => id), events: encoded };
      return inTurn(stream, async () => {
        try {
          return await appendNow(request);
        } catch (error) {
          if (!isErased(error)) throw error;
          memories.forget(stream);
          return { kind: "erased" };
        }
      });
    },
  };
}

interface Prepared {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly commandId: string;
  readonly appendId: string;
  readonly ids: readonly string[];
  readonly events: readonly ProposedEvent[];
}

/** An exact revision needs the commands up to it; newer ones do not change the answer. */
function behind(memory: StreamMemory, expected: ExpectedRevision): boolean {
  return typeof expected === "number" && memory.last < expected;
}

/** What to tell the server; `wrong` where it is certain already. */
function expectedRevision(expected: ExpectedRevision, memory: StreamMemory | undefined): number | "wrong" {
  const last = memory?.last ?? -1;
  if (expected === "none") return -1;
  if (expected === "any") return last;
  if (expected === "exists") return last < 0 ? "wrong" : last;
  return expected < last ? "wrong" : expected;
}
