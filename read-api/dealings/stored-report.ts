/** The stored reports of the active business. */
import type { Report } from "../../domain/reports";
import type { ReportRow } from "../../projections/reports";

export const reportOf = (row: ReportRow): Omit<Report, "businessId" | "accountId"> => ({
  reportId: row.report_id,
  kind: row.kind,
  title: row.title,
  from: row.first_day,
  to: row.last_day,
  figures: row.figures,
  madeAt: row.created_at,
});
