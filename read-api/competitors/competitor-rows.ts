/** The tracked competitors of a business with the stored facts of their places; facts from observations win over claims. */
import type { Context } from "../../infra/http/endpoint";
import type { CompetitorRow } from "../../projections/competitors";
import type { PlaceRow } from "../../projections/places";
import { rowsOf } from "../rows";

/** A competitor beside what is known of its place; everything of the place is null where it was never observed. */
export type TrackedRow = CompetitorRow & {
  readonly [Member in keyof PlaceRow as `p_${Member}`]: PlaceRow[Member] | null;
};

const placeColumns = [
  "name",
  "address",
  "rating",
  "review_count",
  "website",
  "phone",
  "status",
  "closed_detected_at",
  "last_checked_at",
] as const satisfies (keyof PlaceRow)[];

/** The tables that {@link selectTracked} reads. */
export const trackedTables = ["competitors", "places"];

/** A query of {@link TrackedRow}s. */
export function selectTracked({ read, business }: Pick<Context<"business">, "read" | "business">) {
  return read("competitors as c")
    .leftJoin("places as p", "p.place_id", "c.place_id")
    .where({ "c.business_id": business.id, "c.active": true })
    .select("c.*", ...placeColumns.map((column) => `p.${column} as p_${column}`));
}

/** One active competitor of the caller's own business; undefined for anything else. */
export async function findTracked(context: Context<"business">, competitorId: string): Promise<TrackedRow | undefined> {
  const [row] = await rowsOf<TrackedRow>(selectTracked(context).where("c.competitor_id", competitorId));
  return row;
}
