/** What a client may say of a place when it is to be tracked; the same in a request and in a row of an import. */
import { z } from "zod";
import type { CompetitorClaim } from "../../domain/competitors";
import { countSchema, placeIdSchema } from "../../domain/places/observation";
import { shownText } from "../shown-text";
import { webUrl } from "../web-url";

export const claimFields = {
  name: shownText(500),
  place_id: placeIdSchema,
  address: shownText(500).optional(),
  rating: z.number().min(0).max(5).optional(),
  review_count: countSchema.optional(),
  website_url: webUrl.optional(),
};

type Said = Omit<z.output<z.ZodObject<typeof claimFields>>, "place_id">;

/** With null for everything that was not said. */
export function claimOf({ name, address, rating, review_count, website_url }: Said): CompetitorClaim {
  return {
    name,
    address: address ?? null,
    rating: rating ?? null,
    reviewCount: review_count ?? null,
    website: website_url ?? null,
  };
}
