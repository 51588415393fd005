/** Appends that happen once: whatever is lost or repeated on the way, a command's events are in its stream one time. */
import { randomUUID } from "node:crypto";
import type { AppendOutcome, AppendRequest, ExpectedRevision } from "../event-log";
import { isErased } from "./failures";
import type { Reads } from "./reads";
import { createSending, type Prepared, type SendingParts } from "./sending";
import { firstAnswer, type StreamMemories, type StreamMemory } from "./stream-memory";
import { proposedEvent } from "./wire";

const REST = Number.MAX_SAFE_INTEGER;

/** Runs one at a time for each stream: writers of a busy stream wait for each other instead of conflicting at the server. */
function createTurns(): <Result>(stream: string, run: () => Promise<Result>) => Promise<Result> {
  const lastOf = new Map<string, Promise<unknown>>();
  return async (stream, run) => {
    const before = lastOf.get(stream);
    const mine = before === undefined ? run() : before.then(run, run);
    lastOf.set(stream, mine);
    try {
      return await mine;
    } finally {
      if (lastOf.get(stream) === mine) lastOf.delete(stream);
    }
  };
}

/** Brings the memory of a stream up to its end. */
function createRecall(reads: Reads, memories: StreamMemories): (stream: string) => Promise<StreamMemory> {
  return async (stream) => {
    const known = memories.get(stream);
    const from = known === undefined || known.last < 0 ? "start" : known.last + 1;
    const events = await reads.stream({ stream, from, backwards: false, count: REST });
    if (events.length === 0) return known !== undefined && known.last >= 0 ? known : memories.empty(stream);
    if (memories.get(stream) === undefined) memories.empty(stream).last = (events[0]?.revision ?? 0) - 1;
    memories.learn(stream, events);
    return memories.get(stream) ?? memories.empty(stream);
  };
}

export interface Appends {
  append(request: AppendRequest): Promise<AppendOutcome>;
}

export function createAppends(parts: SendingParts): Appends {
  const { reads, memories, tail } = parts;
  const inTurn = createTurns();
  const recall = createRecall(reads, memories);
  const send = createSending(parts);

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
      tail.start(events.map(({ type }) => type));
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
