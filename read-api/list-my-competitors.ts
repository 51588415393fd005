/** GET /api/competitors: the dashboard's list, with each competitor's ratings on other platforms. */
import { z } from "zod";
import { query, session } from "../infra/http/endpoint";
import { selectTracked, trackedTables, type TrackedRow } from "./competitor-rows";
import { platformRatingsView, ratingsOf, type PlatformRatings } from "./platform-ratings-view";
import { rowsOf } from "./rows";

const dashboardCompetitor = z.strictObject({
  id: z.string(),
  name: z.string(),
  address: z.string().nullable(),
  website: z.string().nullable(),
  rating: z.number().nullable(),
  review_count: z.number().int().nullable(),
  permanently_closed: z.boolean(),
  closed_detected_at: z.iso.datetime().nullable(),
  place_id: z.string(),
  last_checked_at: z.iso.datetime().nullable(),
  added_at: z.iso.datetime(),
  platform_ratings: platformRatingsView,
});

export const listMyCompetitors = query({
  id: "list-my-competitors",
  method: "GET",
  path: "/api/competitors",
  access: session(),
  on: "business",
  area: "competitor",
  summary: "Tracked competitors on the dashboard",
  reads: [...trackedTables, "place_sections"],
  responds: {
    status: 200,
    body: z.strictObject({ competitors: z.array(dashboardCompetitor), count: z.number().int() }),
  },
  handle: async (_input, context) => {
    const tracked = selectTracked(context)
      .leftJoin("place_sections as s", (join) =>
        join.on("s.place_id", "c.place_id").andOnVal("s.section", "platformRatings"),
      )
      .select("s.content as platforms")
      .orderBy(["c.added_at", "c.competitor_id"]);
    const rows = await rowsOf<TrackedRow & { platforms: PlatformRatings | null }>(tracked);
    return {
      competitors: rows.map((row) => ({ ...ofRow(row), platform_ratings: ratingsOf(row.platforms) })),
      count: rows.length,
    };
  },
});

function ofRow(row: TrackedRow): Omit<z.output<typeof dashboardCompetitor>, "platform_ratings"> {
  return {
    id: row.competitor_id,
    name: row.p_name ?? row.claimed_name,
    address: row.p_address ?? row.claimed_address,
    website: row.p_website ?? row.claimed_website,
    rating: row.p_rating ?? row.claimed_rating,
    review_count: row.p_review_count ?? row.claimed_review_count,
    permanently_closed: row.p_status === "permanently_closed",
    closed_detected_at: row.p_closed_detected_at,
    place_id: row.place_id,
    last_checked_at: row.p_last_checked_at,
    added_at: row.added_at,
  };
}
