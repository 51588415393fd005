/** GET /api/businesses/me/history/state: the own business as it was at any moment, as its owner may see it. */
import { query, session } from "../../infra/http/endpoint";
import { travelFails } from "../../infra/http/moments";
import { ownerSees } from "./business-seer";
import { businessState, stateOf, stateQuery } from "./past-view";

export const getMyBusinessState = query({
  id: "get-my-business-state",
  method: "GET",
  path: "/api/businesses/me/history/state",
  access: session(),
  on: "business",
  heavy: true,
  area: "audit",
  summary: "The state of the active business at a moment",
  description:
    "Folded from its events as `GET /api/businesses/me/history` shows them, with other people's words redacted. " +
    "Counts as ten requests within a minute.",
  presentOnly: "`at` names the moment here.",
  query: stateQuery,
  responds: { status: 200, body: businessState },
  fails: travelFails,
  handle: async ({ query: asked }, context) =>
    stateOf(context.services, context.business.id, asked, await ownerSees(context)),
});
