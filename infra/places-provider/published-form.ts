/** The provider's answers as it publishes their form: unknown members are passed over, absent ones are absent, wrong types are refused. */
import { z } from "zod";

/** Absent, as the provider writes it: left out, or null. */
const told = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? undefined);

const text = told(z.string());
/** The three doubles that JSON has no numbers for are told by name, and tell nothing. */
const double = told(z.union([z.number(), z.enum(["NaN", "Infinity", "-Infinity"]).transform(() => undefined)]));
const localized = told(z.object({ text }));
const texts = told(z.array(z.string()));
const point = told(z.object({ latitude: double, longitude: double }));

const hoursPoint = told(z.object({ day: double, hour: double, minute: double }));

const found = {
  id: z.string(),
  displayName: localized,
  formattedAddress: text,
  rating: double,
  userRatingCount: double,
  websiteUri: text,
  location: point,
};

/** A place of which details were asked. Reviews and photos are read one by one: a bad one spoils no other. */
export const placeForm = z.object({
  ...found,
  addressComponents: told(z.array(z.object({ longText: text, shortText: text, types: texts }))),
  primaryType: text,
  internationalPhoneNumber: text,
  regularOpeningHours: told(z.object({ periods: told(z.array(z.object({ open: hoursPoint, close: hoursPoint }))) })),
  priceLevel: text,
  businessStatus: text,
  reviews: told(z.array(z.unknown())),
  photos: told(z.array(z.unknown())),
});
export type PlaceForm = z.output<typeof placeForm>;

export const reviewForm = z.object({
  name: z.string(),
  rating: double,
  text: localized,
  originalText: localized,
  authorAttribution: told(z.object({ displayName: text })),
  publishTime: z.string(),
});

export const photoForm = z.object({
  widthPx: double,
  heightPx: double,
  googleMapsUri: text,
  authorAttributions: told(z.array(z.object({ uri: text }))),
});

export const searchForm = z.object({
  places: told(z.array(z.object({ ...found, types: texts }))),
  nextPageToken: text,
});
export type FoundForm = NonNullable<z.output<typeof searchForm>["places"]>[number];

const prediction = z.object({
  placeId: z.string(),
  text: localized,
  structuredFormat: told(z.object({ mainText: localized, secondaryText: localized })),
});

/** A suggestion without a place suggests words, which are not asked for. */
export const autocompleteForm = z.object({
  suggestions: told(z.array(z.object({ placePrediction: told(prediction) }))),
});
export type PredictionForm = z.output<typeof prediction>;

export const geocodingForm = z.object({
  status: z.string(),
  results: told(
    z.array(
      z.object({
        formatted_address: text,
        geometry: told(z.object({ location: told(z.object({ lat: double, lng: double })) })),
      }),
    ),
  ),
});

export const errorForm = z.object({
  error: z.object({
    status: text,
    message: text,
    details: told(z.array(z.unknown())),
  }),
});
