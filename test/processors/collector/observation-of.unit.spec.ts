/** Whatever a provider tells of a place becomes an observation that the service takes in, and what cannot be one is named. */
import fc from "fast-check";
import { observationSchema } from "../../../domain/places/observation";
import { faultInJson } from "../../../infra/http/json-text";
import type { PlaceDetails } from "../../../infra/places-provider/places-provider";
import type { Fitted } from "../../../processors/collector/fitting";
import { observationOf, servedSections } from "../../../processors/collector/observation-of";

const seen = { id: "seen-1", observedAt: "2026-03-01T12:00:00.000Z" };
const request = { id: "request-1", placeId: "place-1", sections: servedSections };
const answering = { ...seen, placeId: "place-1", source: "google-places", answers: "request-1" };

const details: PlaceDetails = {
  placeId: "place-1",
  name: "Fjord Coffee",
  address: "Kirkegata 1, Oslo",
  category: "cafe",
  city: "Oslo",
  state: "Oslo",
  country: "NO",
  location: { latitude: 59.91, longitude: 10.74 },
  rating: 4.4,
  reviewCount: 321,
  website: "https://fjord.example/",
  phone: "+47 22 33 44 55",
  hours: { periods: [{ open: { day: 1, hour: 9 } }] },
  priceLevel: 2,
  status: "operational",
  reviews: [{ id: "r-1", rating: 5, text: "Good.", author: "Ada", publishedAt: "2026-02-01T10:00:00Z" }],
  photos: [{ name: "photos/1", url: "https://photos.example/1", width: 400, height: null }],
};

/** As the service reads it. */
function handedIn(fitted: Fitted): Readonly<Record<string, unknown>> {
  if ("rejected" in fitted) throw new Error(`Rejected: ${JSON.stringify(fitted.rejected)}`);
  const line = JSON.stringify(fitted.observation);
  expect(faultInJson(line)).toBeUndefined();
  observationSchema.parse(JSON.parse(line));
  return JSON.parse(line) as Readonly<Record<string, unknown>>;
}
const leftOut = (fitted: Fitted) => ("leftOut" in fitted ? fitted.leftOut.map(({ path }) => path) : null);

test("everything that is told and asked for is handed in, as it was told", () => {
  const { placeId: _id, location, reviews: _reviews, photos: _photos, ...listing } = details;
  const fitted = observationOf(request, details, seen);
  expect(leftOut(fitted)).toEqual([]);
  expect(handedIn(fitted)).toEqual({
    ...answering,
    listing: { ...listing, ...location },
    reviews: [
      {
        id: "r-1",
        rating: 5,
        text: "Good.",
        author: "Ada",
        publishedAt: "2026-02-01T10:00:00.000Z",
      },
    ],
    photos: [{ name: "photos/1", url: "https://photos.example/1", width: 400, height: null, capturedAt: null }],
  });
});

test("a section that nobody asked for is not handed in, and one that was not told says nothing", () => {
  const asked = observationOf({ ...request, sections: ["reviews"] }, details, seen);
  expect(Object.keys(handedIn(asked)).sort()).toEqual([...Object.keys(answering), "reviews"].sort());
  const told = observationOf(request, { placeId: "place-1", rating: 4 }, seen);
  expect(handedIn(told)).toEqual({ ...answering, listing: { rating: 4 } });
});

test("a place without reviews has none, and a place that is not known answers and brings nothing", () => {
  expect(handedIn(observationOf(request, { placeId: "place-1", reviews: [] }, seen))["reviews"]).toEqual([]);
  expect(handedIn(observationOf(request, null, seen))).toEqual(answering);
});

test("a place that is told under another id is handed in under the one that was asked for", () => {
  expect(handedIn(observationOf(request, { ...details, placeId: "moved" }, seen))["placeId"]).toBe("place-1");
});

