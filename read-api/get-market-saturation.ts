/** GET /api/v1/market/saturation: how crowded a segment is. */
import { z } from "zod";
import { SATURATION_RULE, saturation } from "../domain/analytics/saturation";
import { apiKey, query } from "../infra/http/endpoint";
import { placesIn, SEGMENTS_PRESENT_ONLY, segmentOf, segmentQuery, segmentTables, segmentView } from "./market-segment";
import { rowsOf } from "./rows";

const METERS_PER_DEGREE = 111_195;

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
    const { read } = context;
    const inSegment = placesIn(context, segment);
    const degrees = SATURATION_RULE.cellMeters / METERS_PER_DEGREE;
    const row = read.raw("floor(latitude / ?)", [degrees]);
    // A degree of longitude gets shorter towards the poles: each row of squares has a width of its own.
    const column = read.raw("floor(longitude * cos(radians((floor(latitude / ?) + 0.5) * ?)) / ?)", [
      degrees,
      degrees,
      degrees,
    ]);
    const [[total], cells] = await Promise.all([
      rowsOf<{ n: number; closed: number }>(
        inSegment
          .clone()
          .select(read.raw("count(*)::int AS n, count(*) FILTER (WHERE status = 'permanently_closed')::int AS closed")),
      ),
      rowsOf<{ n: number }>(
        inSegment
          .clone()
          .whereRaw("status IS DISTINCT FROM 'permanently_closed'")
          .whereNotNull("latitude")
          .whereNotNull("longitude")
          .select(read.raw("? AS row, ? AS col, count(*)::int AS n", [row, column]))
          .groupByRaw("1, 2"),
      ),
    ]);
    const { n = 0, closed = 0 } = total ?? {};
    return {
      segment,
      ...saturation(cells.map((cell) => cell.n)),
      totalBusinesses: n,
      permanentlyClosed: closed,
    };
  },
});
