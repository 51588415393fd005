/** GET /api/v1/market: what the reviews of a segment speak of, and the segment in a few figures. */
import { z } from "zod";
import { apiKey, query } from "../../infra/http/endpoint";
import { SEGMENTS_PRESENT_ONLY, segmentOf, segmentQuery, segmentTables, segmentView } from "./market-segment";
import { daysOf, marketRowView, periodSchema, topicCountsView, topicQuery } from "./market-topics-view";
import { ownPlaceId } from "../business/own-listing";
import { receipted } from "../receipt";
import { averagesOf } from "./segment-figures";
import { topicsIn, topicTables } from "./segment-topics";

const { view, answer } = receipted(
  z.strictObject({
    trends: z.array(marketRowView),
    stats: z.strictObject({
      ...segmentView.shape,
      totalBusinesses: z.number().int(),
      permanentlyClosed: z.number().int(),
      avgRating: z.number().nullable(),
      avgReviewCount: z.number().nullable(),
      n: z
        .strictObject({ rating: z.number().int(), reviewCount: z.number().int() })
        .describe("Of how many places either is known."),
    }),
    period: periodSchema.unwrap(),
    n: topicCountsView,
  }),
);

export const getMarket = query({
  id: "get-market",
  method: "GET",
  path: "/api/v1/market",
  access: apiKey("analytics:read"),
  on: "business",
  area: "market",
  summary: "A market segment",
  description:
    "The most mentioned keywords of its reviews and its averages, closed places among them; docs/formulas.md states the rules. Counts as ten requests within a minute.",
  query: segmentQuery.extend(topicQuery),
  reads: [...new Set([...segmentTables, ...topicTables])],
  presentOnly: SEGMENTS_PRESENT_ONLY,
  heavy: true,
  responds: { status: 200, body: view },
  handle: async ({ query: { period, limit, ...asked } }, context) => {
    const segment = await segmentOf(context, asked);
    const own = await ownPlaceId(context);
    const [{ medianRating: _untold, ...averages }, { n, topics }] = await Promise.all([
      averagesOf(context, segment),
      topicsIn(context, { segment, own, days: daysOf(period) }),
    ]);
    const trends = topics.slice(0, limit).map(({ mentionCount, competitorCount, ...row }) => ({
      ...row,
      mention_count: mentionCount,
      competitor_count: competitorCount,
    }));
    return answer({ trends, stats: { ...segment, ...averages }, period, n }, context);
  },
});
