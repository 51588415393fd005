/** What a call costs by the provider's public list, as of 1 March 2025: an estimate, because contracts, volumes and free calls are not in it. */

/** How much a field mask asks for, by the provider's own steps; a call is charged by the highest that it touches. */
export const tiers = ["ids_only", "essentials", "pro", "enterprise", "atmosphere"] as const;
export type Tier = (typeof tiers)[number];

/** The unit that a call is charged as. */
export type Sku = `details_${Tier}` | `search_${Tier}` | "autocomplete" | "geocoding";

/** US dollars for a thousand calls, in the first band that is charged. */
const usdPerThousand: Readonly<Record<Sku, number>> = {
  details_ids_only: 0,
  details_essentials: 5,
  details_pro: 17,
  details_enterprise: 20,
  details_atmosphere: 25,
  search_ids_only: 0,
  // A search has no step between ids and pro.
  search_essentials: 32,
  search_pro: 32,
  search_enterprise: 35,
  search_atmosphere: 40,
  autocomplete: 2.83,
  geocoding: 5,
};

export function estimatedUsd(sku: Sku): number {
  return usdPerThousand[sku] / 1_000;
}