const loop: { self?: unknown } = {};
loop.self = loop;
const nested = (levels: number): unknown => {
  let content: unknown = 1;
  for (let level = 0; level < levels; level += 1) content = [content];
  return content;
};

test.each<[string, Partial<PlaceDetails>, readonly string[]]>([
  ["a rating beyond five", { rating: 5.1 }, ["listing.rating"]],
  ["a number that is none", { reviewCount: NaN }, ["listing.reviewCount"]],
  ["a name as long as a book", { name: "x".repeat(501) }, ["listing.name"]],
  ["a point off the globe", { location: { latitude: 91, longitude: 10 } }, ["listing.latitude"]],
  ["a character that cannot be stored", { address: "Kirkegata\0 1" }, ["listing.address"]],
  ["half a character", { city: "Os\ud800lo" }, ["listing.city"]],
  ["hours without end", { hours: loop }, ["listing.hours"]],
  ["hours that no JSON holds", { hours: { open: 9n } }, ["listing.hours"]],
  ["hours in a pit", { hours: nested(31) }, [`listing.hours${".0".repeat(30)}`]],
  ["hours in a bottomless pit", { hours: nested(200_000) }, ["listing.hours"]],
  ["two at once", { rating: -1, priceLevel: 2.5 }, ["listing.rating", "listing.priceLevel"]],
])("of a listing with %s, that member is left out and named, and the others are handed in", (_what, wrong, names) => {
  const fitted = observationOf(request, { ...details, ...wrong }, seen);
  expect(leftOut(fitted)).toEqual(names);
  const whole = handedIn(observationOf(request, details, seen))["listing"] as object;
  const bad = new Set(names.map((name) => name.split(".")[1]));
  expect(handedIn(fitted)["listing"]).toEqual({
    ...Object.fromEntries(Object.entries(whole).filter(([member]) => !bad.has(member))),
    ...(wrong.location === undefined ? {} : { longitude: 10 }),
  });
});

test("a review or photo that cannot be one is left out and named by its place, the others stay", () => {
  const [good] = details.reviews ?? [];
  const reviews = [1, 2, 3, 4].map((number) => ({ ...good, id: `r-${number}` })) as NonNullable<
    PlaceDetails["reviews"]
  >;
  const [first, second, third, fourth] = reviews;
  const wrong = [{ ...first, author: "A\0" }, second, { ...third, publishedAt: "a month ago" }, fourth];
  const fitted = observationOf(request, { ...details, reviews: wrong as typeof reviews }, seen);
  expect(leftOut(fitted)).toEqual(["reviews.0.author", "reviews.2.publishedAt"]);
  expect((handedIn(fitted)["reviews"] as { id: string }[]).map(({ id }) => id)).toEqual(["r-2", "r-4"]);
});

test("a list of which nothing can be taken is not handed in as an empty one", () => {
  const [good] = details.reviews ?? [];
  const fitted = observationOf(
    request,
    { ...details, reviews: [{ ...good, rating: 9 }] as PlaceDetails["reviews"] & object },
    seen,
  );
  expect(leftOut(fitted)).toEqual(["reviews.0.rating"]);
  expect(handedIn(fitted)["reviews"]).toBeUndefined();
  const tooMany = Array.from({ length: 1_001 }, (_, at) => ({ ...good, id: `r-${at}` })) as PlaceDetails["reviews"] &
    object;
  const long = observationOf(request, { ...details, reviews: tooMany }, seen);
  expect([leftOut(long), handedIn(long)["reviews"]]).toEqual([["reviews"], undefined]);
});

test("a request for a place that can have no observation is rejected, and the member is named", () => {
  const fitted = observationOf({ ...request, placeId: "place\n1" }, details, seen);
  expect("rejected" in fitted && fitted.rejected.map(({ path }) => path)).toEqual(["placeId"]);
});

