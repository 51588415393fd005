/** When something is tried again that did not work: after a minute at first, then after twice as long each time, at least daily, for a month. */
import { nextCheck } from "../domain/compliance-schedule";
import { DAY_MS } from "../domain/utc-day";

const MINUTE_MS = 60_000;
/** About thirty days. */
const TRIES_MAX = 40;

/** An ISO instant; `tries` counts the attempts before this one. Null after the last. */
export const triedAgainAt = (now: Date, tries: number): string | null =>
  tries + 1 < TRIES_MAX
    ? new Date(now.getTime() + Math.min(MINUTE_MS * 2 ** Math.min(tries, 11), DAY_MS)).toISOString()
    : null;

export const aDayAfter = (now: Date): string => new Date(now.getTime() + DAY_MS).toISOString();

/** A look at a registration: why it is made, and how often that was in vain before. */
export interface Look {
  readonly because: "submission" | "callback" | "check";
  readonly tries: number;
  readonly submittedAt: string;
}

/**
 * When a look that was in vain at `now` (an ISO instant, as is the answer) is repeated; null where the next check is soon
 * enough, or none follows. After the schedule nothing is asked of its own accord any more: a callback alone brings further looks.
 */
export function lookedAgainAt({ because, tries, submittedAt }: Look, now: string): string | null {
  if (because === "check") return null;
  const again = triedAgainAt(new Date(now), tries);
  return again === null || because === "callback" || nextCheck(submittedAt, again) !== null ? again : null;
}
