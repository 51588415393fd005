/** Figures of a place of which nothing is known, with what a test says of it. */
import { noReviews, type PlaceFigures, type ReviewFigures } from "../../../domain/analytics/place-figures";

export const figures = (more: Partial<PlaceFigures> = {}): PlaceFigures => ({
  rating: null,
  reviewCount: null,
  reviewed: false,
  recent: noReviews,
  before: noReviews,
  responses: noReviews,
  photos: null,
  localPackRank: null,
  ...more,
});

export const reviews = (more: Partial<ReviewFigures>): ReviewFigures => ({ ...noReviews, ...more });
