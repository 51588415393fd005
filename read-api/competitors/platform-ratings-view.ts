/** Ratings of a place on platforms beside its main listing, by platform, in the dashboard's spelling. */
import { z } from "zod";
import type { Observation } from "../../domain/places/observation";

export type PlatformRatings = NonNullable<Observation["platformRatings"]>;

export const platformRatingsView = z.record(
  z.string(),
  z.strictObject({
    rating: z.number().nullable(),
    review_count: z.number().int().nullable(),
    url: z.string().nullable(),
  }),
);

export function ratingsOf(stored: PlatformRatings | null): z.output<typeof platformRatingsView> {
  return Object.fromEntries(
    Object.entries(stored ?? {}).map(([platform, { rating, reviewCount, url }]) => [
      platform,
      { rating, review_count: reviewCount, url },
    ]),
  );
}
