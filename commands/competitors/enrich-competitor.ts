/** POST /api/competitors/:id/enrich: collectors are asked for the competitor's contacts. */
import { z } from "zod";
import { isRefusal } from "../../domain/fold/refusal";
import { refuse } from "../../domain/refusals";
import { command, session } from "../../infra/http/endpoint";
import { untilVisible } from "../../infra/http/visible";
import { enrichedCompetitorView, findEnrichedCompetitor } from "../../read-api/competitors/enrichment-view";
import { askedStatus, askForRefresh, refreshDescription, refreshRefusals } from "./request-refresh";

export const enrichCompetitor = command({
  id: "enrich-competitor",
  method: "POST",
  path: "/api/competitors/:id/enrich",
  access: session({ plan: "growth" }),
  on: "business",
  area: "competitor",
  summary: "Ask for the contacts of a competitor",
  description: refreshDescription,
  params: z.strictObject({ id: z.string() }),
  reads: ["competitors", "places", "place_sections", "refreshes"],
  responds: {
    status: 202,
    body: z.strictObject({ ok: z.literal(true), status: askedStatus, competitor: enrichedCompetitorView }),
  },
  uses: ["refreshesPerDay"],
  refusals: refreshRefusals,
  handle: async ({ params: { id } }, context) => {
    const asked = await askForRefresh(context, id, ["enrichment"]);
    if (isRefusal(asked)) return asked;
    await untilVisible(context, ["competitors", "refreshes"], asked.position);
    const competitor = await findEnrichedCompetitor(context, id);
    if (competitor === undefined) return refuse("competitor_not_found", "The competitor was removed meanwhile.");
    return { ok: true as const, status: asked.status, competitor };
  },
});
