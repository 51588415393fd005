/** POST /api/v1/reports: what the stored facts come to at this moment, kept for good as it was told. */
import { z } from "zod";
import { isRefusal } from "../../domain/fold/refusal";
import { makeReport as make, reportKindSchema, reports } from "../../domain/reports";
import { daysBefore, utcDay } from "../../domain/utc-day";
import { Answer, apiKey, command } from "../../infra/http/endpoint";
import { untilVisible } from "../../infra/http/visible";
import { reportFigures, reportSegment, reportTables } from "../../read-api/grounding/report-figures";
import { reportView, viewOfReport } from "../../read-api/dealings/report-view";
import { planFails, planQuota } from "../account/plan-quota";
import { shownText } from "../shown-text";
import { loadActiveBusiness } from "../business/active-business";

const place = (what: string) => shownText(200).optional().describe(what);

export const makeReport = command({
  id: "make-report",
  method: "POST",
  path: "/api/v1/reports",
  access: apiKey("reports:write"),
  on: "business",
  area: "report",
  summary: "Make a report",
  description:
    "`competitor_comparison`: the own listing beside every tracked competitor, with how rating and number of reviews changed within the period. `reviews`: the own reviews that were published within it. `market`: the newest facts of a segment's places, closed ones marked. It is made of stored facts, each figure with its n, and stays as it was made whatever is collected later.",
  body: z.strictObject({
    kind: reportKindSchema,
    days: z.number().int().min(2).max(366).default(90).describe("How many days back, today included, in UTC."),
    title: shownText(120).nullable().default(null),
    city: place("Of a market. Unless given, the own business's."),
    category: place("Of a market; `any` for all. Unless given, the own business's, or else all."),
    country: place("Of a market. Unless given, any."),
  }),
  reads: reportTables,
  responds: { status: 201, body: z.strictObject({ report: reportView }) },
  uses: ["reportsPerDay"],
  refusals: ["business_not_found", "report_limit_reached"],
  fails: planFails,
  example: { kind: "competitor_comparison", days: 30, title: "Our month" },
  handle: async ({ body: { kind, days, title, ...segment } }, context) => {
    const { account, business, services, now } = context;
    const active = await loadActiveBusiness(context);
    if (isRefusal(active)) return active;
    const quota = planQuota(account, "reportsPerDay");
    const from = utcDay(daysBefore(now, days - 1));
    const period = { from, to: utcDay(now.toISOString()) };
    const figures = await reportFigures(context, kind, period, () => reportSegment(context, segment));
    const report = { businessId: business.id, accountId: account.id, reportId: services.ids.next(), kind, title };
    const decide = make({ ...report, ...period, figures }, { now: now.toISOString(), quota });
    const executed = await context.execute(reports, business.id, decide);
    if (isRefusal(executed)) return executed;
    if (context.dryRun) return new Answer(200, undefined);
    await untilVisible(context, ["reports"], executed.position);
    const [made] = executed.events;
    if (made === undefined) throw new Error("A report was made and cannot be found.");
    return { report: viewOfReport(made.data) };
  },
});
