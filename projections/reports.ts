/** Table `reports`: what each business had the stored facts told as, and they came to then. */
import type { ReportEvent, ReportFigures, ReportKind } from "../domain/reports";
import { bigint, day, instant, json, projection, text, type Column, type RowOf } from "../infra/projector/projection";

const columns = {
  report_id: text,
  business_id: text,
  kind: text as Column<ReportKind>,
  title: text.orNull,
  first_day: day,
  last_day: day,
  figures: json<ReportFigures>(),
  created_at: instant,
  /** The log position at which it was made: the order of lists. */
  position: bigint,
};
export type ReportRow = RowOf<typeof columns>;

export const reportsTable = projection<ReportEvent>()({
  table: "reports",
  version: 1,
  columns,
  key: ["report_id"],
  indexes: [["business_id", "position"]],
  erasedWith: { business: "business_id" },
  on: {
    ReportMade: {
      keys: ({ data }) => ({ report_id: data.reportId }),
      fold: (_row, { data, position }) => ({
        report_id: data.reportId,
        business_id: data.businessId,
        kind: data.kind,
        title: data.title,
        first_day: data.from,
        last_day: data.to,
        figures: data.figures,
        created_at: data.madeAt,
        position,
      }),
    },
  },
});
