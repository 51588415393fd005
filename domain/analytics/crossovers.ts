/** When a competitor and the own business would change places, if both went on as they did: two straight lines, and their error. */
import { errorsOf95, rounded } from "./statistics";
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
  /** Whose newest day is older than this at the moment of the request has no present to project from. */
  staleDays: 7,
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

/** Each series in the order of its days, of the look-back alone; `today` is the day of the request, counted as theirs. */
export function crossover(own: readonly DayValue[], competitor: readonly DayValue[], today: number): Crossover {
  const [ownNow, theirsNow] = [own.at(-1), competitor.at(-1)];
  const gap = ownNow === undefined || theirsNow === undefined ? null : rounded(ownNow.value - theirsNow.value, 4);
  const n = { own: own.length, competitor: competitor.length };
  const [ours, theirs] = [trendOf(own), trendOf(competitor)];
  const told = { currentGap: gap, daysToCrossover: null, n };
  const age = (newest: DayValue | undefined) => today - (newest?.day ?? -Infinity);
  const isStale = Math.max(age(ownNow), age(theirsNow)) > CROSSOVER_RULE.staleDays;
  if (gap === null || ours === null || theirs === null || isStale)
    return { ...told, status: "insufficient_data", gapPerDay: null, gapPerDayError: null, significant: false };
  const perDay = ours.perDay - theirs.perDay;
  const error = Math.hypot(ours.error, theirs.error);
  // From today: each side has gone on since its own newest day.
  const gapToday = gap + ours.perDay * age(ownNow) - theirs.perDay * age(theirsNow);
  const days = gap * perDay < 0 ? Math.max(0, Math.ceil(-gapToday / perDay)) : Infinity;
  const crosses = days <= CROSSOVER_RULE.daysMax;
  return {
    ...told,
    status: statusOf(gap, crosses),
    daysToCrossover: crosses ? days : null,
    gapPerDay: rounded(perDay, 6),
    gapPerDayError: rounded(error, 6),
    // With the fewer degrees of freedom of both, so rather too seldom than too often.
    significant: Math.abs(perDay) > errorsOf95(Math.min(n.own, n.competitor) - 2) * error,
  };
}

function statusOf(gap: number, crosses: boolean): CrossoverStatus {
  if (gap === 0) return "level";
  if (gap > 0) return crosses ? "projected_overtake" : "ahead";
  return crosses ? "projected_catch_up" : "behind";
}
