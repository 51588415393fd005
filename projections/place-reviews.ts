/**
 * Table `place_reviews`: every review seen of each place, in its newest form. Texts are kept for a while only: housekeeping
 * takes them out day by day, and where their key is gone a rebuild finds none.
 */
import { ERASED } from "../domain/fold/personal";
import type { PlaceEvent } from "../domain/places/events";
import type { Review } from "../domain/places/known-reviews";
import { utcDay } from "../domain/utc-day";
import { boolean, day, instant, projection, real, text, type RowOf } from "../infra/projector/projection";

const columns = {
  place_id: text,
  review_id: text,
  rating: real,
  /** Null where its author wrote none, and where its time is over and it has not been collected again. */
  text: text.orNull,
  /** Its author wrote a text, whether or not it is here. */
  has_text: boolean,
  /** The UTC day from which the text's time counts; null where there is no text. */
  text_collected_on: day.orNull,
  author: text,
  published_at: instant,
  owner_response: text.orNull,
  /** When a source last told whether the owner responded; null where none ever did. */
  response_seen_at: instant.orNull,
  /** When all the rest was seen. */
  observed_at: instant,
};
export type PlaceReviewRow = RowOf<typeof columns>;

export const placeReviewsTable = projection<PlaceEvent>()({
  table: "place_reviews",
  version: 5,
  columns,
  key: ["place_id", "review_id"],
  indexes: [["place_id", "published_at", "review_id"], ["text_collected_on"]],
  erasedWith: { place: "place_id" },
  on: {
    PlaceReviewsCollected: {
      keys: ({ data }) => data.reviews.map((review) => ({ place_id: data.placeId, review_id: review.id })),
      fold: (row, { data, metadata }, key) => {
        const review = data.reviews.findLast((one) => one.id === key.review_id);
        if (review === undefined) return row;
        const { observedAt } = data;
        const said =
          row !== null && (row.observed_at > observedAt || review.only === "response")
            ? row
            : { ...key, ...saidOf(review, utcDay(metadata.occurredAt)), observed_at: observedAt };
        return { ...said, ...responseAfter(row, review, observedAt) };
      },
    },
  },
});

/** What every source says of a review. */
function saidOf({ rating, text: told, author, publishedAt }: Review, day: string) {
  const kept = told === ERASED ? null : told;
  const ofText = { text: kept, has_text: told !== null, text_collected_on: kept === null ? null : day };
  return { rating, ...ofText, author, published_at: publishedAt };
}

/** A source that does not tell whether the owner responded leaves what is known of it. */
function responseAfter(row: PlaceReviewRow | null, { ownerResponse }: Review, observedAt: string) {
  const { owner_response = null, response_seen_at = null } = row ?? {};
  if (ownerResponse === undefined || (response_seen_at ?? "") > observedAt) return { owner_response, response_seen_at };
  return { owner_response: ownerResponse, response_seen_at: observedAt };
}
