/** A business's profile in which only the name, and what a test says, is known. */
import type { BusinessProfile } from "../../domain/businesses";

export const profileOf = (said: Partial<BusinessProfile> = {}): BusinessProfile => ({
  name: "Fjord Café",
  website: null,
  category: null,
  city: null,
  state: null,
  country: null,
  targetCustomer: null,
  differentiator: null,
  ...said,
});
