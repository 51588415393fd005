/** When a failed delivery is tried again: about 1, 2, 4, 8, 16, 32 and 60 minutes after its attempts, or as the receiver asks. */

const MINUTE_MS = 60_000;
const WAITS_MIN = [1, 2, 4, 8, 16, 32, 60] as const;
const JITTER = 0.2;

/** The first attempt and one after each wait; a delivery that failed as often is dead. */
export const ATTEMPTS_MAX = WAITS_MIN.length + 1;

/**
 * The wait in ms after the given number of failed attempts (from 1); null after the last one. Without a wish of the
 * receiver it lies within 20 % of the schedule's. A `Retry-After` is obeyed between the schedule's shortest and longest
 * wait, and may be exceeded by 20 %, so that receivers that ask many senders for the same instant do not meet them all.
 *
 * @param random from [0, 1)
 */
export function retryDelayMs(attempts: number, retryAfterMs: number | null, random: number): number | null {
  const minutes = WAITS_MIN[attempts - 1];
  if (minutes === undefined) return null;
  if (retryAfterMs === null) return Math.round(minutes * MINUTE_MS * (1 - JITTER + 2 * JITTER * random));
  const bounded = Math.min(Math.max(retryAfterMs, WAITS_MIN[0] * MINUTE_MS), 60 * MINUTE_MS);
  return Math.round(bounded * (1 + JITTER * random));
}
