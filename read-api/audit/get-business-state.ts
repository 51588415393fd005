/** GET /api/admin/businesses/:id/state: every aggregate and every read row of a business as it was at any moment, from the log alone. */
import { z } from "zod";
import { admin, query } from "../../infra/http/endpoint";
import { travelFails } from "../../infra/http/moments";
import { isKnown, noSuchBusiness } from "./known-business";
import { businessState, stateOf, stateQuery } from "./past-view";

export const getBusinessState = query({
  id: "get-business-state",
  method: "GET",
  path: "/api/admin/businesses/:id/state",
  access: admin("audit"),
  on: "none",
  heavy: true,
  area: "audit",
  summary: "The state of a business at a moment",
  description: "Read from the log itself: the rows of the read tables as they were then.",
  params: z.strictObject({ id: z.string() }),
  query: stateQuery,
  responds: { status: 200, body: businessState },
  refusals: ["business_not_found"],
  fails: travelFails,
  handle: async ({ params: { id }, query: asked }, { services }) =>
    (await isKnown(services.log, id)) ? stateOf(services, id, asked) : noSuchBusiness(),
});
