/** The figures of places, counted from the stored facts: see domain/analytics/place-figures.ts for what they mean. */
import {
  LOW_RATING,
  noReviews,
  PERIODS,
  type PlaceFigures,
  type ReviewFigures,
} from "../../domain/analytics/place-figures";
import { daysBefore } from "../../domain/utc-day";
import type { Context } from "../../infra/http/endpoint";
import type { PlaceRow } from "../../projections/places";
import { rowsOf } from "../rows";

/** The tables that {@link figuresOf} reads. */
export const figureTables = ["places", "place_reviews", "place_sections", "place_snapshots"];

type Reading = Pick<Context, "read" | "now">;
type Counted = ReviewFigures & { readonly place_id: string; readonly period: "recent" | "before" | "responses" };

/** By place id; a place that was never seen has figures too: nothing is known of it. */
export async function figuresOf(
  context: Reading,
  placeIds: readonly string[],
): Promise<(placeId: string) => PlaceFigures> {
  const [places, counted, reviewed, photos, ranks] = await Promise.all([
    rowsOf<PlaceRow>(context.read("places").whereIn("place_id", placeIds).select("place_id", "rating", "review_count")),
    reviewFigures(context, placeIds),
    // One look into the index for each place, however many reviews it has.
    rowsOf<{ place_id: string }>(
      context
        .read("places as p")
        .whereIn("p.place_id", placeIds)
        .whereExists(
          (some) => void some.from("place_reviews as r").whereRaw("r.place_id = p.place_id").select("r.place_id"),
        )
        .select("p.place_id"),
    ),
    rowsOf<{ place_id: string; photos: number }>(
      context
        .read("place_sections")
        .whereIn("place_id", placeIds)
        .where({ section: "photos" })
        .select("place_id", context.read.raw("jsonb_array_length(content) AS photos")),
    ),
    rowsOf<{ place_id: string; local_pack_rank: number | null }>(
      context
        .read("place_snapshots")
        .whereIn("place_id", placeIds)
        .distinctOn("place_id")
        .orderBy(["place_id", { column: "day", order: "desc" }])
        .select("place_id", "local_pack_rank"),
    ),
  ]);
  const by = <Row extends { readonly place_id: string }>(rows: readonly Row[]) =>
    new Map(rows.map((row) => [row.place_id, row]));
  const [place, photo, rank, seen] = [by(places), by(photos), by(ranks), by(reviewed)];
  return (placeId) => {
    const period = (name: Counted["period"]) =>
      counted.find((one) => one.place_id === placeId && one.period === name) ?? noReviews;
    return {
      rating: place.get(placeId)?.rating ?? null,
      reviewCount: place.get(placeId)?.review_count ?? null,
      reviewed: seen.has(placeId),
      recent: period("recent"),
      before: period("before"),
      responses: period("responses"),
      photos: photo.get(placeId)?.photos ?? null,
      localPackRank: rank.get(placeId)?.local_pack_rank ?? null,
    };
  };
}

/** Whoever's response was seen has responded; where no source ever told, it is not known. */
const reviewFigures = ({ read, now }: Reading, placeIds: readonly string[]) => {
  const ago = (days: number) => daysBefore(now, days);
  const periods = [
    ["recent", ago(PERIODS.recent), now.toISOString()],
    ["before", ago(PERIODS.recent + PERIODS.before), ago(PERIODS.recent)],
    ["responses", ago(PERIODS.responses), now.toISOString()],
  ];
  const low = read.raw("rating <= ?", [LOW_RATING]);
  return rowsOf<Counted>(
    read("place_reviews")
      .joinRaw(
        `JOIN (VALUES ${periods.map(() => "(?, ?::timestamptz, ?::timestamptz)").join(", ")}) AS t (period, since, until)
         ON published_at > since AND published_at <= until`,
        periods.flat(),
      )
      .whereIn("place_id", placeIds)
      .groupBy("place_id", "period")
      .select(
        "place_id",
        "period",
        read.raw(
          `count(*)::int AS n, avg(rating)::float8 AS "averageRating",
           count(response_seen_at)::int AS answerable, count(owner_response)::int AS answered,
           count(response_seen_at) FILTER (WHERE ?)::int AS "lowAnswerable",
           count(owner_response) FILTER (WHERE ?)::int AS "lowAnswered"`,
          [low, low],
        ),
      ),
  );
};
