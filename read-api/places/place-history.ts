/** The stored days and reviews of one place, whether it is the own listing or a competitor's. */
import { z } from "zod";
import { firstDayKept } from "../../domain/places/review-texts";
import type { Context } from "../../infra/http/endpoint";
import { pageQuery } from "../../infra/http/paging";
import type { PlaceReviewRow } from "../../projections/place-reviews";
import type { PlaceSnapshotRow } from "../../projections/place-snapshots";
import { rowsOf } from "../rows";
import { countDays, firstOf, periodOf, periodQuery } from "./history-period";

const DAYS_UNLESS_TOLD = 90;

export const snapshotsQuery = z.strictObject({
  ...periodQuery(`${DAYS_UNLESS_TOLD} where neither is given.`),
  ...pageQuery({ default: 366, max: 1_000 }),
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

export const snapshotsPage = z.strictObject({
  days: z.number().int().describe("How many days the period has, whether or not they are stored."),
  snapshots: z.array(snapshotView),
  nextCursor: z.string().nullable(),
});

const dayMark = z.iso.date();

/** The days of a period, oldest first; none for a place that is not linked. */
export async function snapshotsOf(
  { read, now, cursors }: Pick<Context, "read" | "now" | "cursors">,
  placeId: string | null,
  { limit, cursor, ...asked }: z.output<typeof snapshotsQuery>,
): Promise<z.output<typeof snapshotsPage>> {
  const { from: first, to, last } = periodOf(asked, now);
  const from = first ?? firstOf(DAYS_UNLESS_TOLD, last);
  const days = countDays(from, last);
  const after = cursors.parse(dayMark, cursor);
  if (placeId === null) return { days, snapshots: [], nextCursor: null };
  const oldest = read("place_snapshots")
    .where({ place_id: placeId })
    .andWhere("day", ">=", from)
    .modify((builder) => {
      if (to !== undefined) void builder.andWhere("day", "<=", to);
      if (after !== undefined) void builder.andWhere("day", ">", after);
    })
    .orderBy("day")
    .limit(limit + 1);
  const rows = await rowsOf<PlaceSnapshotRow>(oldest);
  const page = rows.slice(0, limit);
  const end = page.at(-1);
  const more = rows.length > limit && end !== undefined;
  return { days, snapshots: page.map(snapshotOf), nextCursor: more ? cursors.sign(end.day) : null };
}

export const reviewsQuery = z.strictObject({
  ...periodQuery("All reviews where neither is given."),
  ...pageQuery({ default: 20, max: 100 }),
});

/** A stored review (interface specification, Competitor review). */
export const reviewView = z.strictObject({
  rating: z.number(),
  text: z
    .string()
    .nullable()
    .describe("Null where the author wrote none, and until a text whose time is over is collected again."),
  author: z.string(),
  publishedAt: z.iso.datetime(),
  ownerResponse: z.string().nullable(),
  reviewTextStatus: z
    .enum(["available", "loading", "none"])
    .describe("`loading`: the text is to be collected again. `none`: its author wrote none."),
});
export const reviewsPage = z.strictObject({ reviews: z.array(reviewView), nextCursor: z.string().nullable() });

const mark = z.tuple([z.iso.datetime(), z.string()]);

/** Reviews published within a period, the newest first; a page stays where it was while reviews come in. */
export async function reviewsOf(
  { read, now, cursors, services }: Pick<Context, "read" | "now" | "cursors" | "services">,
  placeId: string | null,
  { limit, cursor, ...asked }: z.output<typeof reviewsQuery>,
): Promise<z.output<typeof reviewsPage>> {
  const { from, to } = periodOf(asked, now);
  const after = cursors.parse(mark, cursor);
  if (placeId === null) return { reviews: [], nextCursor: null };
  const newest = read("place_reviews")
    .where({ place_id: placeId })
    .modify((builder) => {
      if (from !== undefined) void builder.andWhere("published_at", ">=", `${from}T00:00:00.000Z`);
      if (to !== undefined) void builder.andWhere("published_at", "<=", `${to}T23:59:59.999Z`);
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

/** The version of the table before had no `has_text`, and is read until the new one is filled. */
type ReadReviewRow = Omit<PlaceReviewRow, "has_text"> & Partial<Pick<PlaceReviewRow, "has_text">>;

/** `textsSince`: the first day whose texts may still be shown, whether or not the others have been taken out already. */
function reviewOf(row: ReadReviewRow, textsSince: string): z.output<typeof reviewView> {
  const { rating, text_collected_on: day, author, published_at: publishedAt, owner_response: ownerResponse } = row;
  const text = day !== null && day >= textsSince ? row.text : null;
  const { has_text: hasText = true } = row;
  const withoutText = hasText ? "loading" : "none";
  return {
    rating,
    text,
    author,
    publishedAt,
    ownerResponse,
    reviewTextStatus: text === null ? withoutText : "available",
  };
}
