/** GET /api/competitors/jobs: the stored vacancies of one competitor, or of all whose vacancies are monitored. */
import { z } from "zod";
import { refuse } from "../../domain/refusals";
import { query, session } from "../../infra/http/endpoint";
import { jobView } from "./competitor-details";
import { factTables, sightedView } from "./competitor-facts";
import { competitorOf } from "./competitor-view";
import { rowsOf } from "../rows";
import { selectTrackedWith, type TrackedSectionRow } from "../places/stored-sections";

const competitorJobView = jobView.extend({
  competitorId: z.string(),
  competitorName: z.string(),
  observedAt: z.iso.datetime(),
  source: z.string(),
});

export const listCompetitorJobs = query({
  id: "list-competitor-jobs",
  method: "GET",
  path: "/api/competitors/jobs",
  access: session(),
  on: "business",
  area: "competitor",
  summary: "Vacancies of competitors",
  description:
    "Of the competitors whose vacancies are monitored, or of the one that is named, monitored or not. " +
    "`observedAt` and `source` beside the list are of the newest sighting of any of them.",
  query: z.strictObject({ competitor_id: z.string().min(1).max(100).optional() }),
  reads: factTables,
  responds: {
    status: 200,
    body: z.strictObject({
      jobs: z.array(competitorJobView),
      jobMonitoringEnabled: z.boolean().optional().describe("Where a competitor is named."),
      ...sightedView,
    }),
  },
  refusals: ["competitor_not_found"],
  handle: async ({ query: { competitor_id: named } }, context) => {
    const wanted = named === undefined ? { "c.job_monitoring": true } : { "c.competitor_id": named };
    const shown = selectTrackedWith(context, "jobs").where(wanted).orderBy(["c.added_at", "c.competitor_id"]);
    const rows = await rowsOf<JobsRow>(shown);
    const [first] = rows;
    if (named !== undefined && first === undefined)
      return refuse("competitor_not_found", "There is no such competitor.");
    const newest = [...rows].sort(bySighting).at(-1);
    return {
      jobs: rows.flatMap(jobsOf),
      ...(named === undefined ? {} : { jobMonitoringEnabled: first?.job_monitoring }),
      observedAt: newest?.s_observed_at ?? null,
      source: newest?.s_source ?? null,
    };
  },
});

type JobsRow = TrackedSectionRow<"jobs">;

function jobsOf(row: JobsRow): z.output<typeof competitorJobView>[] {
  const { s_content: jobs, s_observed_at: observedAt, s_source: source } = row;
  if (jobs === null || observedAt === null || source === null) return [];
  const { id: competitorId, name: competitorName } = competitorOf(row);
  return jobs.map((job) => ({ ...job, competitorId, competitorName, observedAt, source }));
}

const bySighting = (a: JobsRow, b: JobsRow): number => (a.s_observed_at ?? "").localeCompare(b.s_observed_at ?? "");
