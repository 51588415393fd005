/** What is known of the own listing and of those it competes with, as figures. */
import type { Rival } from "../../domain/analytics/gap-analysis";
import type { PlaceFigures } from "../../domain/analytics/place-figures";
import { profileFields, type ProfileField } from "../../domain/analytics/profile-health";
import type { Context } from "../../infra/http/endpoint";
import type { PlaceRow } from "../../projections/places";
import { selectTracked, type TrackedRow } from "../competitors/competitor-rows";
import { competitorOf } from "../competitors/competitor-view";
import { ownPlaceId } from "./own-listing";
import { figuresOf, figureTables } from "../places/place-figures";
import { rowsOf } from "../rows";

export const ownTables = ["businesses", ...figureTables];
export const rivalTables = ["competitors", ...ownTables];

interface Own {
  readonly placeId: string | null;
  readonly figures: PlaceFigures;
  /** Which fields the listing has; null where it was never seen. */
  readonly present: readonly ProfileField[] | null;
}

/** Of a business without a listing nothing is known. */
const NOWHERE = "";

export async function ownFigures(context: Context<"business">): Promise<Own> {
  const placeId = await ownPlaceId(context);
  const [figures, listing] = await Promise.all([figuresOf(context, [placeId ?? NOWHERE]), listingOf(context, placeId)]);
  return { placeId, figures: figures(placeId ?? NOWHERE), present: listing && fieldsOf(listing) };
}

/** The own figures, and those of every tracked competitor, in the order in which they were added. */
export async function figuresAmongRivals(
  context: Context<"business">,
): Promise<Own & { readonly rivals: readonly (Rival & { readonly closedDetectedAt: string | null })[] }> {
  const [own, tracked] = await Promise.all([
    ownFigures(context),
    rowsOf<TrackedRow>(selectTracked(context).orderBy(["c.added_at", "c.competitor_id"])),
  ]);
  const figures = await figuresOf(
    context,
    tracked.map((row) => row.place_id),
  );
  const rivals = tracked.map((row) => {
    const { id, name, permanentlyClosed, closedDetectedAt } = competitorOf(row);
    return { id, name, permanentlyClosed, closedDetectedAt, figures: figures(row.place_id) };
  });
  return { ...own, rivals };
}

const listingOf = async ({ read }: Context<"business">, placeId: string | null): Promise<PlaceRow | null> =>
  (await read<PlaceRow>("places")
    .where({ place_id: placeId ?? NOWHERE })
    .first()) ?? null;

/** Text that was seen empty is as missing as text that was never named. */
export function fieldsOf(row: PlaceRow): ProfileField[] {
  const has: Readonly<Record<ProfileField, boolean>> = {
    name: (row.name ?? "") !== "",
    address: (row.address ?? "") !== "",
    category: (row.category ?? "") !== "",
    phone: (row.phone ?? "") !== "",
    website: (row.website ?? "") !== "",
    hours: row.hours !== null,
    location: row.latitude !== null && row.longitude !== null,
  };
  return profileFields.filter((field) => has[field]);
}
