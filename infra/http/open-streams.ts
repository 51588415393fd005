/** Streamed answers hold memory and tell what may be erased meanwhile: an account has few of them open, and none that nobody reads. */
import type { Clock } from "../time/clock";
import type { StreamedBody } from "./endpoint";
import { Failure } from "./failure";

const OPEN_MAX = 2;
const UNREAD_MS = 30_000;

export interface OpenStreams {
  /** Throws a 429 Failure where the account has as many open as it may. `closed` says that the connection has no more use for it. */
  open(accountId: string, body: StreamedBody, closed: AbortSignal): StreamedBody;
}

export function createOpenStreams(clock: Clock): OpenStreams {
  const counts = new Map<string, number>();
  const release = (accountId: string) => () => {
    const left = (counts.get(accountId) ?? 1) - 1;
    if (left === 0) counts.delete(accountId);
    else counts.set(accountId, left);
  };
  return {
    open(accountId, body, closed) {
      const count = counts.get(accountId) ?? 0;
      if (count >= OPEN_MAX) throw tooMany();
      if (!closed.aborted) {
        counts.set(accountId, count + 1);
        closed.addEventListener("abort", release(accountId), { once: true });
      }
      return readOrEnded(body, clock);
    },
  };
}

/** The same body, which calls itself off where a chunk waits for too long. */
function readOrEnded({ contentType, chunks }: StreamedBody, clock: Clock): StreamedBody {
  const unread = new AbortController();
  async function* read(): AsyncGenerator<string | Uint8Array> {
    for await (const chunk of chunks) {
      const callOff = clock.after(UNREAD_MS, () => unread.abort());
      try {
        yield chunk;
      } finally {
        callOff();
      }
    }
  }
  return { contentType, chunks: read(), calledOff: unread.signal };
}

const tooMany = () =>
  new Failure(
    429,
    "too_many_streams",
    `This account reads ${OPEN_MAX} streams at this moment; repeat the request when one of them has ended.`,
    {},
    { "retry-after": "1" },
  );
