/**
 * Table `review_keywords`: what the text of each review is about, and never the text. It goes where the text goes: out of the
 * table with its day, and not into a rebuilt one once the day's key is gone.
 */
import { ERASED } from "../domain/fold/personal";
import type { PlaceEvent } from "../domain/places/events";
import { utcDay } from "../domain/utc-day";
import { day, instant, json, projection, text } from "../infra/projector/projection";
import { topicsOf } from "./reading-texts";

const columns = {
  place_id: text,
  review_id: text,
  published_at: instant,
  /** The UTC day from which the text's time counts; null where there is no text, and with it all that was made of it. */
  text_collected_on: day.orNull,
  /** Null where it could not be told. */
  language: text.orNull,
  /** Of an English text: the sentiment (−1 to 1) by keyword. */
  keywords: json<Readonly<Record<string, number>>>().orNull,
  observed_at: instant,
};

export const reviewKeywordsTable = projection<PlaceEvent>()({
  table: "review_keywords",
  version: 1,
  columns,
  key: ["place_id", "review_id"],
  indexes: [["place_id", "published_at"], ["text_collected_on"]],
  erasedWith: { place: "place_id" },
  // Reading a text takes a thousand times as long as any other fold.
  slow: true,
  on: {
    PlaceReviewsCollected: {
      keys: ({ data }) => data.reviews.map((review) => ({ place_id: data.placeId, review_id: review.id })),
      fold: (row, { data, metadata }, key) => {
        const review = data.reviews.findLast((one) => one.id === key.review_id);
        if (review === undefined) return row;
        // Of each review the same sighting counts as in `place_reviews`, so that both tell of the same text.
        if (row !== null && (row.observed_at > data.observedAt || review.only === "response")) return row;
        const seen = { ...key, published_at: review.publishedAt, observed_at: data.observedAt };
        if (review.text === null || review.text === ERASED)
          return { ...seen, text_collected_on: null, language: null, keywords: null };
        const topics = topicsOf(review.text, review.author);
        return { ...seen, text_collected_on: utcDay(metadata.occurredAt), ...topics };
      },
    },
  },
});
