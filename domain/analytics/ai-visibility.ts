/** How often AI engines name a business, of so many answers: rates with the interval in which they lie, never without n. */
import { rounded, wilsonInterval } from "./statistics";

export const AI_VISIBILITY_RULE = {
  /** Days are clamped to these (interface specification, Limits). */
  days: { min: 7, max: 90, default: 30 },
  /** Of more answers than these, the newest are looked at. */
  answersMax: 10_000,
  locationsMax: 200,
  topQueriesMax: 20,
  recentMax: 20,
} as const;

export const clampedDays = (days: number): number =>
  Math.min(AI_VISIBILITY_RULE.days.max, Math.max(AI_VISIBILITY_RULE.days.min, days));

/** Percentages, one decimal. */
export interface Appearance {
  readonly mentioned: number;
  readonly total: number;
  readonly percentage: number | null;
  readonly interval: { readonly low: number; readonly high: number } | null;
}

export function appearance(mentioned: number, total: number): Appearance {
  const percent = (share: number) => rounded(100 * share, 1);
  const interval = wilsonInterval(mentioned, total);
  return {
    mentioned,
    total,
    percentage: total === 0 ? null : percent(mentioned / total),
    interval: interval === null ? null : { low: percent(interval.low), high: percent(interval.high) },
  };
}

/** The newest answer of one engine to one question. */
export interface NewestAnswer {
  readonly query: string;
  readonly engine: string;
  readonly mentioned: boolean;
  readonly position: number | null;
  readonly mentionText: string | null;
  readonly competitorsMentioned: readonly string[];
  readonly checkedAt: string;
  /** Answers of that engine to that question within the period. */
  readonly n: number;
}

export interface TopQuery {
  readonly query: string;
  readonly mentioned: boolean;
  /** Those whose newest answer names the business. */
  readonly engines: readonly string[];
  /** The best of them. */
  readonly position: number | null;
  readonly mentionText: string | null;
  readonly competitorsMentioned: readonly string[];
  readonly checkedAt: string;
  readonly n: number;
}

/** By what each engine answered last; the questions that most engines name the business for come first, then the newest. */
export function topQueries(answers: readonly NewestAnswer[]): readonly TopQuery[] {
  const byQuery = new Map<string, NewestAnswer[]>();
  for (const answer of answers) {
    const known = byQuery.get(answer.query);
    if (known === undefined) byQuery.set(answer.query, [answer]);
    else known.push(answer);
  }
  const newestFirst = (a: { readonly checkedAt: string }, b: { readonly checkedAt: string }) =>
    a.checkedAt < b.checkedAt ? 1 : a.checkedAt > b.checkedAt ? -1 : 0;
  const told = [...byQuery].map(([query, unordered]): TopQuery => {
    const all = unordered.toSorted(newestFirst);
    const mentions = all.filter(({ mentioned }) => mentioned);
    const positions = mentions.flatMap(({ position }) => (position === null ? [] : [position]));
    return {
      query,
      mentioned: mentions.length > 0,
      engines: mentions.map(({ engine }) => engine).toSorted(),
      position: positions.length === 0 ? null : Math.min(...positions),
      mentionText: mentions.find(({ mentionText }) => mentionText !== null)?.mentionText ?? null,
      competitorsMentioned: [...new Set(all.flatMap(({ competitorsMentioned }) => competitorsMentioned))],
      checkedAt: all[0]?.checkedAt ?? "",
      n: all.reduce((sum, { n }) => sum + n, 0),
    };
  });
  return told.toSorted((a, b) => b.engines.length - a.engines.length || newestFirst(a, b));
}
