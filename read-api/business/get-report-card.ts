/** GET /api/v1/me/report-card: how the business engages with those who review it, as grades. */
import { z } from "zod";
import { grades, reportCard, reportSubjects, type ReportSubject } from "../../domain/analytics/report-card";
import { apiKey, query } from "../../infra/http/endpoint";
import { ownFigures, ownTables } from "./own-figures";

export const getReportCard = query({
  id: "get-report-card",
  method: "GET",
  path: "/api/v1/me/report-card",
  access: apiKey("competitors:read"),
  on: "business",
  area: "listing",
  summary: "The own engagement, graded",
  description: "Grades from A to F of the stored reviews of the last 90 days; docs/formulas.md states the bounds.",
  reads: ownTables,
  responds: {
    status: 200,
    body: z.strictObject({
      placeId: z.string().nullable(),
      overall: z.enum(grades).nullable(),
      subjects: z.array(
        z.strictObject({
          subject: z.enum(reportSubjects as [ReportSubject, ...ReportSubject[]]),
          value: z.number().nullable(),
          n: z.number().int().describe("How many reviews it is made of; for reviewGrowth those of the 90 days before."),
          periodDays: z.number().int(),
          grade: z.enum(grades).nullable().describe("Null where there are too few reviews to tell."),
        }),
      ),
    }),
  },
  handle: async (_input, context) => {
    const { placeId, figures } = await ownFigures(context);
    const { overall, subjects } = reportCard(figures);
    return { placeId, overall, subjects: [...subjects] };
  },
});
