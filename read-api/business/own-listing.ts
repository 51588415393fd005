/** The place that is the active business's own listing, and where it is; null where none is linked or that is not known. */
import type { Coordinates } from "../../domain/geometry";
import type { Context } from "../../infra/http/endpoint";
import type { BusinessRow } from "../../projections/businesses";
import type { PlaceRow } from "../../projections/places";

export async function ownPlaceId({ read, business }: Context<"business">): Promise<string | null> {
  const row = await read<BusinessRow>("businesses").where({ business_id: business.id }).first("place_id");
  return row?.place_id ?? null;
}

export async function ownCoordinates(context: Context<"business">): Promise<Coordinates | null> {
  const place = await context
    .read<PlaceRow>("places")
    .where({ place_id: (await ownPlaceId(context)) ?? "" })
    .first("latitude", "longitude");
  const { latitude = null, longitude = null } = place ?? {};
  return latitude === null || longitude === null ? null : { latitude, longitude };
}
