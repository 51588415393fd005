/** The newest texts of the own reviews, as long as texts are kept: other people's words, for a model alone, and fenced. */
import type { ReviewText } from "../../domain/chat/facts";
import { firstCharacters } from "../../domain/first-characters";
import { firstDayKept } from "../../domain/places/review-texts";
import { utcDay } from "../../domain/utc-day";
import type { Context } from "../../infra/http/endpoint";
import type { PlaceReviewRow } from "../../projections/place-reviews";
import { ownPlaceId } from "../business/own-listing";
import { rowsOf } from "../rows";

const TEXTS_MAX = 12;
const CHARACTERS_MAX = 600;

/** Without their authors. `starsAtLeast` leaves out reviews of fewer stars. */
export async function newestReviewTexts(
  context: Context<"business">,
  starsAtLeast = 0,
): Promise<readonly ReviewText[]> {
  const { read, services } = context;
  const rows = await rowsOf<Pick<PlaceReviewRow, "rating" | "published_at" | "text">>(
    read("place_reviews")
      .where({ place_id: (await ownPlaceId(context)) ?? "" })
      .andWhere("rating", ">=", starsAtLeast)
      .whereNotNull("text")
      .andWhere("text_collected_on", ">=", firstDayKept(services.clock.now().toISOString(), services.reviewTextDays))
      .orderBy([
        { column: "published_at", order: "desc" },
        { column: "review_id", order: "desc" },
      ])
      .limit(TEXTS_MAX)
      .select("rating", "published_at", "text"),
  );
  return rows.map(({ rating, published_at: publishedAt, text }) => ({
    label: `review of the own listing, ${rating} stars, ${utcDay(publishedAt)}`,
    text: firstCharacters(text ?? "", CHARACTERS_MAX),
  }));
}
