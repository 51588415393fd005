/** A tracked competitor as the public API shows it (interface specification, Competitor). */
import { z } from "zod";
import { instantText } from "../../infra/postgres/json-answers";
import type { TrackedRow } from "./competitor-rows";

export const competitorView = z.strictObject({
  id: z.string(),
  name: z.string(),
  address: z.string().nullable(),
  rating: z.number().nullable(),
  reviewCount: z.number().int().nullable(),
  permanentlyClosed: z.boolean().describe("The listing's newest status is permanently closed."),
  closedDetectedAt: z.iso.datetime().nullable(),
  placeId: z.string(),
  lastCheckedAt: z.iso.datetime().nullable().describe("When the place was observed last; null before the first time."),
});

export function competitorOf(row: TrackedRow): z.output<typeof competitorView> {
  return {
    id: row.competitor_id,
    name: row.p_name ?? row.claimed_name,
    address: row.p_address ?? row.claimed_address,
    rating: row.p_rating ?? row.claimed_rating,
    reviewCount: row.p_review_count ?? row.claimed_review_count,
    permanentlyClosed: row.p_status === "permanently_closed",
    closedDetectedAt: row.p_closed_detected_at,
    placeId: row.place_id,
    lastCheckedAt: row.p_last_checked_at,
  };
}

/** SQL: what {@link competitorOf} shows, of a competitor `c` and its place `p`. */
export const competitorColumns = `
  c.competitor_id AS id,
  coalesce(p.name, c.claimed_name) AS name,
  coalesce(p.address, c.claimed_address) AS address,
  coalesce(p.rating, c.claimed_rating) AS rating,
  coalesce(p.review_count, c.claimed_review_count) AS "reviewCount",
  coalesce(p.status = 'permanently_closed', false) AS "permanentlyClosed",
  ${instantText("p.closed_detected_at")} AS "closedDetectedAt",
  c.place_id AS "placeId",
  ${instantText("p.last_checked_at")} AS "lastCheckedAt"`;
