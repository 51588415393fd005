/** GET /api/v1/competitors/:id/snapshots: the stored days of a competitor. */
import { z } from "zod";
import { refuse } from "../../domain/refusals";
import { apiKey, query } from "../../infra/http/endpoint";
import { findTracked, trackedTables } from "./competitor-rows";
import { snapshotsOf, snapshotsPage, snapshotsQuery } from "../places/place-history";

export const listCompetitorSnapshots = query({
  id: "list-competitor-snapshots",
  method: "GET",
  path: "/api/v1/competitors/:id/snapshots",
  access: apiKey("competitors:read"),
  on: "business",
  area: "competitor",
  summary: "A competitor's daily history",
  params: z.strictObject({ id: z.string() }),
  query: snapshotsQuery,
  reads: [...trackedTables, "place_snapshots"],
  responds: { status: 200, body: snapshotsPage.extend({ competitorId: z.string() }) },
  refusals: ["competitor_not_found"],
  handle: async ({ params: { id }, query: asked }, context) => {
    const tracked = await findTracked(context, id);
    if (tracked === undefined) return refuse("competitor_not_found", "There is no such competitor.");
    return { competitorId: id, ...(await snapshotsOf(context, tracked.place_id, asked)) };
  },
});
