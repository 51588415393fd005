/** GET /api/v1/competitors/:id/reviews: the stored reviews of a competitor, the newest first. */
import { z } from "zod";
import { refuse } from "../../domain/refusals";
import { apiKey, query } from "../../infra/http/endpoint";
import { findTracked, trackedTables } from "./competitor-rows";
import { reviewsOf, reviewsPage, reviewsQuery } from "../places/place-history";

export const listCompetitorReviews = query({
  id: "list-competitor-reviews",
  method: "GET",
  path: "/api/v1/competitors/:id/reviews",
  access: apiKey("competitors:read"),
  on: "business",
  area: "competitor",
  summary: "A competitor's reviews",
  params: z.strictObject({ id: z.string() }),
  query: reviewsQuery,
  reads: [...trackedTables, "place_reviews"],
  responds: { status: 200, body: reviewsPage },
  refusals: ["competitor_not_found"],
  handle: async ({ params: { id }, query: page }, context) => {
    const tracked = await findTracked(context, id);
    if (tracked === undefined) return refuse("competitor_not_found", "There is no such competitor.");
    return reviewsOf(context, tracked.place_id, page);
  },
});
