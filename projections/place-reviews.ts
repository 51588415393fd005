/**
 * Table `place_reviews`: every review seen of each place, in its newest form. Texts are kept for a while only: housekeeping
 * takes them out day by day, and where their key is gone a rebuild finds none.
 */
import { ERASED } from "../domain/fold/personal";
import type { PlaceEvent } from "../domain/places/events";
import { day, instant, projection, real, text, type RowOf } from "../infra/projector/projection";

const columns = {
  place_id: text,
  review_id: text,
  rating: real,
  /** Null while the text is being refreshed. */
  text: text.orNull,
  /** The UTC day from which the text's time counts; null where there is no text. */
  text_collected_on: day.orNull,
  author: text,
  published_at: instant,
  owner_response: text.orNull,
  observed_at: instant,
};
export type PlaceReviewRow = RowOf<typeof columns>;

export const placeReviewsTable = projection<PlaceEvent>()({
  table: "place_reviews",
  version: 2,
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
        const kept = review.text === null || review.text === ERASED ? null : review.text;
        return {
          ...key,
          rating: review.rating,
          text: kept,
          text_collected_on: kept === null ? null : metadata.occurredAt.slice(0, 10),
          author: review.author,
          published_at: review.publishedAt,
          owner_response: review.ownerResponse,
          observed_at: data.observedAt,
        };
      },
    },
  },
});
