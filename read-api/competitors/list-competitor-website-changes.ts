/** GET /api/competitors/:id/website-changes: what changed on a competitor's website, as stored. */
import { z } from "zod";
import { query, session } from "../../infra/http/endpoint";
import { factsOf, factTables, ofCompetitor, sightedView } from "./competitor-facts";

const websiteChangeView = z.strictObject({
  id: z.string(),
  changeType: z.string(),
  summary: z.string(),
  severity: z.string(),
  detectedAt: z.iso.datetime(),
});

export const listCompetitorWebsiteChanges = query({
  ...ofCompetitor,
  id: "list-competitor-website-changes",
  path: "/api/competitors/:id/website-changes",
  access: session(),
  summary: "Changes of a competitor's website",
  description: "Those that collectors have found.",
  reads: factTables,
  responds: { status: 200, body: z.strictObject({ changes: z.array(websiteChangeView), ...sightedView }) },
  handle: ({ params: { id } }, context) =>
    factsOf(context, id, "websiteChanges", (stored) => ({ changes: stored?.content ?? [] })),
});
