/** Table `competitors`: which places each business tracks, with what was claimed of them when they were added. */
import type { CompetitorEvent } from "../domain/competitors";
import { boolean, instant, integer, projection, real, text, type RowOf } from "../infra/projector/projection";

const columns = {
  competitor_id: text,
  business_id: text,
  place_id: text,
  active: boolean,
  claimed_name: text,
  claimed_address: text.orNull,
  claimed_rating: real.orNull,
  claimed_review_count: integer.orNull,
  claimed_website: text.orNull,
  added_at: instant,
  /** When it was added or reactivated last. */
  tracked_since: instant,
  job_monitoring: boolean,
};
export type CompetitorRow = RowOf<typeof columns>;

const keys = (event: { data: { competitorId: string } }) => ({ competitor_id: event.data.competitorId });

type Added = Extract<CompetitorEvent, { type: "CompetitorAdded" }>;
const track = {
  keys,
  fold: (
    row: CompetitorRow | null,
    { data, metadata }: { data: Added["data"]; metadata: { occurredAt: string } },
  ): CompetitorRow => ({
    competitor_id: data.competitorId,
    business_id: data.businessId,
    place_id: data.placeId,
    active: true,
    claimed_name: data.claim.name,
    claimed_address: data.claim.address,
    claimed_rating: data.claim.rating,
    claimed_review_count: data.claim.reviewCount,
    claimed_website: data.claim.website,
    added_at: row?.added_at ?? metadata.occurredAt,
    tracked_since: metadata.occurredAt,
    job_monitoring: row?.job_monitoring ?? true,
  }),
};

export const competitorsTable = projection<CompetitorEvent>()({
  table: "competitors",
  version: 2,
  columns,
  key: ["competitor_id"],
  indexes: [["business_id", "added_at"], ["place_id"]],
  erasedWith: { business: "business_id" },
  on: {
    CompetitorAdded: track,
    CompetitorReactivated: track,
    CompetitorRemoved: { keys, fold: (row) => row && { ...row, active: false } },
    CompetitorJobMonitoringEnabled: { keys, fold: (row) => row && { ...row, job_monitoring: true } },
    CompetitorJobMonitoringDisabled: { keys, fold: (row) => row && { ...row, job_monitoring: false } },
  },
});
