/** GET /api/competitors/:id/platform-ratings: a competitor's ratings beside its main listing, by name of the platform. */
import { z } from "zod";
import { query, session } from "../../infra/http/endpoint";
import { factsOf, factTables, ofCompetitor, sightedView } from "./competitor-facts";
import type { PlatformRatings } from "./platform-ratings-view";

const platformRatingView = z.strictObject({
  platform: z.string(),
  rating: z.number().nullable(),
  reviewCount: z.number().int().nullable(),
  url: z.string().nullable(),
});

export const listCompetitorPlatformRatings = query({
  ...ofCompetitor,
  id: "list-competitor-platform-ratings",
  path: "/api/competitors/:id/platform-ratings",
  access: session(),
  summary: "A competitor's ratings on other platforms",
  description: "As they were last seen.",
  reads: factTables,
  responds: { status: 200, body: z.strictObject({ ratings: z.array(platformRatingView), ...sightedView }) },
  handle: ({ params: { id } }, context) =>
    factsOf(context, id, "platformRatings", (stored) => ({ ratings: byName(stored?.content ?? {}) })),
});

const byName = (ratings: PlatformRatings): z.output<typeof platformRatingView>[] =>
  Object.keys(ratings)
    .sort()
    .flatMap((platform) => {
      const rating = ratings[platform];
      return rating === undefined ? [] : [{ platform, ...rating }];
    });
