/** Table `place_snapshots`: what was known of each place on each day. */
import type { PlaceEvent } from "../domain/places/events";
import { boolean, day, instant, integer, projection, real, text, type RowOf } from "../infra/projector/projection";

const columns = {
  place_id: text,
  day,
  rating: real.orNull,
  review_count: integer.orNull,
  local_pack_rank: integer.orNull,
  is_running_ads: boolean.orNull,
  observed_at: instant,
};
export type PlaceSnapshotRow = RowOf<typeof columns>;

export const placeSnapshotsTable = projection<PlaceEvent>()({
  table: "place_snapshots",
  version: 1,
  columns,
  key: ["place_id", "day"],
  erasedWith: { place: "place_id" },
  on: {
    PlaceSnapshotTaken: {
      keys: ({ data }) => ({ place_id: data.placeId, day: data.day }),
      fold: (row, { data }) => ({
        place_id: data.placeId,
        day: data.day,
        rating: data.rating,
        review_count: data.reviewCount,
        local_pack_rank: data.localPackRank,
        is_running_ads: data.isRunningAds,
        observed_at: row !== null && row.observed_at > data.observedAt ? row.observed_at : data.observedAt,
      }),
    },
  },
});
