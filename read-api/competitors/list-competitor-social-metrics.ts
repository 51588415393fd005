/** GET /api/competitors/:id/social-metrics: a competitor's followers and posts by platform, as stored. */
import { z } from "zod";
import { query, session } from "../../infra/http/endpoint";
import { factsOf, factTables, ofCompetitor, sightedView } from "./competitor-facts";

const metricView = z.strictObject({
  platform: z.string(),
  followers: z.number().int().nullable(),
  posts: z.number().int().nullable(),
  capturedAt: z.iso.datetime(),
});

export const listCompetitorSocialMetrics = query({
  ...ofCompetitor,
  id: "list-competitor-social-metrics",
  path: "/api/competitors/:id/social-metrics",
  access: session(),
  summary: "A competitor's social metrics",
  description: "As they were last seen.",
  reads: factTables,
  responds: { status: 200, body: z.strictObject({ metrics: z.array(metricView), ...sightedView }) },
  handle: ({ params: { id } }, context) =>
    factsOf(context, id, "socialMetrics", (stored) => ({ metrics: stored?.content ?? [] })),
});
