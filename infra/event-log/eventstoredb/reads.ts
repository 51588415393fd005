/** Reads that end: one stream, or a page of everything. Tries again within its patience, then throws LogUnavailable. */
import type { ReadReq, ReadResp } from "@eventstore/db-client/generated/streams_pb";
import { isErased, isPassing, isRefused, refused, StreamErased, unavailable } from "./failures";
import type { OfficialClient } from "./official-client";
import { converse } from "./conversation";
import { createBulkhead } from "./bulkhead";
import { backOffMs, pause } from "./patience";
import { isSystem } from "./recorded";
import { searchOnce } from "./search";
import { eventOf, readAllRequest, readStreamRequest, type WireEvent } from "./wire";

export interface StreamSlice {
  readonly stream: string;
  readonly from: number | "start" | "end";
  readonly backwards: boolean;
  readonly count: number;
}

export interface Scan {
  /** Everybody's events, system events left out. */
  readonly events: readonly WireEvent[];
  /** Up to where the server has looked. */
  readonly position: number;
  readonly atHead: boolean;
}

export interface Reads {
  /** Empty where the stream is missing; throws StreamErased after a tombstone. */
  stream(slice: StreamSlice): Promise<readonly WireEvent[]>;
  /** `after` is exclusive. */
  all(after: number, limit: number, types?: readonly string[]): Promise<Scan>;
  head(): Promise<number>;
}

export interface Patience {
  /** Without any sign of life for this long, a try has failed. */
  readonly attemptMs: number;
  readonly patienceMs: number;
  readonly closed: AbortSignal;
}

/** More at once only take the server's answers from each other, and make all of them late. */
const AT_ONCE = 64;

/** `farBytes`: positions are offsets into the log, so their difference tells how much the server has to look through. */
export function createReads(client: OfficialClient, patience: Patience, farBytes: number): Reads {
  const bulkhead = createBulkhead(AT_ONCE);
  const collect = (doing: string, request: ReadReq): Promise<WireEvent[]> =>
    persist(doing, patience, (giveUpAt) =>
      bulkhead.through(giveUpAt, () => collectOnce(client, request, patience.attemptMs)),
    );
  const head = async (): Promise<number> => {
    const [last] = await collect("asking for its end", readAllRequest({ from: "end", count: 1 }));
    return last?.position ?? 0;
  };
  return {
    head,
    stream: ({ stream, from, backwards, count }) =>
      collect("reading a stream", readStreamRequest(stream, from, backwards, count)),
    all: async (after, limit, types) => {
      // The end as it was before: a read that runs out of events has then looked at least this far.
      const end = await head();
      if (end <= after) return { events: [], position: after, atHead: true };
      if (types !== undefined && end - after > farBytes)
        return persist("searching", patience, () =>
          searchOnce(client, { after, types, limit, end }, patience.attemptMs),
        );
      // One more, because the event at `after` comes again where it matches.
      const wanted = limit + 1;
      const found = await collect("reading", readAllRequest({ from: after, count: wanted, ...(types && { types }) }));
      const events = found.filter((event) => event.position > after).slice(0, limit);
      const atHead = found.length < wanted;
      const last = events.at(-1)?.position ?? after;
      return {
        events: events.filter((event) => !isSystem(event)),
        position: atHead ? Math.max(last, end) : last,
        atHead,
      };
    },
  };
}

/** Tries until it works, what failed is final, or patience is at an end. */
export async function persist<Value>(
  doing: string,
  { patienceMs, closed }: Patience,
  run: (giveUpAt: number) => Promise<Value>,
): Promise<Value> {
  const giveUpAt = performance.now() + patienceMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(giveUpAt);
    } catch (error) {
      if (isErased(error)) throw new StreamErased("The stream has a tombstone.", { cause: error });
      if (isRefused(error)) throw refused(doing, error);
      if (!isPassing(error)) throw error;
      const waitMs = backOffMs(attempt);
      if (closed.aborted || performance.now() + waitMs >= giveUpAt) throw unavailable(doing, error);
      await pause(waitMs, closed);
    }
  }
}

function collectOnce(client: OfficialClient, request: ReadReq, idleMs: number): Promise<WireEvent[]> {
  const events: WireEvent[] = [];
  const take = (answer: ReadResp): undefined => {
    const event = eventOf(answer);
    if (event !== undefined) events.push(event);
  };
  return converse(client, client.read(request), idleMs, { take, ended: () => events });
}
