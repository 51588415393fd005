/** A tracked competitor as the public API shows it (interface specification, Competitor). */
import { z } from "zod";
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
