/** GET /api/competitors: the dashboard's list, with each competitor's ratings on other platforms and what is asked of it. */
import { z } from "zod";
import { query, session } from "../../infra/http/endpoint";
import type { RefreshRow } from "../../projections/refreshes";
import { factTables } from "./competitor-facts";
import { platformRatingsView, ratingsOf } from "./platform-ratings-view";
import { refreshStatus, refreshStatusView } from "./refresh-status-view";
import { rowsOf } from "../rows";
import { selectTrackedWith, type TrackedSectionRow } from "../places/stored-sections";

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
  job_monitoring_enabled: z.boolean(),
  refresh_status: refreshStatusView,
});

export const listMyCompetitors = query({
  id: "list-my-competitors",
  method: "GET",
  path: "/api/competitors",
  access: session(),
  on: "business",
  area: "competitor",
  summary: "Tracked competitors on the dashboard",
  description: "With what is known of each: stored facts alone.",
  reads: [...factTables, "refreshes"],
  responds: {
    status: 200,
    body: z.strictObject({ competitors: z.array(dashboardCompetitor), count: z.number().int() }),
  },
  handle: async (_input, context) => {
    const tracked = selectTrackedWith(context, "platformRatings")
      .leftJoin("refreshes as r", (join) =>
        join.on("r.place_id", "c.place_id").andOn("r.business_id", "c.business_id").andOnVal("r.section", "listing"),
      )
      .select("r.status as refresh_status", "r.expires_at as refresh_expires_at")
      .orderBy(["c.added_at", "c.competitor_id"]);
    const rows = await rowsOf<ListedRow>(tracked);
    return { competitors: rows.map((row) => ofRow(row, context.now)), count: rows.length };
  },
});

type ListedRow = TrackedSectionRow<"platformRatings"> & {
  readonly refresh_status: RefreshRow["status"] | null;
  readonly refresh_expires_at: string | null;
};

function ofRow(row: ListedRow, now: Date): z.output<typeof dashboardCompetitor> {
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
    platform_ratings: ratingsOf(row.s_content),
    job_monitoring_enabled: row.job_monitoring,
    refresh_status: refreshStatusIn(row, now),
  };
}

function refreshStatusIn({ refresh_status: status, refresh_expires_at: expiresAt }: ListedRow, now: Date) {
  return status === null || expiresAt === null ? "none" : refreshStatus({ status, expires_at: expiresAt }, now);
}
