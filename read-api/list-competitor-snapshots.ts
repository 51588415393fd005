/** GET /api/v1/competitors/:id/snapshots: the stored days of a competitor. */
import { z } from "zod";
import { refuse } from "../domain/refusals";
import { apiKey, query } from "../infra/http/endpoint";
import { findTracked, trackedTables } from "./competitor-rows";
import { daysQuery, snapshotsOf, snapshotView } from "./place-history";

export const listCompetitorSnapshots = query({
  id: "list-competitor-snapshots",
  method: "GET",
  path: "/api/v1/competitors/:id/snapshots",
  access: apiKey("competitors:read"),
  on: "business",
  area: "competitor",
  summary: "A competitor's daily history",
  params: z.strictObject({ id: z.string() }),
  query: daysQuery,
  reads: [...trackedTables, "place_snapshots"],
  responds: {
    status: 200,
    body: z.strictObject({ competitorId: z.string(), days: z.number().int(), snapshots: z.array(snapshotView) }),
  },
  refusals: ["competitor_not_found"],
  handle: async ({ params: { id }, query: { days } }, context) => {
    const tracked = await findTracked(context, id);
    if (tracked === undefined) return refuse("competitor_not_found", "There is no such competitor.");
    return { competitorId: id, days, snapshots: await snapshotsOf(context, tracked.place_id, days) };
  },
});
