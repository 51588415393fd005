/** The stored days and reviews of one place, whether it is the own listing or a competitor's. */
import { z } from "zod";
import { firstDayKept } from "../domain/places/review-texts";
import type { Context } from "../infra/http/endpoint";
import { pageQuery } from "../infra/http/paging";
import type { PlaceReviewRow } from "../projections/place-reviews";
import type { PlaceSnapshotRow } from "../projections/place-snapshots";
import { rowsOf } from "./rows";
import { DAY_MS } from "../domain/utc-day";

export const daysQuery = z.strictObject({
  days: z.coerce.number().int().min(1).max(3_660).default(90).describe("How many days back from today, in UTC."),
});

export const snapshotView = z.strictObject({
  date: z.iso.date(),
  rating: z.number().nullable(),
  reviewCount: z.number().int().nullable(),
  localPackRank: z.number().int().nullable(),
  isRunningAds: z.boolean().nullable(),
});

export const snapshotOf = (row: PlaceSnapshotRow): z.output<typeof snapshotView> => ({
  date: row.day,
  rating: row.rating,
  reviewCount: row.review_count,
  localPackRank: row.local_pack_rank,
  isRunningAds: row.is_running_ads,
});

/** The days of the last `days` days, oldest first; none for a place that is not linked. */
export async function snapshotsOf(
  { read, now }: Pick<Context, "read" | "now">,
  placeId: string | null,
  days: number,
): Promise<z.output<typeof snapshotView>[]> {
  if (placeId === null) return [];
  const since = new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);
  const rows: readonly PlaceSnapshotRow[] = await read<PlaceSnapshotRow>("place_snapshots")
    .where({ place_id: placeId })
    .andWhere("day", ">", since)
    .orderBy("day");
  return rows.map(snapshotOf);
}

export const reviewsQuery = z.strictObject(pageQuery({ default: 20, max: 100 }));

/** A stored review (interface specification, Competitor review). */
export const reviewView = z.strictObject({
  rating: z.number(),
  text: z.string().nullable().describe("Null while the text is being refreshed."),
  author: z.string(),
  publishedAt: z.iso.datetime(),
  ownerResponse: z.string().nullable(),
  reviewTextStatus: z.enum(["available", "loading"]),
});
export const reviewsPage = z.strictObject({ reviews: z.array(reviewView), nextCursor: z.string().nullable() });

const mark = z.tuple([z.iso.datetime(), z.string()]);

/** Reviews, the newest first; a page stays where it was while reviews come in. */
export async function reviewsOf(
  { read, cursors, services }: Pick<Context, "read" | "cursors" | "services">,
  placeId: string | null,
  { limit, cursor }: z.output<typeof reviewsQuery>,
): Promise<z.output<typeof reviewsPage>> {
  const after = cursors.parse(mark, cursor);
  if (placeId === null) return { reviews: [], nextCursor: null };
  const newest = read("place_reviews")
    .where({ place_id: placeId })
    .modify((builder) => {
      if (after !== undefined) void builder.andWhereRaw("(published_at, review_id) < (?, ?)", after);
    })
    .orderBy([
      { column: "published_at", order: "desc" },
      { column: "review_id", order: "desc" },
    ])
    .limit(limit + 1);
  const rows = await rowsOf<PlaceReviewRow>(newest);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const more = rows.length > limit && last !== undefined;
  // By the clock also where the past is shown: a text whose time is over is gone from every moment.
  const textsSince = firstDayKept(services.clock.now().toISOString(), services.reviewTextDays);
  const reviews = page.map((row) => reviewOf(row, textsSince));
  return { reviews, nextCursor: more ? cursors.sign([last.published_at, last.review_id]) : null };
}

/** `textsSince`: the first day whose texts may still be shown, whether or not the others have been taken out already. */
function reviewOf(row: PlaceReviewRow, textsSince: string): z.output<typeof reviewView> {
  const { rating, text_collected_on: day, author, published_at: publishedAt, owner_response: ownerResponse } = row;
  const text = day !== null && day >= textsSince ? row.text : null;
  return {
    rating,
    text,
    author,
    publishedAt,
    ownerResponse,
    reviewTextStatus: text === null ? "loading" : "available",
  };
}
