/** A stored report as its business sees it. */
import { z } from "zod";
import { reportFiguresSchema, reportKindSchema, type Report } from "../../domain/reports";

export const reportSummary = z.strictObject({
  id: z.string(),
  kind: reportKindSchema,
  title: z.string().nullable(),
  period: z.strictObject({ from: z.iso.date(), to: z.iso.date() }).describe("Days in UTC, both included."),
  createdAt: z.iso.datetime(),
  links: z.strictObject({ self: z.string(), list: z.string() }),
});

export const reportView = reportSummary.extend({
  figures: reportFiguresSchema.describe(
    "As the stored facts were when it was made; those of another kind are null. n says of how many days, reviews or places.",
  ),
});

type Told = Pick<Report, "reportId" | "kind" | "title" | "from" | "to" | "madeAt">;

export const summaryOfReport = ({
  reportId: id,
  kind,
  title,
  from,
  to,
  madeAt,
}: Told): z.input<typeof reportSummary> => ({
  id,
  kind,
  title,
  period: { from, to },
  createdAt: madeAt,
  links: { self: `/api/v1/reports/${id}`, list: "/api/v1/reports" },
});

export const viewOfReport = (report: Told & Pick<Report, "figures">): z.input<typeof reportView> => ({
  ...summaryOfReport(report),
  figures: report.figures,
});
