/**
 * When new reviews are more than a place's own history makes plausible.
 *
 * Reviews are taken to arrive as a Poisson process whose rate is the place's own over the 90 days before the window
 * (with half a review added, so that a quiet place has a rate at all: the Jeffreys prior of a Poisson rate). The window
 * reaches from the last count before today to today, at most 7 days. A surge is when at least 5 reviews came in within
 * it and the chance of so many, P(X >= new | rate x window), is below 1 in 10,000. A place must have been counted for 28
 * days before (its first import is no surge), and for 14 days after a surge nothing is a surge (it is the same one).
 *
 * Source: the exact Poisson test of a count against a known rate, as in any text on count data.
 */

export const SURGE_RULE = {
  baselineDays: 90,
  windowDaysMax: 7,
  newReviewsMin: 5,
  chanceMax: 1e-4,
  historyDaysMin: 28,
  quietDaysAfter: 14,
} as const;

export interface DayCount {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly count: number;
}

export interface Surge {
  readonly newReviews: number;
  readonly expectedReviews: number;
  readonly windowDays: number;
}

/**
 * Whether `today` is a surge. `history` holds the counts of earlier days, oldest first; today's own earlier count, if
 * there was one, is not among them.
 */
export function reviewSurge(history: readonly DayCount[], today: DayCount, lastSurgeDay: string | null): Surge | null {
  const last = history.at(-1);
  const first = history[0];
  if (last === undefined || first === undefined) return null;
  const windowDays = daysBetween(last.day, today.day);
  const newReviews = today.count - last.count;
  const baselineStart = Math.max(daysBetween(first.day, last.day) - SURGE_RULE.baselineDays, 0);
  const baseline = history.find((one) => daysBetween(first.day, one.day) >= baselineStart) ?? first;
  const baselineDays = daysBetween(baseline.day, last.day);
  if (
    newReviews < SURGE_RULE.newReviewsMin ||
    windowDays > SURGE_RULE.windowDaysMax ||
    daysBetween(first.day, last.day) < SURGE_RULE.historyDaysMin ||
    (lastSurgeDay !== null && daysBetween(lastSurgeDay, today.day) <= SURGE_RULE.quietDaysAfter)
  )
    return null;
  const rate = (Math.max(last.count - baseline.count, 0) + 0.5) / Math.max(baselineDays, 1);
  const expectedReviews = rate * windowDays;
  return poissonTail(newReviews, expectedReviews) < SURGE_RULE.chanceMax
    ? { newReviews, expectedReviews, windowDays }
    : null;
}

/** P(X >= k) for X ~ Poisson(mean), k > 0. */
export function poissonTail(k: number, mean: number): number {
  let term = Math.exp(-mean + k * Math.log(mean) - logFactorial(k));
  let sum = term;
  for (let i = k + 1; term > sum * 1e-12; i++) {
    term *= mean / i;
    sum += term;
  }
  return Math.min(sum, 1);
}

function logFactorial(n: number): number {
  let sum = 0;
  for (let i = 2; i <= n; i++) sum += Math.log(i);
  return sum;
}

const DAY_MS = 86_400_000;

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}
