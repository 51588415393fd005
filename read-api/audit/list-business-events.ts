/** GET /api/admin/businesses/:id/events: every event of a business, from the log itself; pages, or all of it as NDJSON. */
import { z } from "zod";
import { admin, query } from "../../infra/http/endpoint";
import { answerHistory, historyPage, historyQuery, NDJSON } from "./history-page";
import { isKnown, noSuchBusiness } from "./known-business";

export const listBusinessEvents = query({
  id: "list-business-events",
  method: "GET",
  path: "/api/admin/businesses/:id/events",
  access: admin("audit"),
  on: "none",
  heavy: true,
  area: "audit",
  summary: "The event history of a business",
  description:
    "In the order of the log. With `Accept: application/x-ndjson` the whole history is streamed, an event a line.",
  params: z.strictObject({ id: z.string() }),
  query: historyQuery,
  responds: { status: 200, body: historyPage, alternatives: [NDJSON] },
  refusals: ["business_not_found"],
  handle: async ({ params: { id }, ...asked }, context) =>
    (await isKnown(context.services.log, id)) ? answerHistory(context, id, asked) : noSuchBusiness(),
});
