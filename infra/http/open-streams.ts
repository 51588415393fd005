/** Streamed answers hold memory and tell what may be erased meanwhile: an account has few of them open, and none that nobody reads. */
import type { Clock } from "../time/clock";
import type { Endpoint, Principal, StreamedBody } from "./endpoint";
import { Failure } from "./failure";

const OPEN_MAX = 2;
const UNREAD_MS = 30_000;

/** Who has streams open, and how many at most. */
export interface Reader {
  readonly id: string;
  readonly openMax: number;
}

/** The account, and beside it the credential where that has one such answer at a time. */
export const readersOf = (
  { id, alone }: Pick<Endpoint, "id" | "alone">,
  principal: Pick<Principal, "id">,
  accountId: string,
): readonly Reader[] => [
  { id: accountId, openMax: OPEN_MAX },
  ...(alone === true ? [{ id: `${id} by ${principal.id}`, openMax: 1 }] : []),
];

export interface OpenStreams {
  /** Throws a 429 Failure where one of the readers has as many open as it may. `closed` says that the connection has no more use for it. */
  open(readers: readonly Reader[], body: StreamedBody, closed: AbortSignal): StreamedBody;
}

export function createOpenStreams(clock: Clock): OpenStreams {
  const counts = new Map<string, number>();
  const release = (id: string) => {
    const left = (counts.get(id) ?? 1) - 1;
    if (left === 0) counts.delete(id);
    else counts.set(id, left);
  };
  return {
    open(readers, body, closed) {
      const full = readers.find(({ id, openMax }) => (counts.get(id) ?? 0) >= openMax);
      if (full !== undefined) throw tooMany(full);
      if (!closed.aborted) {
        for (const { id } of readers) counts.set(id, (counts.get(id) ?? 0) + 1);
        closed.addEventListener("abort", () => readers.forEach(({ id }) => release(id)), { once: true });
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

const tooMany = ({ openMax }: Reader) =>
  new Failure(
    429,
    "too_many_streams",
    openMax === 1
      ? "This credential reads such a stream at this moment; repeat the request when it has ended."
      : `This account reads ${openMax} streams at this moment; repeat the request when one of them has ended.`,
    {},
    { "retry-after": "1" },
  );
