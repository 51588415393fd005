/** GET /api/v1/review-requests: whom the active business asked for a review, and how far that got, the newest first. */
import { z } from "zod";
import { apiKey, query } from "../../infra/http/endpoint";
import { pageQuery } from "../../infra/http/paging";
import type { ReviewRequestRow } from "../../projections/review-requests";
import { newestFirst } from "../newest-first";
import { reviewRequestView, viewOfReviewRequest } from "./review-request-view";

export const listReviewRequests = query({
  id: "list-review-requests",
  method: "GET",
  path: "/api/v1/review-requests",
  access: apiKey("reviews:read", "reviews:write"),
  on: "business",
  area: "crm",
  summary: "Requests for reviews",
  query: z.strictObject(pageQuery({ default: 20, max: 100 })),
  reads: ["review_requests"],
  responds: {
    status: 200,
    body: z.strictObject({ reviewRequests: z.array(reviewRequestView), nextCursor: z.string().nullable() }),
  },
  handle: async ({ query: asked }, context) => {
    const { rows, nextCursor } = await newestFirst<ReviewRequestRow>(context, "review_requests", asked);
    return { reviewRequests: rows.map(viewOfReviewRequest), nextCursor };
  },
});
