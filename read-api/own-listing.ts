/** The place that is the active business's own listing; null where none is linked. */
import type { Context } from "../infra/http/endpoint";
import type { BusinessRow } from "../projections/businesses";

export async function ownPlaceId({ read, business }: Context<"business">): Promise<string | null> {
  const row = await read<BusinessRow>("businesses").where({ business_id: business.id }).first("place_id");
  return row?.place_id ?? null;
}
