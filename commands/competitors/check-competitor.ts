/** POST /api/competitors/:id/check: collectors are asked for the competitor's listing and reviews. */
import { z } from "zod";
import { isRefusal } from "../../domain/fold/refusal";
import { command, session } from "../../infra/http/endpoint";
import { askedStatus, askForRefresh, refreshDescription, refreshRefusals } from "./request-refresh";

export const checkCompetitor = command({
  id: "check-competitor",
  method: "POST",
  path: "/api/competitors/:id/check",
  access: session(),
  on: "business",
  area: "competitor",
  summary: "Ask for fresh facts of a competitor",
  description: refreshDescription,
  params: z.strictObject({ id: z.string() }),
  responds: {
    status: 202,
    body: z.strictObject({ ok: z.literal(true), status: askedStatus, competitorId: z.string() }),
  },
  uses: ["refreshesPerDay"],
  refusals: refreshRefusals,
  handle: async ({ params: { id } }, context) => {
    const asked = await askForRefresh(context, id, ["listing", "reviews"]);
    return isRefusal(asked) ? asked : { ok: true as const, status: asked.status, competitorId: id };
  },
});
