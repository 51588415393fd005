/** What the stored facts of one place come to: the figures that every analysis of a business is made of. */
import { share } from "./statistics";

/** Periods that end now, in days. */
export const PERIODS = { recent: 90, before: 90, responses: 180 } as const;

/** Stored reviews that were published within a period. */
export interface ReviewFigures {
  readonly n: number;
  readonly averageRating: number | null;
  /** Of how many it is known whether the owner responded, and of how many that the owner did. */
  readonly answerable: number;
  readonly answered: number;
  /** The same of those with at most {@link LOW_RATING} stars. */
  readonly lowAnswerable: number;
  readonly lowAnswered: number;
}

export const LOW_RATING = 3;

export const noReviews: ReviewFigures = {
  n: 0,
  averageRating: null,
  answerable: 0,
  answered: 0,
  lowAnswerable: 0,
  lowAnswered: 0,
};

export interface PlaceFigures {
  readonly rating: number | null;
  readonly reviewCount: number | null;
  /** Whether any review of the place was ever stored: without one, a period without reviews says nothing. */
  readonly reviewed: boolean;
  /** Published within the last {@link PERIODS.recent} days, and within as many before them. */
  readonly recent: ReviewFigures;
  readonly before: ReviewFigures;
  /** Published within the last {@link PERIODS.responses} days. */
  readonly responses: ReviewFigures;
  /** Null where photos were never looked for. */
  readonly photos: number | null;
  readonly localPackRank: number | null;
}

export const responseRate = ({ answered, answerable }: Pick<ReviewFigures, "answered" | "answerable">): number | null =>
  share(answered, answerable);
