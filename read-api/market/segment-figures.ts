/** Figures of a segment's places: averages with their n, and how many reviews each place gained. */
import { profileHealth } from "../../domain/analytics/profile-health";
import { mean, rounded } from "../../domain/analytics/statistics";
import { daysBefore, utcDay } from "../../domain/utc-day";
import type { Context } from "../../infra/http/endpoint";
import type { PlaceRow } from "../../projections/places";
import { placesIn, type Segment } from "./market-segment";
import { fieldsOf } from "../business/own-figures";
import { figuresOf, figureTables } from "../places/place-figures";
import { rowsOf } from "../rows";

export const segmentFigureTables = figureTables;

export const FIGURE_BOUNDS = {
  /** The most reviewed places of a segment: of more, those with fewer reviews are not looked at one by one. */
  placesMax: 5_000,
  healthPlacesMax: 200,
  /** A place whose newest day is older has no present. */
  staleDays: 7,
} as const;

type Reading = Pick<Context, "read" | "now">;

/** The most reviewed first. */
export const mostReviewed = ({ read }: Pick<Context, "read">, segment: Segment, placesMax: number) =>
  placesIn({ read }, segment)
    .orderBy([{ column: "review_count", order: "desc", nulls: "last" }, { column: "place_id" }])
    .limit(placesMax);

const known = <Value>(values: readonly (Value | null)[]): readonly Value[] => values.filter((value) => value !== null);

/** The plain averages of a segment, over all of its places. */
export async function averagesOf({ read }: Reading, segment: Segment) {
  const [row] = await rowsOf<{
    totalBusinesses: number;
    permanentlyClosed: number;
    avgRating: number | null;
    medianRating: number | null;
    avgReviewCount: number | null;
    rating: number;
    reviewCount: number;
  }>(
    placesIn({ read }, segment).select(
      read.raw(`count(*)::int AS "totalBusinesses",
        count(*) FILTER (WHERE status = 'permanently_closed')::int AS "permanentlyClosed",
        avg(rating)::float8 AS "avgRating", percentile_cont(0.5) WITHIN GROUP (ORDER BY rating) AS "medianRating",
        avg(review_count)::float8 AS "avgReviewCount", count(rating)::int AS rating,
        count(review_count)::int AS "reviewCount"`),
    ),
  );
  const { avgRating = null, medianRating = null, avgReviewCount = null } = row ?? {};
  return {
    totalBusinesses: row?.totalBusinesses ?? 0,
    permanentlyClosed: row?.permanentlyClosed ?? 0,
    avgRating: rounded(avgRating),
    medianRating: rounded(medianRating),
    avgReviewCount: rounded(avgReviewCount, 1),
    n: { rating: row?.rating ?? 0, reviewCount: row?.reviewCount ?? 0 },
  };
}

/** The mean profile health of the segment's most reviewed places. */
export async function healthOf(context: Reading, segment: Segment) {
  const rows = await rowsOf<PlaceRow>(mostReviewed(context, segment, FIGURE_BOUNDS.healthPlacesMax));
  const figures = await figuresOf(
    context,
    rows.map((row) => row.place_id),
  );
  const scores = known(rows.map((row) => profileHealth(fieldsOf(row), figures(row.place_id)).score));
  return { avgHealthScore: rounded(mean(scores), 1), n: scores.length };
}

/** The mean of {@link gainsOf} over a week. */
export async function velocityOf(context: Reading, segment: Segment) {
  const gains = [...(await gainsOf(context, segment, 7)).values()];
  return { avgVelocity7d: rounded(mean(gains), 2), n: gains.length };
}

/**
 * By place id: how many reviews its count gained in so many days, from the stored days: the newest one, and the last one that
 * lies at least so many days before it, at most twice as many; the gain is scaled to `days`. No place without both.
 */
export async function gainsOf(context: Reading, segment: Segment, days: number): Promise<ReadonlyMap<string, number>> {
  const { read, now } = context;
  const fresh = utcDay(daysBefore(now, FIGURE_BOUNDS.staleDays));
  const rows = await rowsOf<{ place_id: string; gained: number }>(
    read
      .from(mostReviewed(context, segment, FIGURE_BOUNDS.placesMax).select("place_id").as("p"))
      .joinRaw(
        `CROSS JOIN LATERAL (
           SELECT day, review_count FROM place_snapshots s
           WHERE s.place_id = p.place_id AND day >= ? AND review_count IS NOT NULL ORDER BY day DESC LIMIT 1
         ) AS last
         CROSS JOIN LATERAL (
           SELECT day, review_count FROM place_snapshots s
           WHERE s.place_id = p.place_id AND day BETWEEN last.day - 2 * ?::int AND last.day - ?::int
             AND review_count IS NOT NULL ORDER BY day DESC LIMIT 1
         ) AS before`,
        [fresh, days, days],
      )
      .select(
        "p.place_id",
        read.raw("(last.review_count - before.review_count)::float8 * ? / (last.day - before.day) AS gained", [days]),
      ),
  );
  return new Map(rows.map((row) => [row.place_id, row.gained]));
}
