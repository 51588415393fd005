/** A place as a search shows it (interface specification, Places). */
import { z } from "zod";
import type { FoundPlace } from "../../infra/places-provider/places-provider";

export const foundPlace = z.strictObject({
  place_id: z.string(),
  name: z.string(),
  address: z.string().nullable(),
  rating: z.number().nullable(),
  review_count: z.number().int().nullable(),
  types: z.array(z.string()).describe("Categories, the most telling first."),
  website_url: z.string().nullable(),
});

export function viewOfFound(found: FoundPlace): z.output<typeof foundPlace> {
  const { placeId: place_id, name, address, rating, reviewCount: review_count, types, website: website_url } = found;
  return { place_id, name, address, rating, review_count, types: [...types], website_url };
}
