/** GET /api/admin/businesses/:id/diff: what became of every aggregate and read row of a business between two moments, and because of which events. */
import { z } from "zod";
import { admin, query } from "../../infra/http/endpoint";
import { travelFails } from "../../infra/http/moments";
import { isKnown, noSuchBusiness } from "./known-business";
import { businessDiff, diffOf, diffQuery } from "./past-view";

export const getBusinessDiff = query({
  id: "get-business-diff",
  method: "GET",
  path: "/api/admin/businesses/:id/diff",
  access: admin("audit"),
  on: "none",
  heavy: true,
  area: "audit",
  summary: "What changed in a business between two moments",
  description:
    "Read from the log itself: rows of the read tables that were added, removed or changed, with their fields before and after.",
  params: z.strictObject({ id: z.string() }),
  query: diffQuery,
  responds: { status: 200, body: businessDiff },
  refusals: ["business_not_found"],
  fails: travelFails,
  handle: async ({ params: { id }, query: asked }, { services }) =>
    (await isKnown(services.log, id)) ? diffOf(services, id, asked) : noSuchBusiness(),
});
