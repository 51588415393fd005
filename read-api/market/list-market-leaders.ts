/** GET /api/v1/market/leaders: the best rated or most reviewed places of a segment. */
import { z } from "zod";
import { apiKey, query } from "../../infra/http/endpoint";
import { wholeNumber } from "../../infra/http/query-numbers";
import type { PlaceRow } from "../../projections/places";
import {
  businessStatusView,
  placesIn,
  SEGMENTS_PRESENT_ONLY,
  segmentOf,
  segmentQuery,
  segmentTables,
  segmentView,
} from "./market-segment";
import { ownPlaceId } from "../business/own-listing";
import { rowsOf } from "../rows";

const orders = {
  rating: ["rating", "review_count"],
  reviews: ["review_count", "rating"],
} as const satisfies Record<string, readonly [keyof PlaceRow, keyof PlaceRow]>;

export const listMarketLeaders = query({
  id: "list-market-leaders",
  method: "GET",
  path: "/api/v1/market/leaders",
  access: apiKey("analytics:read"),
  on: "business",
  area: "market",
  summary: "The leaders of a segment",
  description:
    "By rating, then by reviews, or the other way round; places whose figure was never seen are left out, closed ones are marked.",
  query: segmentQuery.extend({
    sort: z.enum(["rating", "reviews"]).default("rating"),
    limit: wholeNumber(1, 100).default(20),
  }),
  reads: segmentTables,
  presentOnly: SEGMENTS_PRESENT_ONLY,
  responds: {
    status: 200,
    body: z.strictObject({
      segment: segmentView,
      sort: z.enum(["rating", "reviews"]),
      n: z.number().int().describe("How many places of the segment have the figure."),
      leaders: z.array(
        z.strictObject({
          rank: z.number().int(),
          placeId: z.string(),
          name: z.string().nullable(),
          address: z.string().nullable(),
          category: z.string().nullable(),
          rating: z.number().nullable(),
          reviewCount: z.number().int().nullable(),
          businessStatus: businessStatusView,
          isOwn: z.boolean().describe("Whether it is the own listing."),
        }),
      ),
    }),
  },
  handle: async ({ query: { sort, limit, ...asked } }, context) => {
    const segment = await segmentOf(context, asked);
    const own = await ownPlaceId(context);
    const [first, second] = orders[sort];
    const ranked = placesIn(context, segment).whereNotNull(first);
    const [[counted], rows] = await Promise.all([
      rowsOf<{ n: number }>(ranked.clone().select(context.read.raw("count(*)::int AS n"))),
      rowsOf<PlaceRow>(
        ranked
          .clone()
          .orderBy([
            { column: first, order: "desc" },
            { column: second, order: "desc", nulls: "last" },
            { column: "place_id" },
          ])
          .limit(limit),
      ),
    ]);
    const leaders = rows.map((row, at) => ({
      rank: at + 1,
      placeId: row.place_id,
      name: row.name,
      address: row.address,
      category: row.category,
      rating: row.rating,
      reviewCount: row.review_count,
      businessStatus: row.status,
      isOwn: row.place_id === own,
    }));
    return { segment, sort, n: counted?.n ?? 0, leaders };
  },
});
