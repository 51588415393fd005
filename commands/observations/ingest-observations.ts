/** POST /api/admin/observations: facts that collectors found, as NDJSON of any length. */
import { z } from "zod";
import { action, Answer, collector } from "../../infra/http/endpoint";
import { linesOf } from "./ndjson-lines";
import { takeIn } from "./observation-intake";
import { rejectedObservation } from "./rejected-observation";
import { takeObservation } from "./take-observation";

const report = z.strictObject({
  received: z.number().int(),
  changed: z.number().int().describe("Observations that said something new."),
  unchanged: z.number().int().describe("Observations that said nothing new, repeated ones included."),
  rejected: z.number().int(),
  rejections: z.array(rejectedObservation).describe("The first 100 rejected lines."),
  position: z.number().int().describe("For X-Service-Min-Position: reads from there on show what was taken in."),
});

const observation = {
  id: "found-1",
  placeId: "place-1",
  observedAt: "2026-01-15T09:30:00.000Z",
  source: "a-collector",
  listing: { rating: 4.6, reviewCount: 128 },
};
const example = `${JSON.stringify(observation)}\n${JSON.stringify({ ...observation, id: "found-2", placeId: "place-2" })}\n`;

export const ingestObservations = action({
  id: "ingest-observations",
  method: "POST",
  path: "/api/admin/observations",
  access: collector(),
  on: "none",
  area: "observation",
  summary: "Hand in observations",
  description:
    "One observation a line. Each line is taken in or rejected on its own; the same observation again changes nothing. Imports of the past fill history and raise no alert.",
  bodyStream: "application/x-ndjson",
  example,
  responds: { status: 200, body: report },
  handle: async ({ stream }, { services, principal, requestId }) => {
    const actor = { kind: principal.kind === "collector" ? "collector" : "admin", id: principal.id } as const;
    const taken = await takeIn(linesOf(stream), takeObservation(services, actor, requestId));
    return new Answer(200, taken, { "x-service-position": String(taken.position) });
  },
});
