/** GET /api/v1/me/insights: what the business should know of its listing now, by rules over stored facts. */
import { z } from "zod";
import { insightTypes } from "../../domain/analytics/insights";
import { apiKey, query } from "../../infra/http/endpoint";
import { figuresAmongRivals, rivalTables } from "./own-figures";
import { insightsAmong } from "./own-insights";

export const listInsights = query({
  id: "list-insights",
  method: "GET",
  path: "/api/v1/me/insights",
  access: apiKey("competitors:read"),
  on: "business",
  area: "listing",
  summary: "What stands out",
  description: "The most pressing first; docs/formulas.md states the rules.",
  reads: rivalTables,
  responds: {
    status: 200,
    body: z.strictObject({
      placeId: z.string().nullable(),
      insights: z.array(
        z.strictObject({
          type: z.enum(insightTypes),
          title: z.string(),
          data: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string()).readonly()])),
          n: z.number().int().describe("How many reviews, competitors, snapshots or fields it is made of."),
          periodDays: z.number().int().nullable(),
        }),
      ),
      count: z.number().int(),
    }),
  },
  handle: async (_input, context) => {
    const among = await figuresAmongRivals(context);
    const insights = [...(await insightsAmong(context, among))];
    return { placeId: among.placeId, insights, count: insights.length };
  },
});
