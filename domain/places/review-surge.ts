/**
 * When new reviews are more than a place's own history makes plausible.
 *
 * The window reaches from the oldest count within the 7 days before today to today. A surge is when at least 5 reviews came
 * in within it and the place's own 90 days before the window make so many less likely than 1 in 10,000. Reviews are taken
 * to arrive as a Poisson process of unknown rate: after `seen` reviews in `days` days, under the Jeffreys prior, the number
 * in the window has a negative binomial distribution, which knows that a short or quiet history says little about the rate.
 *
 * A place must have been counted for 28 days before the window, so its first import is no surge. For 14 days after a surge
 * nothing is one: it is the same. A count that comes back after it had dropped is no news: new is what exceeds the highest
 * count before the window. Reviews that came in over more than 7 days without a count are nobody's surge.
 *
 * Of 77,571 place-days with reviews of 2,760 lodgings in Oslo (2011 to 2021) it fires on 5; see docs/review-surge.md.
 * Source: the gamma-Poisson predictive distribution, as in any text on Bayesian count data.
 */
import { DAY_MS } from "../utc-day";

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
  /** What the baseline's rate gives for the window. */
  readonly expectedReviews: number;
  readonly windowDays: number;
}

/**
 * Whether `today` is a surge. `history` holds the counts of earlier days, oldest first; today's own earlier count, if
 * there was one, is not among them.
 */
export function reviewSurge(history: readonly DayCount[], today: DayCount, lastSurgeDay: string | null): Surge | null {
  const rule = SURGE_RULE;
  if (lastSurgeDay !== null && daysBetween(lastSurgeDay, today.day) <= rule.quietDaysAfter) return null;
  // Most days bring few, whatever the window: they are spared the calendar.
  if (history.every((one) => today.count - one.count < rule.newReviewsMin)) return null;
  const windowStart = daysBefore(today.day, rule.windowDaysMax);
  const startsAt = history.findLastIndex((one) => one.day < windowStart) + 1;
  const start = history[startsAt];
  const first = history[0];
  if (start === undefined || first === undefined || daysBetween(first.day, start.day) < rule.historyDaysMin)
    return null;
  const before = history.slice(0, startsAt + 1);
  const baselineStart = daysBefore(start.day, rule.baselineDays);
  const baselineAt = Math.max(
    before.findLastIndex((one) => one.day <= baselineStart),
    0,
  );
  const baseline = before.slice(baselineAt);
  const reached = Math.max(...baseline.map((one) => one.count));
  const seen = reached - (baseline[0]?.count ?? reached);
  const days = daysBetween(baseline[0]?.day ?? start.day, start.day);
  const windowDays = daysBetween(start.day, today.day);
  const newReviews = today.count - reached;
  const expectedReviews = ((seen + 0.5) / days) * windowDays;
  if (newReviews < rule.newReviewsMin || newReviews <= expectedReviews) return null;
  return chanceOfAtLeast(newReviews, windowDays, { seen, days }) < rule.chanceMax
    ? { newReviews, expectedReviews, windowDays }
    : null;
}

/**
 * The chance of `count` or more reviews in `windowDays`, after `seen` in `days`: P(X >= count) of a negative binomial with
 * shape seen + 1/2 and success probability days / (days + windowDays). For counts above the expected number.
 */
export function chanceOfAtLeast(
  count: number,
  windowDays: number,
  { seen, days }: { readonly seen: number; readonly days: number },
): number {
  const shape = seen + 0.5;
  const hit = windowDays / (days + windowDays);
  const logTerm =
    logGamma(count + shape) - logGamma(shape) - logGamma(count + 1) + shape * Math.log1p(-hit) + count * Math.log(hit);
  let term = Math.exp(logTerm);
  let sum = term;
  for (let i = count; term > sum * 1e-12; i++) {
    term *= ((shape + i) / (i + 1)) * hit;
    sum += term;
  }
  return Math.min(sum, 1);
}

/** The logarithm of the gamma function for x > 0, by Stirling's series. */
function logGamma(x: number): number {
  if (x < 10) return logGamma(x + 1) - Math.log(x);
  const series = 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1_260 * x ** 5);
  return (x - 0.5) * Math.log(x) - x + Math.log(2 * Math.PI) / 2 + series;
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** The day so many days earlier; days compare as text, which spares a long history its dates. */
function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
}
