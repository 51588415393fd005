/** What a business should know of its listing now: rules over stored facts, each with its figures, their n and their period. */
import type { Gap } from "./gap-analysis";
import { LOW_RATING, PERIODS, type PlaceFigures } from "./place-figures";
import type { ProfileField } from "./profile-health";
import { rounded } from "./statistics";

export const INSIGHT_RULE = {
  /** The rating of today against the one of so many days ago, and the least difference that is worth a word. */
  ratingDays: 30,
  ratingMove: 0.1,
  /** Against the median of at least so many competitors. */
  competitorsMin: 3,
  ratingGap: 0.2,
  /** Fewer recent reviews than this share of the median. */
  reviewsShare: 0.5,
  closedDays: 30,
} as const;

export const insightTypes = [
  "unanswered_low_reviews",
  "rating_fell",
  "rating_rose",
  "rating_behind",
  "rating_ahead",
  "reviews_behind",
  "competitor_closed",
  "profile_incomplete",
] as const;
export type InsightType = (typeof insightTypes)[number];

export interface Insight {
  readonly type: InsightType;
  readonly title: string;
  /** The figures that it is made of. */
  readonly data: Readonly<Record<string, string | number | readonly string[]>>;
  /** Of how many reviews, competitors, days or fields. */
  readonly n: number;
  readonly periodDays: number | null;
}

export interface Known {
  readonly own: PlaceFigures;
  readonly gaps: readonly Gap[];
  readonly missing: readonly ProfileField[];
  /** The snapshot of so many days ago, and the newest one. */
  readonly ratings: { readonly then: number | null; readonly now: number | null; readonly days: number };
  /** Competitors that were found permanently closed within {@link INSIGHT_RULE.closedDays}. */
  readonly closed: readonly { readonly id: string; readonly name: string; readonly detectedAt: string }[];
}

/** The most pressing first: in the order of {@link insightTypes}. */
export const insightsOf = (known: Known): Insight[] => [
  ...unanswered(known.own),
  ...ratingMoved(known.ratings),
  ...againstMedian(known.gaps),
  ...known.closed.map(({ id, name, detectedAt }) => ({
    type: "competitor_closed" as const,
    title: `${name} has closed for good`,
    data: { competitorId: id, detectedAt },
    n: 1,
    periodDays: INSIGHT_RULE.closedDays,
  })),
  ...incomplete(known.missing),
];

function unanswered({ recent: { lowAnswerable: n, lowAnswered } }: PlaceFigures): Insight[] {
  const open = n - lowAnswered;
  if (open === 0) return [];
  const title = `${open} ${open === 1 ? "review" : "reviews"} with at most ${LOW_RATING} stars without an answer`;
  return [
    { type: "unanswered_low_reviews", title, data: { unanswered: open, reviews: n }, n, periodDays: PERIODS.recent },
  ];
}

function ratingMoved({ then, now, days }: Known["ratings"]): Insight[] {
  if (then === null || now === null) return [];
  const change = rounded(now - then, 2);
  if (Math.abs(change) < INSIGHT_RULE.ratingMove) return [];
  const [type, verb] = change < 0 ? (["rating_fell", "fell"] as const) : (["rating_rose", "rose"] as const);
  const data = { before: then, after: now, change };
  return [{ type, title: `The rating ${verb} from ${then} to ${now}`, data, n: 2, periodDays: days }];
}

function againstMedian(gaps: readonly Gap[]): Insight[] {
  return gaps.flatMap(({ figure, own, gap, periodDays, competitors: { n, median } }): Insight[] => {
    if (own === null || median === null || gap === null || n < INSIGHT_RULE.competitorsMin) return [];
    const common = { data: { own, median, gap }, n, periodDays };
    if (figure === "rating" && Math.abs(gap) >= INSIGHT_RULE.ratingGap) {
      const [type, word] = gap < 0 ? (["rating_behind", "below"] as const) : (["rating_ahead", "above"] as const);
      return [{ type, title: `The rating is ${word} the median of the competitors`, ...common }];
    }
    if (figure === "recentReviews" && own < median * INSIGHT_RULE.reviewsShare)
      return [{ type: "reviews_behind", title: "Fewer new reviews than the competitors get", ...common }];
    return [];
  });
}

function incomplete(missing: readonly ProfileField[]): Insight[] {
  if (missing.length === 0) return [];
  const title = `The listing lacks ${missing.join(", ")}`;
  return [{ type: "profile_incomplete", title, data: { missing }, n: missing.length, periodDays: null }];
}
