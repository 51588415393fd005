/** When a competitor and the own business would change places, if both went on as they did: two straight lines, and their error. */
import { rounded } from "./statistics";
import { trendOf, type DayValue } from "./trend";

export const metrics = ["rating", "review_count"] as const;
export type Metric = (typeof metrics)[number];

export const crossoverStatuses = [
  "projected_overtake",
  "projected_catch_up",
  "ahead",
  "behind",
  "level",
  "insufficient_data",
] as const;
export type CrossoverStatus = (typeof crossoverStatuses)[number];

export const CROSSOVER_RULE = {
  /** What would be later is not told: nothing goes on in a straight line for so long. */
  daysMax: 365,
  /** Standard errors between which a slope lies 19 times of 20. */
  errors: 1.96,
} as const;

export interface Crossover {
  readonly status: CrossoverStatus;
  /** Own less competitor's, of the newest days; null where either was never seen. */
  readonly currentGap: number | null;
  /** Of a projected overtake or catching up alone. */
  readonly daysToCrossover: number | null;
  /** How the gap changes a day, and the standard error of that. Null where there are too few days to tell. */
  readonly gapPerDay: number | null;
  readonly gapPerDayError: number | null;
  /** Whether the change of the gap is told from no change, 19 times of 20. */
  readonly significant: boolean;
  readonly n: { readonly own: number; readonly competitor: number };
}

/** Each series in the order of its days, of the look-back alone. */
export function crossover(own: readonly DayValue[], competitor: readonly DayValue[]): Crossover {
  const [ownNow, theirsNow] = [own.at(-1)?.value, competitor.at(-1)?.value];
  const gap = ownNow === undefined || theirsNow === undefined ? null : rounded(ownNow - theirsNow, 4);
  const n = { own: own.length, competitor: competitor.length };
  const [ours, theirs] = [trendOf(own), trendOf(competitor)];
  const told = { currentGap: gap, daysToCrossover: null, n };
  if (gap === null || ours === null || theirs === null)
    return { ...told, status: "insufficient_data", gapPerDay: null, gapPerDayError: null, significant: false };
  const perDay = ours.perDay - theirs.perDay;
  const error = Math.hypot(ours.error, theirs.error);
  const days = gap * perDay < 0 ? Math.ceil(-gap / perDay) : Infinity;
  const crosses = days <= CROSSOVER_RULE.daysMax;
  return {
    ...told,
    status: statusOf(gap, crosses),
    daysToCrossover: crosses ? days : null,
    gapPerDay: rounded(perDay, 6),
    gapPerDayError: rounded(error, 6),
    significant: Math.abs(perDay) > CROSSOVER_RULE.errors * error,
  };
}

function statusOf(gap: number, crosses: boolean): CrossoverStatus {
  if (gap === 0) return "level";
  if (gap > 0) return crosses ? "projected_overtake" : "ahead";
  return crosses ? "projected_catch_up" : "behind";
}
