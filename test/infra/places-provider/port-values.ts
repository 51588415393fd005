/** What the values of the port may be, whatever the provider answered: strict forms, and none that stores would refuse. */
import { z } from "zod";
import { observationSchema, placeIdSchema } from "../../../domain/places/observation";
import type { PlaceDetails } from "../../../infra/places-provider/places-provider";

const text = z
  .string()
  .min(1)
  .max(500)
  .refine((value) => !/[\0\p{Surrogate}]/u.test(value) && value.trim() === value);
const point = z.strictObject({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) });
const count = z.int().min(0).max(2_147_483_647);
const rating = z.number().min(1).max(5);

export const foundPlaces = z.array(
  z.strictObject({
    placeId: placeIdSchema,
    name: text,
    address: text.nullable(),
    rating: rating.nullable(),
    reviewCount: count.nullable(),
    types: z.array(text).max(50),
    website: z.url().nullable(),
    location: point.nullable(),
  }),
);

export const suggestions = z.array(
  z.strictObject({ placeId: placeIdSchema, text, mainText: text, secondaryText: text.nullable() }),
);

export const pointOrNull = point.nullable();
export const addressOrNull = text.nullable();

const moment = z.strictObject({
  day: z.int().min(0).max(6),
  hour: z.int().min(0).max(23),
  minute: z.int().min(0).max(59),
});

const hours = z.array(z.strictObject({ open: moment, close: moment.nullable() })).max(200);

/** Throws unless the details could be handed in as an observation as they are. */
export function expectHandedIn({ placeId, location, hours: open, reviews, photos, ...listing }: PlaceDetails): void {
  if (open !== undefined) hours.parse(open);
  observationSchema.parse({
    id: "o-1",
    placeId,
    observedAt: "2026-01-01T00:00:00Z",
    source: "test",
    listing: { ...listing, ...location, ...(open === undefined ? {} : { hours: open }) },
    ...(reviews && { reviews: reviews.map((review) => ({ ...review, ownerResponse: null })) }),
    ...(photos && { photos: photos.map((photo) => ({ ...photo, capturedAt: null })) }),
  });
  for (const value of [listing.name, listing.address, listing.category, listing.city, listing.phone]) {
    if (value !== undefined) text.parse(value);
  }
}
