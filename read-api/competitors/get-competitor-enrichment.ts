/** GET /api/competitors/:id/enrich: a competitor's stored contacts, and whether a search for them is under way. */
import { z } from "zod";
import { query, session } from "../../infra/http/endpoint";
import { factsOf, factTables, ofCompetitor, sightedView } from "./competitor-facts";
import { enrichedCompetitor, enrichedCompetitorView } from "./enrichment-view";

export const getCompetitorEnrichment = query({
  ...ofCompetitor,
  id: "get-competitor-enrichment",
  path: "/api/competitors/:id/enrich",
  access: session({ plan: "growth" }),
  summary: "A competitor's contacts",
  reads: [...factTables, "refreshes"],
  responds: { status: 200, body: z.strictObject({ competitor: enrichedCompetitorView, ...sightedView }) },
  handle: ({ params: { id } }, context) =>
    factsOf(context, id, "enrichment", async (stored, tracked) => ({
      competitor: await enrichedCompetitor(context, tracked, stored),
    })),
});
