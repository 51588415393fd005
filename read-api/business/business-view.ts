/** What the owner sees of a business. */
import { z } from "zod";
import type { BusinessState } from "../../domain/businesses";
import type { BusinessRow } from "../../projections/businesses";

export const businessView = z.strictObject({
  id: z.string(),
  name: z.string(),
  website: z.string().nullable(),
  category: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  country: z.string().nullable(),
  targetCustomer: z.string().nullable(),
  differentiator: z.string().nullable(),
  placeId: z.string().nullable().describe("The place that is the business's own listing."),
  status: z.enum(["active", "deleted"]),
  restorableUntil: z.iso.datetime().nullable().describe("Until when a deleted business can be restored."),
});
export type BusinessView = z.output<typeof businessView>;

export function viewOfRow(row: BusinessRow): BusinessView {
  const { business_id: id, name, website, category, city, state, country, differentiator, status } = row;
  return {
    id,
    name,
    website,
    category,
    city,
    state,
    country,
    targetCustomer: row.target_customer,
    differentiator,
    placeId: row.place_id,
    status,
    restorableUntil: row.restorable_until,
  };
}

/** A business as a decision left it. */
export function viewOfState(state: Exclude<BusinessState, { status: "unknown" }>): BusinessView {
  const { businessId: id, profile, placeId } = state;
  return state.status === "active"
    ? { id, ...profile, placeId, status: "active", restorableUntil: null }
    : { id, ...profile, placeId, status: "deleted", restorableUntil: state.restorableUntil };
}
