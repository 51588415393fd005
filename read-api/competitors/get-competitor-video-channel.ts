/** GET /api/competitors/:id/youtube: a competitor's video channel and its recent videos, as stored. */
import { z } from "zod";
import { query, session } from "../../infra/http/endpoint";
import { factsOf, factTables, ofCompetitor, sightedView } from "./competitor-facts";

const channelView = z.strictObject({
  title: z.string(),
  subscriberCount: z.number().int().nullable(),
  videoCount: z.number().int().nullable(),
});

export const getCompetitorVideoChannel = query({
  ...ofCompetitor,
  id: "get-competitor-video-channel",
  path: "/api/competitors/:id/youtube",
  access: session(),
  summary: "A competitor's video channel",
  description: "As it was last seen.",
  reads: factTables,
  responds: {
    status: 200,
    body: z.strictObject({
      channel: channelView.nullable().describe("Null where it has none, or none was seen."),
      recentVideos: z.array(z.json()).describe("As collectors describe them."),
      ...sightedView,
    }),
  },
  handle: ({ params: { id } }, context) =>
    factsOf(context, id, "youtube", (stored) => stored?.content ?? { channel: null, recentVideos: [] }),
});
