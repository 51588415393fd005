/** GET /api/v1/reports: the stored reports of the active business, the newest first, without their figures. */
import { z } from "zod";
import { apiKey, query } from "../../infra/http/endpoint";
import { pageQuery } from "../../infra/http/paging";
import type { ReportRow } from "../../projections/reports";
import { newestFirst } from "../newest-first";
import { reportSummary, summaryOfReport } from "./report-view";
import { reportOf } from "./stored-report";

export const listReports = query({
  id: "list-reports",
  method: "GET",
  path: "/api/v1/reports",
  access: apiKey("reports:write"),
  on: "business",
  area: "report",
  summary: "Stored reports",
  query: z.strictObject(pageQuery({ default: 20, max: 100 })),
  reads: ["reports"],
  responds: {
    status: 200,
    body: z.strictObject({ reports: z.array(reportSummary), nextCursor: z.string().nullable() }),
  },
  handle: async ({ query: asked }, context) => {
    const { rows, nextCursor } = await newestFirst<ReportRow>(context, "reports", asked);
    return { reports: rows.map((row) => summaryOfReport(reportOf(row))), nextCursor };
  },
});
