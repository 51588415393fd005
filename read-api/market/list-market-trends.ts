/** GET /api/v1/market/trends: what the reviews of a city's places speak of, more or less than before, and what only others' speak of. */
import { z } from "zod";
import { apiKey, query } from "../../infra/http/endpoint";
import { SEGMENTS_PRESENT_ONLY, segmentOf, segmentQuery, segmentTables, segmentView } from "./market-segment";
import { daysOf, periodSchema, topicCountsView, topicQuery, trendRowView } from "./market-topics-view";
import { ownPlaceId } from "../business/own-listing";
import { averagesOf, healthOf, segmentFigureTables, velocityOf } from "./segment-figures";
import { topicsIn, topicTables } from "./segment-topics";
import { ANY_CATEGORY } from "../../domain/places/segments";

/** The interface specification, Market records: Summary. Null where it is known of no place. */
const summaryView = z.strictObject({
  totalBusinesses: z.number().int(),
  permanentlyClosed: z.number().int(),
  avgRating: z.number().nullable(),
  medianRating: z.number().nullable(),
  avgReviewCount: z.number().nullable(),
  avgHealthScore: z.number().nullable().describe("As profile health is worked out, of the most reviewed places."),
  avgVelocity7d: z.number().nullable().describe("Reviews that a place gained in a week."),
  n: z
    .strictObject({
      rating: z.number().int(),
      reviewCount: z.number().int(),
      healthScore: z.number().int(),
      velocity7d: z.number().int(),
    })
    .describe("Of how many places each is known."),
});

export const listMarketTrends = query({
  id: "list-market-trends",
  method: "GET",
  path: "/api/v1/market/trends",
  access: apiKey("analytics:read"),
  on: "business",
  area: "market",
  summary: "What a segment's reviews speak of",
  description:
    "Keywords of English review texts, the most mentioned first; texts of other languages are counted. docs/formulas.md states the rules. Counts as ten requests within a minute.",
  query: segmentQuery.extend({
    city: z.string().trim().min(1).max(200).describe("In either case."),
    category: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .default(ANY_CATEGORY)
      .describe("In either case. Unless given, all collected categories of the city."),
    ...topicQuery,
  }),
  reads: [...new Set([...segmentTables, ...topicTables, ...segmentFigureTables])],
  presentOnly: SEGMENTS_PRESENT_ONLY,
  heavy: true,
  responds: {
    status: 200,
    body: z.strictObject({
      segment: segmentView,
      period: periodSchema.unwrap(),
      summary: summaryView,
      trends: z.array(trendRowView),
      n: topicCountsView,
    }),
  },
  handle: async ({ query: { period, limit, ...asked } }, context) => {
    const segment = await segmentOf(context, asked);
    const own = await ownPlaceId(context);
    const [{ n: averaged, ...averages }, health, velocity, { n, topics }] = await Promise.all([
      averagesOf(context, segment),
      healthOf(context, segment),
      velocityOf(context, segment),
      topicsIn(context, { segment, own, days: daysOf(period) }),
    ]);
    const { avgHealthScore } = health;
    const { avgVelocity7d } = velocity;
    const of = { ...averaged, healthScore: health.n, velocity7d: velocity.n };
    const summary = { ...averages, avgHealthScore, avgVelocity7d, n: of };
    return { segment, period, summary, trends: topics.slice(0, limit), n };
  },
});
