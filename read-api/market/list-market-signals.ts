/** GET /api/v1/market/signals: what stands out in a segment. */
import { z } from "zod";
import {
  signalsOf,
  signalTypes,
  SIGNAL_RULE,
  type KnownPlace,
  type SignalType,
} from "../../domain/analytics/market-signals";
import { daysBefore } from "../../domain/utc-day";
import { apiKey, query, type Context } from "../../infra/http/endpoint";
import { wholeNumber } from "../../infra/http/query-numbers";
import type { PlaceRow } from "../../projections/places";
import {
  businessStatusView,
  SEGMENTS_PRESENT_ONLY,
  segmentOf,
  segmentQuery,
  segmentTables,
  segmentView,
  type Segment,
} from "./market-segment";
import { ownPlaceId } from "../business/own-listing";
import { rowsOf } from "../rows";
import { crowdsOf } from "./segment-crowds";
import { FIGURE_BOUNDS, gainsOf, mostReviewed } from "./segment-figures";
import { topicsIn, topicTables } from "./segment-topics";

/** The period of the reviews whose texts are looked at. */
const TOPIC_DAYS = 90;

const typeSchema = z.enum(signalTypes);

export const listMarketSignals = query({
  id: "list-market-signals",
  method: "GET",
  path: "/api/v1/market/signals",
  access: apiKey("analytics:read"),
  on: "business",
  area: "market",
  summary: "What stands out in a segment",
  description:
    "By type, the most pronounced first; closed places are marked. docs/formulas.md states the rules. Counts as ten requests within a minute.",
  query: segmentQuery.extend({
    type: typeSchema.optional().describe("Unless given, all."),
    limit: wholeNumber(1, 50).default(5).describe("Of each type."),
  }),
  reads: [...new Set([...segmentTables, ...topicTables, "place_snapshots", "place_reviews"])],
  presentOnly: SEGMENTS_PRESENT_ONLY,
  heavy: true,
  responds: {
    status: 200,
    body: z.strictObject({
      segment: segmentView,
      signals: z.array(
        z.strictObject({
          type: typeSchema,
          title: z.string(),
          place: z
            .strictObject({
              placeId: z.string(),
              name: z.string().nullable(),
              businessStatus: businessStatusView,
              isOwn: z.boolean().describe("Whether it is the own listing."),
            })
            .nullable()
            .describe("Null where it is about no single place."),
          data: z.record(z.string(), z.union([z.string(), z.number()])),
          n: z.number().int().describe("Of how many places, reviews or businesses it is made."),
          periodDays: z.number().int().nullable(),
        }),
      ),
      found: z
        .record(typeSchema, z.number().int())
        .describe("How many there are of each type; `limit` may leave some out."),
      n: z.strictObject({
        places: z.number().int().describe("Places of the segment that were looked at, the most reviewed ones."),
        withGrowth: z.number().int().describe("Those whose growth is known."),
        withAnswers: z.number().int().describe("Those of whose reviews it is known whether they are answered."),
        texts: z.number().int().describe("English texts that were analyzed."),
        categories: z.number().int().describe("Categories whose businesses were laid out on the map."),
      }),
    }),
  },
  handle: async ({ query: { type, limit, ...asked } }, context) => {
    const segment = await segmentOf(context, asked);
    const own = await ownPlaceId(context);
    const [places, { n, topics }, crowds] = await Promise.all([
      placesOf(context, segment, own),
      topicsIn(context, { segment, own, days: TOPIC_DAYS }),
      crowdsOf(context, segment),
    ]);
    const signals = signalsOf({ places, topics, topicDays: TOPIC_DAYS, crowds });
    const wanted = signalTypes.filter((one) => type === undefined || type === one);
    return {
      segment,
      signals: wanted.flatMap((one) => signals[one].slice(0, limit)),
      found: Object.fromEntries(signalTypes.map((one) => [one, signals[one].length])) as Record<SignalType, number>,
      n: {
        places: places.length,
        withGrowth: places.filter(({ gained }) => gained !== null).length,
        withAnswers: places.filter(({ answerable }) => answerable > 0).length,
        texts: n.analyzed,
        categories: crowds.length,
      },
    };
  },
});

async function placesOf(context: Context<"business">, segment: Segment, own: string | null): Promise<KnownPlace[]> {
  const [rows, gains, answers] = await Promise.all([
    rowsOf<PlaceRow>(mostReviewed(context, segment, FIGURE_BOUNDS.placesMax)),
    gainsOf(context, segment, SIGNAL_RULE.growth.days),
    answersOf(context, segment),
  ]);
  return rows.map((row) => ({
    placeId: row.place_id,
    name: row.name,
    businessStatus: row.status,
    isOwn: row.place_id === own,
    reviewCount: row.review_count,
    gained: gains.get(row.place_id) ?? null,
    ...(answers.get(row.place_id) ?? { answerable: 0, answered: 0 }),
  }));
}

/** Whoever's response was seen has responded; where no source ever told, it is not known. */
async function answersOf(context: Context<"business">, segment: Segment) {
  const { read, now } = context;
  const since = daysBefore(now, SIGNAL_RULE.responses.days);
  const rows = await rowsOf<{ place_id: string; answerable: number; answered: number }>(
    read
      .from(mostReviewed(context, segment, FIGURE_BOUNDS.placesMax).select("place_id").as("p"))
      .join("place_reviews as r", "r.place_id", "p.place_id")
      .where("r.published_at", ">", since)
      .andWhere("r.published_at", "<=", now.toISOString())
      .groupBy("p.place_id")
      .select(
        "p.place_id",
        read.raw("count(r.response_seen_at)::int AS answerable, count(r.owner_response)::int AS answered"),
      ),
  );
  return new Map(rows.map(({ place_id, answerable, answered }) => [place_id, { answerable, answered }]));
}
