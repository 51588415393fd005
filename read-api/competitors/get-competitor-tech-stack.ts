/** GET /api/competitors/:id/tech-stack: the tools that a competitor's website is made with, as stored. */
import { z } from "zod";
import { query, session } from "../../infra/http/endpoint";
import { technologyView } from "./competitor-details";
import { factsOf, factTables, ofCompetitor, sightedView } from "./competitor-facts";
import { refreshStatusOf, scanStatus, scanStatusView } from "./refresh-status-view";

export const getCompetitorTechStack = query({
  ...ofCompetitor,
  id: "get-competitor-tech-stack",
  path: "/api/competitors/:id/tech-stack",
  access: session({ plan: "growth" }),
  summary: "A competitor's technologies",
  reads: [...factTables, "refreshes"],
  responds: {
    status: 200,
    body: z.strictObject({
      techStack: z.array(technologyView),
      lastScannedAt: z.iso.datetime().nullable(),
      status: scanStatusView,
      ...sightedView,
    }),
  },
  handle: ({ params: { id } }, context) =>
    factsOf(context, id, "technologies", async (stored, { place_id: placeId }) => ({
      techStack: stored?.content ?? [],
      lastScannedAt: stored?.observed_at ?? null,
      status: scanStatus(await refreshStatusOf(context, placeId, "technologies"), stored !== undefined),
    })),
});
