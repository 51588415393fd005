/** Arbitrary answers in the provider's published form: members of the right type, often left out, often with values that cannot be. */
import fc from "fast-check";

const numbers = fc.oneof(
  fc.constantFrom(0, -0, 1, 4.4, 5, 5.01, -1, 1e308, -1e308, 2 ** 31, 1.5, "NaN", "Infinity", null),
  fc.integer({ min: 0, max: 400 }),
  fc.double({ noNaN: true }),
);
const odd = ["", " ", "\0", "\ud800", "a\0b", "é".repeat(501), "x".repeat(10_000), "🙂".repeat(250), "\u202egnp"];
const texts = fc.oneof(
  fc.constantFrom("Fjord Coffee", ...odd),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.constant(null),
);
const localized = fc.oneof(fc.record({ text: texts, languageCode: texts }, { requiredKeys: [] }), fc.constant(null));
const urls = fc.oneof(
  fc.constantFrom(
    "https://a.example/",
    "javascript:alert(1)",
    "http://",
    "//x",
    `https://a.example/${"x".repeat(3_000)}`,
  ),
  texts,
);
const listOf = <Item>(item: fc.Arbitrary<Item>) => fc.oneof(fc.array(item, { maxLength: 5 }), fc.constant(null));
const enums = (...known: readonly string[]) =>
  fc.oneof(fc.constantFrom(...known), fc.constantFrom("BRAND_NEW", "", "__proto__", null));
const maybe = <Members>(members: { [Name in keyof Members]: fc.Arbitrary<Members[Name]> }) =>
  fc.record(members, { requiredKeys: [] });

const hoursPoint = maybe({ day: numbers, hour: numbers, minute: numbers, date: fc.anything() });
const realPoint = fc.record({ day: fc.nat(6), hour: fc.nat(23), minute: fc.nat(59) });
const points = fc.oneof(hoursPoint, realPoint);

export const publishedReview = maybe({
  name: fc.constantFrom("places/A/reviews/1", "places/A/reviews/2", "x".repeat(301), "", "\0"),
  rating: numbers,
  text: localized,
  originalText: localized,
  authorAttribution: fc.oneof(maybe({ displayName: texts, uri: urls }), fc.constant(null)),
  publishTime: fc.oneof(
    fc.constantFrom(
      "2026-01-01T00:00:00.123456789Z",
      "2026-01-01T00:00:00+05:30",
      "yesterday",
      "",
      "0000-00-00T00:00:00Z",
    ),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  ),
});

export const publishedPhoto = maybe({
  name: fc.constantFrom("places/A/photos/1", "places/A/photos/2", "x".repeat(501), ""),
  widthPx: numbers,
  heightPx: numbers,
  googleMapsUri: urls,
  authorAttributions: listOf(maybe({ displayName: texts, uri: urls })),
});

const foundMembers = {
  displayName: localized,
  formattedAddress: texts,
  rating: numbers,
  userRatingCount: numbers,
  websiteUri: urls,
  location: fc.oneof(maybe({ latitude: numbers, longitude: numbers }), fc.constant(null)),
  types: listOf(fc.string({ maxLength: 20 })),
  newMember: fc.jsonValue(),
};

export const publishedPlace = fc.record(
  {
    id: fc.constantFrom("A", "ChIJN1t_tDeuEmsRUsoyG83frY4"),
    ...foundMembers,
    addressComponents: listOf(
      maybe({
        longText: texts,
        shortText: texts,
        types: listOf(fc.constantFrom("locality", "postal_town", "administrative_area_level_1", "country", "new_type")),
      }),
    ),
    primaryType: texts,
    internationalPhoneNumber: texts,
    regularOpeningHours: fc.oneof(
      maybe({ openNow: fc.boolean(), periods: listOf(maybe({ open: points, close: points })) }),
      fc.constant(null),
    ),
    priceLevel: enums("PRICE_LEVEL_FREE", "PRICE_LEVEL_VERY_EXPENSIVE", "PRICE_LEVEL_UNSPECIFIED"),
    businessStatus: enums("OPERATIONAL", "CLOSED_PERMANENTLY", "FUTURE_OPENING"),
    reviews: listOf(fc.oneof(publishedReview, fc.jsonValue())),
    photos: listOf(fc.oneof(publishedPhoto, fc.jsonValue())),
  },
  { requiredKeys: ["id"] },
);

export const publishedSearch = maybe({
  places: listOf(fc.record({ id: fc.constantFrom("A", "B"), ...foundMembers }, { requiredKeys: ["id"] })),
  nextPageToken: texts,
});

export const publishedSuggestions = maybe({
  suggestions: listOf(
    maybe({
      placePrediction: fc.record(
        {
          placeId: fc.constantFrom("A", "B"),
          text: localized,
          structuredFormat: fc.oneof(maybe({ mainText: localized, secondaryText: localized }), fc.constant(null)),
        },
        { requiredKeys: ["placeId"] },
      ),
      queryPrediction: fc.jsonValue(),
    }),
  ),
});

export const publishedGeocoding = fc.record(
  {
    status: fc.constantFrom("OK", "OK", "ZERO_RESULTS", "OVER_QUERY_LIMIT", "REQUEST_DENIED", "UNKNOWN_ERROR", "NEW"),
    results: listOf(
      maybe({
        formatted_address: texts,
        geometry: maybe({ location: maybe({ lat: numbers, lng: numbers }), viewport: fc.jsonValue() }),
      }),
    ),
    error_message: texts,
  },
  { requiredKeys: ["status"] },
);
