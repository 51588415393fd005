/**
 * How complete and alive a listing is, 0 to 100, from stored facts alone.
 *
 * Six parts, each between 0 and 1 and with a weight. What was never observed has no value and no weight: the score is the
 * weighted mean of what is known, and `coverage` says how much of the weight that is. docs/formulas.md gives the reasons.
 */
import { PERIODS, responseRate, type PlaceFigures } from "./place-figures";
import { clamp01, rounded } from "./statistics";

export const HEALTH_RULE = {
  weights: { completeness: 25, rating: 25, reviewVolume: 15, reviewRecency: 10, ownerResponses: 15, photos: 10 },
  /** From these on, a part is worth all it can be. */
  full: { rating: 5, reviewCount: 200, recentReviews: 9, photos: 10 },
  /** A rating of this is worth nothing. */
  worstRating: 1,
} as const;

export const profileFields = ["name", "address", "category", "phone", "website", "hours", "location"] as const;
export type ProfileField = (typeof profileFields)[number];
export type HealthPart = keyof typeof HEALTH_RULE.weights;

export interface PartOfHealth {
  readonly part: HealthPart;
  readonly weight: number;
  /** 0 to 1; null where it was never observed. */
  readonly value: number | null;
  /** How many facts, reviews or photos it is made of; a rating of unknown many reviews is one fact. */
  readonly n: number;
  readonly periodDays: number | null;
}

export interface ProfileHealth {
  readonly score: number | null;
  readonly coverage: number;
  readonly parts: readonly PartOfHealth[];
  readonly missing: readonly ProfileField[];
}

/** `present` names the fields that the listing has; null where it was never seen. */
export function profileHealth(present: readonly ProfileField[] | null, figures: PlaceFigures): ProfileHealth {
  const { full, weights, worstRating } = HEALTH_RULE;
  const { rating, reviewCount, recent, responses, photos } = figures;
  const part = (name: HealthPart, value: number | null, n: number, periodDays: number | null = null): PartOfHealth => ({
    part: name,
    weight: weights[name],
    value: value === null ? null : rounded(clamp01(value), 4),
    n,
    periodDays,
  });
  const parts = [
    part("completeness", present && present.length / profileFields.length, present === null ? 0 : profileFields.length),
    part(
      "rating",
      rating === null ? null : (rating - worstRating) / (full.rating - worstRating),
      rating === null ? 0 : (reviewCount ?? 1),
    ),
    // Each doubling of the reviews is worth the same.
    part(
      "reviewVolume",
      reviewCount === null ? null : Math.log2(1 + reviewCount) / Math.log2(1 + full.reviewCount),
      reviewCount ?? 0,
    ),
    part("reviewRecency", figures.reviewed ? recent.n / full.recentReviews : null, recent.n, PERIODS.recent),
    part("ownerResponses", responseRate(responses), responses.answerable, PERIODS.responses),
    part("photos", photos === null ? null : photos / full.photos, photos ?? 0),
  ];
  const known = parts.filter(({ value }) => value !== null);
  const weight = (those: readonly PartOfHealth[]) => those.reduce((sum, one) => sum + one.weight, 0);
  const points = known.reduce((sum, one) => sum + one.weight * (one.value ?? 0), 0);
  return {
    score: known.length === 0 ? null : Math.round((100 * points) / weight(known)),
    coverage: weight(known) / weight(parts),
    parts,
    missing: present === null ? [] : profileFields.filter((field) => !present.includes(field)),
  };
}
