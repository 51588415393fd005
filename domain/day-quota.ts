/** A quota of a UTC day that a fold counts: the newest day on which something was used, and how much of it. */
import type { QuotaName } from "./plans";
import { refuse, type Refusal, type RefusalCode, type UsedUp } from "./refusals";
import { secondsToMidnight, utcDay } from "./utc-day";

export interface DayUse {
  readonly day: string;
  readonly used: number;
}

export const unused: DayUse = { day: "", used: 0 };

/** `at` is the ISO instant of the use. A day that has ended never comes back, whichever process's clock says so. */
export function counted(use: DayUse, at: string): DayUse {
  const day = utcDay(at);
  return day > use.day ? { day, used: 1 } : { ...use, used: use.used + 1 };
}

/** What of the quota is used up by now. `now` is an ISO instant. */
export const usedOn = (use: DayUse, now: string): number => (utcDay(now) > use.day ? 0 : use.used);

/** `now` is an ISO instant, `quota` how many a UTC day. */
export interface DayAllowance {
  readonly now: string;
  readonly quota: number;
}

/** Undefined where there is one left. `what` is counted, in the plural. */
export function refusedForToday(
  use: DayUse,
  { now, quota }: DayAllowance,
  { code, name, what }: { readonly code: RefusalCode; readonly name: QuotaName; readonly what: string },
): Refusal | undefined {
  const used = usedOn(use, now);
  if (used < quota) return undefined;
  const sentence = `The plan allows ${quota} ${what} a day.`;
  return usedUpToday(code, sentence, { name, limit: quota, used }, now);
}

/** Tells when the day ends, as every answer about a used-up limit does. `now` is an ISO instant. */
export function usedUpToday(code: RefusalCode, sentence: string, quota: UsedUp, now: string): Refusal {
  const resetSeconds = secondsToMidnight(now);
  return refuse(code, sentence, { quota: { ...quota, resetSeconds }, retryAfterSeconds: resetSeconds });
}
