/** Counts credentials that were wrong by the address they came from, in memory: refusing costs less than looking one up. */
import type { Clock } from "../time/clock";
import { Failure } from "./failure";
import { addressBlock } from "./message";

/** Far beyond what a misconfigured client sends, and few enough that nobody keeps the database busy with made-up keys. */
const FAILURES_MAX = 300;
const WINDOW_MS = 60_000;
const ADDRESSES_MAX = 10_000;

export interface FailedAttempts {
  /** Throws a 429 Failure with `Retry-After` where too many failed from there in this minute. */
  check(clientIp: string): void;
  note(clientIp: string): void;
}

interface Window {
  failures: number;
  readonly endsAt: number;
}

export function createFailedAttempts(clock: Clock): FailedAttempts {
  const windows = new Map<string, Window>();
  const current = (block: string, now: number): Window | undefined => {
    const known = windows.get(block);
    return known !== undefined && known.endsAt > now ? known : undefined;
  };
  return {
    check(clientIp) {
      const now = clock.now().getTime();
      const known = current(addressBlock(clientIp), now);
      if (known === undefined || known.failures < FAILURES_MAX) return;
      const headers = { "retry-after": String(Math.ceil((known.endsAt - now) / 1000)) };
      const sentence = "Too many wrong credentials came from this address; try again later.";
      throw new Failure(429, "too_many_attempts", sentence, {}, headers);
    },
    note(clientIp) {
      const now = clock.now().getTime();
      const block = addressBlock(clientIp);
      const known = current(block, now);
      if (known !== undefined) {
        known.failures += 1;
        return;
      }
      // In order of their beginning, because all windows are of one length: the first is over first.
      windows.delete(block);
      const [oldest] = windows.keys();
      if (windows.size >= ADDRESSES_MAX && oldest !== undefined) windows.delete(oldest);
      windows.set(block, { failures: 1, endsAt: now + WINDOW_MS });
    },
  };
}
