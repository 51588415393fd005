/** GET /api/v1/me/reviews: the stored reviews of the own listing, the newest first. */
import { apiKey, query } from "../../infra/http/endpoint";
import { ownPlaceId } from "./own-listing";
import { reviewsOf, reviewsPage, reviewsQuery } from "../places/place-history";

export const listOwnReviews = query({
  id: "list-own-reviews",
  method: "GET",
  path: "/api/v1/me/reviews",
  access: apiKey("competitors:read"),
  on: "business",
  area: "listing",
  summary: "The own listing's reviews",
  query: reviewsQuery,
  reads: ["businesses", "place_reviews"],
  responds: { status: 200, body: reviewsPage },
  handle: async ({ query: page }, context) => reviewsOf(context, await ownPlaceId(context), page),
});
