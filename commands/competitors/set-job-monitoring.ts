/** PATCH /api/competitors/jobs: collectors are asked for a competitor's vacancies from now on, or no longer. */
import { z } from "zod";
import { competitors, setJobMonitoring as setMonitoring } from "../../domain/competitors";
import { isRefusal } from "../../domain/fold/refusal";
import { command, session } from "../../infra/http/endpoint";

export const setJobMonitoring = command({
  id: "set-job-monitoring",
  method: "PATCH",
  path: "/api/competitors/jobs",
  access: session(),
  on: "business",
  area: "competitor",
  summary: "Monitor a competitor's vacancies, or stop",
  description: "What is stored of them stays.",
  body: z.strictObject({ competitorId: z.string().min(1).max(100), enabled: z.boolean() }),
  responds: { status: 200, body: z.strictObject({ ok: z.literal(true), jobMonitoringEnabled: z.boolean() }) },
  refusals: ["competitor_not_found"],
  example: { competitorId: "019b2f64-7c1e-7a55-9c52-3a4d1e5f6a7b", enabled: false },
  handle: async ({ body: { competitorId, enabled } }, context) => {
    const { id: businessId } = context.business;
    const set = await context.execute(competitors, businessId, setMonitoring(businessId, competitorId, enabled));
    return isRefusal(set) ? set : { ok: true as const, jobMonitoringEnabled: enabled };
  },
});
