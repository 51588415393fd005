/** Table `place_reviews`: every review seen of each place, in its newest form. */
import type { PlaceEvent } from "../domain/places/events";
import { instant, projection, real, text, type RowOf } from "../infra/projector/projection";

const columns = {
  place_id: text,
  review_id: text,
  rating: real,
  /** Null while the text is being refreshed. */
  text: text.orNull,
  author: text,
  published_at: instant,
  owner_response: text.orNull,
  observed_at: instant,
};
export type PlaceReviewRow = RowOf<typeof columns>;

export const placeReviewsTable = projection<PlaceEvent>()({
  table: "place_reviews",
  version: 1,
  columns,
  key: ["place_id", "review_id"],
  indexes: [["place_id", "published_at", "review_id"]],
  erasedWith: { place: "place_id" },
  on: {
    PlaceReviewsCollected: {
      keys: ({ data }) => data.reviews.map((review) => ({ place_id: data.placeId, review_id: review.id })),
      fold: (row, { data }, key) => {
        const review = data.reviews.findLast((one) => one.id === key.review_id);
        return review === undefined
          ? row
          : {
              ...key,
              rating: review.rating,
              text: review.text,
              author: review.author,
              published_at: review.publishedAt,
              owner_response: review.ownerResponse,
              observed_at: data.observedAt,
            };
      },
    },
  },
});
