/** GET /api/businesses/me/history: every event of the own business, with what other people put into it redacted. */
import { query, session } from "../../infra/http/endpoint";
import { ownerSees } from "./business-seer";
import { answerHistory, historyPage, historyQuery, NDJSON } from "./history-page";

export const listMyBusinessHistory = query({
  id: "list-my-business-history",
  method: "GET",
  path: "/api/businesses/me/history",
  access: session(),
  on: "business",
  heavy: true,
  area: "audit",
  summary: "The event history of the active business",
  description:
    "In the order of the log. Fields that other people filled in, and the ids of administrators and collectors, read " +
    "`[redacted]`. With `Accept: application/x-ndjson` the whole history is streamed, an event a line; " +
    "two streams of an account at a time, and one of which nothing is read for 30 seconds breaks off. Counts as ten requests within a minute.",
  presentOnly: "The history tells every moment; `until` ends it at a position.",
  query: historyQuery,
  responds: { status: 200, body: historyPage, alternatives: [NDJSON] },
  handle: async (asked, context) => answerHistory(context, context.business.id, asked, await ownerSees(context)),
});
