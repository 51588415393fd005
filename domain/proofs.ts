/** The proof of a business's history: its events, read anew, against what was recorded and signed of them; whole, or the first fault. */
import type { Recorded } from "./fold/event";
import { eventDigest } from "./fold/event-digest";
import { AnchoredChain, type CheckedAnchor, type IsSigned } from "./proofs/anchored-chain";
import type { Fault } from "./proofs/fault";
import { Recording, type RecordedChain, type RecordedDigest } from "./proofs/recording";

/** Everything up to one and the same position. */
export interface Evidence {
  readonly businessId: string;
  /** The events of its chained streams in the order of the log, as the log holds them. */
  readonly history: AsyncIterable<Recorded>;
  /** What was recorded of each when it came, in the order in which they came. */
  readonly recorded: AsyncIterable<RecordedDigest>;
  readonly chain: RecordedChain;
  readonly isSigned: IsSigned;
}

/** Counts and head are those of the whole history, or of what comes before the fault. */
export interface Proof {
  readonly whole: boolean;
  readonly events: number;
  readonly head: string;
  /** Of the last event, 0 where there is none. */
  readonly position: number;
  /** The last hundred, in their order. */
  readonly anchors: readonly CheckedAnchor[];
  readonly fault: Fault | null;
}

/** Reads everything once, and stops at the first fault; memory does not grow with the history but for the heads since its last anchor. */
export async function proveHistory({ businessId, history, recorded, chain, isSigned }: Evidence): Promise<Proof> {
  const log = history[Symbol.asyncIterator]();
  const recording = new Recording(recorded, chain);
  const anchored = new AnchoredChain(businessId, isSigned);
  try {
    const fault = await firstFault(log, recording, anchored);
    return proofOf(anchored, fault);
  } finally {
    await log.return?.();
    await recording.close();
  }
}

async function firstFault(
  log: AsyncIterator<Recorded>,
  recording: Recording,
  anchored: AnchoredChain,
): Promise<Fault | undefined> {
  for (let next = await log.next(); next.done !== true; next = await log.next()) {
    const { value: event } = next;
    const digest = eventDigest(event);
    const fault = (await recording.compare(event, digest, anchored.events, log)) ?? anchored.take(event, digest);
    if (fault !== undefined) return fault;
  }
  return recording.end(anchored);
}

function proofOf({ events, head, position, anchors }: AnchoredChain, fault: Fault | undefined): Proof {
  return { whole: fault === undefined, events, head, position, anchors, fault: fault ?? null };
}
