/** A report is kept once, as it was made, and as many a UTC day as the plan allows. */
import { makeReport, reports, type Report, type ReportEvent } from "../../domain/reports";
import { given } from "../support/given";

const NOON = "2026-03-01T12:00:00.000Z";
const report = (reportId: string): Omit<Report, "madeAt"> => ({
  businessId: "b1",
  accountId: "a1",
  reportId,
  kind: "reviews",
  title: null,
  from: "2026-02-01",
  to: "2026-03-01",
  figures: {
    comparison: null,
    market: null,
    reviews: { n: 1, averageRating: 5, stars: [{ rating: 5, n: 1 }], answerable: 1, answered: 1, responseRate: 1 },
  },
});
const made = (reportId: string, madeAt = NOON): ReportEvent => ({
  type: "ReportMade",
  data: { ...report(reportId), madeAt },
});

test("a report is made once", () => {
  given(reports, [])
    .when(makeReport(report("r1"), { now: NOON, quota: 1 }))
    .then([made("r1")])
    .repeatsNothing();
});

test("reports are as many a UTC day as the plan allows", () => {
  given(reports, [made("r1")])
    .when(makeReport(report("r2"), { now: NOON, quota: 1 }))
    .thenRefused("report_limit_reached", {
      quota: { name: "reportsPerDay", limit: 1, used: 1, resetSeconds: 12 * 3_600 },
      retryAfterSeconds: 12 * 3_600,
    });
  const midnight = "2026-03-02T00:00:00.000Z";
  given(reports, [made("r1")])
    .when(makeReport(report("r2"), { now: midnight, quota: 1 }))
    .then([made("r2", midnight)]);
});