test("what is left out is named without its value", () => {
  const [good] = details.reviews ?? [];
  const secret = "A-text-that-must-not-be-logged";
  const reviews = [
    { ...good, author: secret.repeat(20), text: `${secret}\0` },
    { ...good, author: secret.repeat(20) },
  ];
  const fitted = observationOf(request, { ...details, reviews: reviews as PlaceDetails["reviews"] & object }, seen);
  expect(leftOut(fitted)).toEqual(["reviews.0.text", "reviews.1.author"]);
  expect(JSON.stringify("leftOut" in fitted && fitted.leftOut)).not.toContain(secret);
});

describe("of any details", () => {
  const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 3 });
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: "binary" }),
    fc.constantFrom("", " ", "\0", "\ud800", "x".repeat(2_001), "x".repeat(20_001)),
  );
  const number = fc.oneof(fc.double(), fc.integer(), fc.nat(5), fc.constantFrom(-0, NaN, Infinity, 2 ** 31, 2.5));
  const instant = fc.oneof(
    text,
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  );
  const members = {
    name: maybe(text),
    address: maybe(text),
    category: maybe(text),
    city: maybe(text),
    state: maybe(text),
    country: maybe(text),
    location: maybe(fc.record({ latitude: number, longitude: number })),
    rating: maybe(number),
    reviewCount: maybe(number),
    website: maybe(text),
    phone: maybe(text),
    hours: maybe(
      fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withSparseArray: true }),
    ),
    priceLevel: maybe(number),
    status: maybe(fc.constantFrom("operational", "temporarily_closed", "permanently_closed", "CLOSED")),
    reviews: maybe(
      fc.array(fc.record({ id: text, rating: number, text: fc.option(text), author: text, publishedAt: instant }), {
        maxLength: 5,
      }),
    ),
    photos: maybe(
      fc.array(fc.record({ name: text, url: text, width: fc.option(number), height: fc.option(number) }), {
        maxLength: 5,
      }),
    ),
  };
  const arbitrary = fc.record({ placeId: text, ...members }) as fc.Arbitrary<PlaceDetails>;

  test("there is a valid observation that answers the request, and nothing is missing from it that is not named", () => {
    fc.assert(
      fc.property(arbitrary, fc.subarray([...servedSections]), (told, sections) => {
        const fitted = observationOf({ ...request, sections }, told, seen);
        expect(handedIn(fitted)).toMatchObject(answering);
        if ("rejected" in fitted) return;
        const named = new Set(fitted.leftOut.map(({ path }) => path.split(".").slice(0, 2).join(".")));
        for (const section of ["reviews", "photos"] as const) {
          const items = sections.includes(section) ? (told[section]?.length ?? 0) : 0;
          const lost = [...named].filter((name) => name.startsWith(section)).length;
          expect(fitted.observation[section]?.length ?? 0).toBe(items - lost);
        }
        for (const member of ["rating", "reviewCount", "priceLevel", "status", "website"] as const)
          expect(fitted.observation.listing?.[member] !== undefined || named.has(`listing.${member}`)).toBe(
            sections.includes("listing") && told[member] !== undefined,
          );
      }),
      { numRuns: 150 },
    );
  });

  test("one that could not be taken spoils none of the others", () => {
    const wrong = fc.constantFrom<Partial<PlaceDetails>>(
      { name: "\0" },
      { rating: 6 },
      { hours: 1n },
      { website: "x".repeat(2_001) },
    );
    fc.assert(
      fc.property(arbitrary, wrong, (told, more) => {
        const [member = ""] = Object.keys(more);
        const rest = handedIn(observationOf(request, { ...told, [member]: undefined }, seen));
        const spoiled = handedIn(observationOf(request, { ...told, ...more }, seen));
        const { listing = {} } = rest;
        // A listing of which nothing else was told is not handed in at all.
        expect({ ...spoiled, listing: spoiled["listing"] ?? {} }).toEqual({ ...rest, listing });
      }),
      { numRuns: 100 },
    );
  });
});
