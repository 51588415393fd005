/** GET /api/v1/market/saturation: how crowded a segment is. */
import { z } from "zod";
import { saturation } from "../../domain/analytics/saturation";
import { apiKey, query } from "../../infra/http/endpoint";
import { placesIn, SEGMENTS_PRESENT_ONLY, segmentOf, segmentQuery, segmentTables, segmentView } from "./market-segment";
import { rowsOf } from "../rows";
import { squaresOf } from "./segment-crowds";

export const getMarketSaturation = query({
  id: "get-market-saturation",
  method: "GET",
  path: "/api/v1/market/saturation",
  access: apiKey("analytics:read"),
  on: "business",
  area: "market",
  summary: "How crowded a segment is",
  description:
    "A direction, no estimate of traffic: how many of its kind an open business finds around it. docs/formulas.md states the rule.",
  query: segmentQuery,
  reads: segmentTables,
  presentOnly: SEGMENTS_PRESENT_ONLY,
  responds: {
    status: 200,
    body: z.strictObject({
      segment: segmentView,
      index: z.number().int().min(0).max(100).nullable().describe("Null where nobody's coordinates are known."),
      neighbours: z.number().nullable().describe("Of an open business in its own square kilometre, on average."),
      n: z.number().int().describe("Open businesses whose coordinates are known."),
      cells: z.number().int().describe("The square kilometres that they are in."),
      totalBusinesses: z.number().int(),
      permanentlyClosed: z.number().int(),
    }),
  },
  handle: async ({ query: asked }, context) => {
    const segment = await segmentOf(context, asked);
    const [[total], squares] = await Promise.all([
      rowsOf<{ n: number; closed: number }>(
        placesIn(context, segment).select(
          context.read.raw("count(*)::int AS n, count(*) FILTER (WHERE status = 'permanently_closed')::int AS closed"),
        ),
      ),
      squaresOf(context, segment, "segment"),
    ]);
    const { n = 0, closed = 0 } = total ?? {};
    return {
      segment,
      ...saturation(squares.map((square) => square.n)),
      totalBusinesses: n,
      permanentlyClosed: closed,
    };
  },
});
