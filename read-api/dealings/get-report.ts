/** GET /api/v1/reports/:id: a stored report, as it was made. */
import { z } from "zod";
import { refuse } from "../../domain/refusals";
import { apiKey, query } from "../../infra/http/endpoint";
import type { ReportRow } from "../../projections/reports";
import { reportView, viewOfReport } from "./report-view";
import { reportOf } from "./stored-report";

export const getReport = query({
  id: "get-report",
  method: "GET",
  path: "/api/v1/reports/:id",
  access: apiKey("reports:write"),
  on: "business",
  area: "report",
  summary: "A stored report",
  params: z.strictObject({ id: z.string() }),
  reads: ["reports"],
  responds: { status: 200, body: z.strictObject({ report: reportView }) },
  refusals: ["report_not_found"],
  handle: async ({ params: { id } }, { read, business }) => {
    const row = await read<ReportRow>("reports").where({ business_id: business.id, report_id: id }).first();
    if (row === undefined) return refuse("report_not_found", "There is no such report.");
    return { report: viewOfReport(reportOf(row)) };
  },
});
