/** GET /api/v1/me/snapshots: the stored days of the own listing. */
import { z } from "zod";
import { apiKey, query } from "../infra/http/endpoint";
import { ownPlaceId } from "./own-listing";
import { daysQuery, snapshotsOf, snapshotView } from "./place-history";

export const listOwnSnapshots = query({
  id: "list-own-snapshots",
  method: "GET",
  path: "/api/v1/me/snapshots",
  access: apiKey("competitors:read"),
  on: "business",
  area: "listing",
  summary: "The own listing's daily history",
  query: daysQuery,
  reads: ["businesses", "place_snapshots"],
  responds: { status: 200, body: z.strictObject({ days: z.number().int(), snapshots: z.array(snapshotView) }) },
  handle: async ({ query: { days } }, context) => ({
    days,
    snapshots: await snapshotsOf(context, await ownPlaceId(context), days),
  }),
});
