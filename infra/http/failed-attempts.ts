/** Counts credentials that were wrong by the address they came from, over all processes: refusing costs less than looking one up. */
import type { Clock } from "../time/clock";
import { Failure } from "./failure";
import { addressBlock } from "./message";
import type { Limiter } from "./rate-limiter";

/** Far beyond what a misconfigured client sends, and few enough that nobody keeps the database busy with made-up keys. */
const FAILURES = { limit: 300, windowSeconds: 60 } as const;
const ADDRESSES_MAX = 10_000;

export interface FailedAttempts {
  /** Throws a 429 Failure with `Retry-After` where too many failed from there in this minute, as far as this process knows. */
  check(clientIp: string): void;
  /** From here on this process knows where, with those of all others, it was one too many. */
  note(clientIp: string): Promise<void>;
}

export function createFailedAttempts(clock: Clock, limiter: Pick<Limiter, "take">): FailedAttempts {
  /** Until when nobody is let in from there. */
  const closed = new Map<string, number>();
  return {
    check(clientIp) {
      const now = clock.now().getTime();
      const until = closed.get(addressBlock(clientIp));
      if (until === undefined || until <= now) return;
      const headers = { "retry-after": String(Math.ceil((until - now) / 1000)) };
      const sentence = "Too many wrong credentials came from this address; try again later.";
      throw new Failure(429, "too_many_attempts", sentence, {}, headers);
    },
    async note(clientIp) {
      const block = addressBlock(clientIp);
      const now = clock.now().getTime();
      const { allowed, remaining, resetSeconds } = await limiter.take(`failed:${block}`, FAILURES);
      if (allowed && remaining > 0) return;
      // In order of their beginning, because all windows end together: the first is over first.
      closed.delete(block);
      const [oldest] = closed.keys();
      if (closed.size >= ADDRESSES_MAX && oldest !== undefined) closed.delete(oldest);
      closed.set(block, now + resetSeconds * 1000);
    },
  };
}
