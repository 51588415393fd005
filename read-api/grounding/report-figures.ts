/** What the stored facts come to in a report: each figure with its n, and nothing looked up for it. */
import { rounded, share } from "../../domain/analytics/statistics";
import type { ReportFigures, ReportKind } from "../../domain/reports";
import type { Context } from "../../infra/http/endpoint";
import type { BusinessRow } from "../../projections/businesses";
import type { PlaceRow } from "../../projections/places";
import { selectTracked, trackedTables, type TrackedRow } from "../competitors/competitor-rows";
import { placesIn, segmentOf, segmentTables, type Segment } from "../market/market-segment";
import { rowsOf } from "../rows";
import { averagesOf } from "../market/segment-figures";

/** The tables that reports are made of. */
export const reportTables = [...new Set([...trackedTables, ...segmentTables, "place_snapshots", "place_reviews"])];

export interface ReportPeriod {
  /** The first and the last day, UTC. */
  readonly from: string;
  readonly to: string;
}

/** Throws a 400 Failure that names `city` where neither the request nor the business says one. */
export const reportSegment = (context: Context<"business">, asked: Parameters<typeof segmentOf>[1]): Promise<Segment> =>
  segmentOf(context, asked, "city");

const LEADERS_MAX = 10;

/** `segment` is asked for where the kind is a market's. */
export async function reportFigures(
  context: Context<"business">,
  kind: ReportKind,
  period: ReportPeriod,
  segment: () => Promise<Segment>,
): Promise<ReportFigures> {
  const none = { comparison: null, reviews: null, market: null };
  const own = await context.read<BusinessRow>("businesses").where({ business_id: context.business.id }).first();
  const [name, placeId] = [own?.name ?? context.business.name, own?.place_id ?? null];
  switch (kind) {
    case "competitor_comparison":
      return { ...none, comparison: await comparison(context, { name, placeId }, period) };
    case "reviews":
      return { ...none, reviews: await reviews(context, placeId, period) };
    case "market":
      return { ...none, market: await market(context, placeId, await segment()) };
  }
}

type Compared = NonNullable<ReportFigures["comparison"]>["own"];
/** Of each figure the oldest and the newest of the period, and how many days it has. */
const DAYS = `SELECT place_id, count(rating)::int AS rated, count(review_count)::int AS counted,
    (array_agg(rating ORDER BY day) FILTER (WHERE rating IS NOT NULL))[1] AS first_rating,
    (array_agg(rating ORDER BY day DESC) FILTER (WHERE rating IS NOT NULL))[1] AS last_rating,
    (array_agg(review_count ORDER BY day) FILTER (WHERE review_count IS NOT NULL))[1] AS first_count,
    (array_agg(review_count ORDER BY day DESC) FILTER (WHERE review_count IS NOT NULL))[1] AS last_count
  FROM place_snapshots WHERE place_id = ANY(:places) AND day BETWEEN :from AND :to GROUP BY place_id`;

interface DaysRow {
  readonly place_id: string;
  readonly rated: number;
  readonly counted: number;
  readonly first_rating: number | null;
  readonly last_rating: number | null;
  readonly first_count: number | null;
  readonly last_count: number | null;
}

async function comparison(
  context: Context<"business">,
  own: { readonly name: string; readonly placeId: string | null },
  period: ReportPeriod,
): Promise<NonNullable<ReportFigures["comparison"]>> {
  const { read } = context;
  const tracked = await rowsOf<TrackedRow>(selectTracked(context).orderBy(["c.added_at", "c.competitor_id"]));
  const places = [...tracked.map((row) => row.place_id), ...(own.placeId === null ? [] : [own.placeId])];
  const { rows } = await read.raw<{ rows: readonly DaysRow[] }>(DAYS, { places, ...period });
  const byPlace = new Map(rows.map((row) => [row.place_id, row]));
  const ownStatus = await read<PlaceRow>("places")
    .where({ place_id: own.placeId ?? "" })
    .first("status");
  const compared = (
    place: Pick<Compared, "competitorId" | "name" | "placeId"> & { readonly status: string | null },
  ): Compared => {
    const { status, ...named } = place;
    const days = byPlace.get(place.placeId ?? "");
    return {
      ...named,
      permanentlyClosed: status === "permanently_closed",
      rating: days?.last_rating ?? null,
      ratingChange: changeOf(days?.first_rating, days?.last_rating, days?.rated),
      reviewCount: days?.last_count ?? null,
      reviewCountChange: changeOf(days?.first_count, days?.last_count, days?.counted),
      n: { rating: days?.rated ?? 0, reviewCount: days?.counted ?? 0 },
    };
  };
  return {
    own: compared({ competitorId: null, ...own, status: ownStatus?.status ?? null }),
    competitors: tracked.map((row) =>
      compared({
        competitorId: row.competitor_id,
        name: row.p_name ?? row.claimed_name,
        placeId: row.place_id,
        status: row.p_status,
      }),
    ),
  };
}

const changeOf = (first: number | null | undefined, last: number | null | undefined, n = 0): number | null =>
  n < 2 || typeof first !== "number" || typeof last !== "number" ? null : rounded(last - first);

async function reviews(
  { read, now }: Context<"business">,
  placeId: string | null,
  { from }: ReportPeriod,
): Promise<NonNullable<ReportFigures["reviews"]>> {
  const rows = await rowsOf<{ stars: number; n: number; sum: number; answerable: number; answered: number }>(
    read("place_reviews")
      .where({ place_id: placeId ?? "" })
      .whereRaw("published_at >= ?::timestamptz AND published_at <= ?::timestamptz", [
        `${from}T00:00:00Z`,
        now.toISOString(),
      ])
      .groupByRaw("round(rating)")
      .select(
        read.raw(`round(rating)::int AS stars, count(*)::int AS n, sum(rating)::float8 AS sum,
          count(response_seen_at)::int AS answerable, count(owner_response)::int AS answered`),
      ),
  );
  const total = (of: (row: (typeof rows)[number]) => number) => rows.reduce((sum, row) => sum + of(row), 0);
  const [n, answerable, answered] = [
    total((row) => row.n),
    total((row) => row.answerable),
    total((row) => row.answered),
  ];
  return {
    n,
    averageRating: rounded(
      share(
        total((row) => row.sum),
        n,
      ),
    ),
    stars: [1, 2, 3, 4, 5].map((rating) => ({ rating, n: rows.find(({ stars }) => stars === rating)?.n ?? 0 })),
    answerable,
    answered,
    responseRate: rounded(share(answered, answerable), 3),
  };
}

async function market(
  context: Context<"business">,
  ownPlaceId: string | null,
  segment: Segment,
): Promise<NonNullable<ReportFigures["market"]>> {
  const best = placesIn(context, segment)
    .whereNotNull("rating")
    .orderBy([
      { column: "rating", order: "desc" },
      { column: "review_count", order: "desc", nulls: "last" },
      { column: "place_id" },
    ])
    .limit(LEADERS_MAX);
  const [averages, rows] = await Promise.all([averagesOf(context, segment), rowsOf<PlaceRow>(best)]);
  return {
    segment,
    places: averages.totalBusinesses,
    permanentlyClosed: averages.permanentlyClosed,
    averageRating: averages.avgRating,
    averageReviewCount: averages.avgReviewCount,
    n: averages.n,
    leaders: rows.map((row, at) => ({
      rank: at + 1,
      placeId: row.place_id,
      name: row.name,
      rating: row.rating,
      reviewCount: row.review_count,
      permanentlyClosed: row.status === "permanently_closed",
      own: row.place_id === ownPlaceId,
    })),
  };
}
