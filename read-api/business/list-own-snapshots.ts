/** GET /api/v1/me/snapshots: the stored days of the own listing. */
import { apiKey, query } from "../../infra/http/endpoint";
import { ownPlaceId } from "./own-listing";
import { snapshotsOf, snapshotsPage, snapshotsQuery } from "../places/place-history";

export const listOwnSnapshots = query({
  id: "list-own-snapshots",
  method: "GET",
  path: "/api/v1/me/snapshots",
  access: apiKey("competitors:read"),
  on: "business",
  area: "listing",
  summary: "The own listing's daily history",
  query: snapshotsQuery,
  reads: ["businesses", "place_snapshots"],
  responds: { status: 200, body: snapshotsPage },
  handle: async ({ query: asked }, context) => snapshotsOf(context, await ownPlaceId(context), asked),
});
