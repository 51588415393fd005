/** GET /api/competitors/:id/photos: the stored photos of a competitor. */
import { z } from "zod";
import { query, session } from "../../infra/http/endpoint";
import { factsOf, factTables, ofCompetitor, sightedView } from "./competitor-facts";

const photoView = z.strictObject({
  name: z.string(),
  url: z.string(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  capturedAt: z.iso.datetime().nullable(),
});

export const listCompetitorPhotos = query({
  ...ofCompetitor,
  id: "list-competitor-photos",
  path: "/api/competitors/:id/photos",
  access: session(),
  summary: "A competitor's photos",
  description: "As they were last seen.",
  reads: factTables,
  responds: { status: 200, body: z.strictObject({ photos: z.array(photoView), ...sightedView }) },
  handle: ({ params: { id } }, context) =>
    factsOf(context, id, "photos", (stored) => ({ photos: stored?.content ?? [] })),
});
