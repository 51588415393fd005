/** GET /api/v1/me/gap-analysis: the own figures beside those of the tracked competitors. */
import { z } from "zod";
import { gapAnalysis, gapFigures, type GapFigure } from "../../domain/analytics/gap-analysis";
import { apiKey, query } from "../../infra/http/endpoint";
import { figuresAmongRivals, rivalTables } from "./own-figures";

export const getGapAnalysis = query({
  id: "get-gap-analysis",
  method: "GET",
  path: "/api/v1/me/gap-analysis",
  access: apiKey("competitors:read"),
  on: "business",
  area: "listing",
  summary: "The own listing among the tracked competitors",
  description: "Raw stored facts, their median and the best of them; docs/formulas.md says what each figure counts.",
  reads: rivalTables,
  responds: {
    status: 200,
    body: z.strictObject({
      placeId: z.string().nullable(),
      competitorCount: z.number().int().describe("Tracked, whether or not they are open."),
      gaps: z.array(
        z.strictObject({
          figure: z.enum(gapFigures as [GapFigure, ...GapFigure[]]),
          better: z.enum(["more", "less"]),
          periodDays: z.number().int().nullable(),
          own: z.number().nullable(),
          competitors: z.strictObject({
            n: z
              .number()
              .int()
              .describe("Of how many competitors the figure is known, those that closed for good left out."),
            median: z.number().nullable(),
            best: z.strictObject({ id: z.string(), name: z.string(), value: z.number() }).nullable(),
          }),
          gap: z.number().nullable().describe("The own figure less the median."),
          rank: z.number().int().nullable().describe("1 where nobody is better."),
        }),
      ),
    }),
  },
  handle: async (_input, context) => {
    const { placeId, figures, rivals } = await figuresAmongRivals(context);
    return { placeId, competitorCount: rivals.length, gaps: gapAnalysis(figures, rivals) };
  },
});
