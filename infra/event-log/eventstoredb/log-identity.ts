/** Which log this is: one event in a stream of its own tells it from every other server's log, and from one that was emptied. */
import { randomUUID } from "node:crypto";
import type { AppendPipe } from "./append-pipe";
import { parse } from "./recorded";
import { persist, type Patience, type Reads } from "./reads";
import { proposedJson } from "./wire";

/** Every call waits for the server within its patience, then throws LogUnavailable. */
export interface LogIdentity {
  /** Undefined where the log was never given one. */
  known(): Promise<string | undefined>;
  /** Gives it one where it has none; whoever asks at the same time is told the same. */
  given(): Promise<string>;
}

const IDENTITY_STREAM = "log-identity";
const IDENTIFIED = "LogIdentified";

export function createLogIdentity(pipe: AppendPipe, reads: Reads, patience: Patience): LogIdentity {
  const known = async (): Promise<string | undefined> => {
    const [first] = await reads.stream({ stream: IDENTITY_STREAM, from: "start", backwards: false, count: 1 });
    const data = first && parse(first.data);
    const identity: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "log") : undefined;
    return typeof identity === "string" ? identity : undefined;
  };
  return {
    known,
    async given() {
      const there = await known();
      if (there !== undefined) return there;
      // Without the service's metadata: no reader is ever given it.
      const event = proposedJson(randomUUID(), IDENTIFIED, { log: randomUUID() }, {});
      // Where another process was first, the answer is a wrong revision, and its event is the one.
      await persist("naming the log", patience, () =>
        pipe.append({ stream: IDENTITY_STREAM, expected: -1, events: [event] }),
      );
      const identity = await known();
      if (identity === undefined) throw new Error(`What stands in the stream ${IDENTITY_STREAM} names no log.`);
      return identity;
    },
  };
}
