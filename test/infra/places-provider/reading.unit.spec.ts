/** What is read out of the provider's answers, member by member. */
import type { DroppedKind } from "../../../infra/places-provider/reading";
import type { DetailSection } from "../../../infra/places-provider/places-provider";
import { readDetails } from "../../../infra/places-provider/read-details";
import { readFoundPage, readSuggestions } from "../../../infra/places-provider/read-finds";
import { readAnswer } from "../../../infra/places-provider/reading";
import { providedPhoto, providedPlace, providedReview } from "../../support/places-stand-in";

const everything: readonly DetailSection[] = ["listing", "reviews", "photos"];
const ignore = () => undefined;
const detailsOf = (members: Readonly<Record<string, unknown>>, asked = everything) =>
  readDetails(providedPlace("A", members), asked, ignore);

test("a place as the provider shows it is told whole", () => {
  expect(detailsOf({})).toEqual({
    placeId: "A",
    name: "Place A",
    address: "A Kirkegata, 0153 Oslo, Norway",
    category: "cafe",
    city: "Oslo",
    state: "Oslo",
    country: "NO",
    location: { latitude: 59.911, longitude: 10.741 },
    rating: 4.4,
    reviewCount: 321,
    website: "https://a.example/",
    phone: "+47 22 33 44 55",
    hours: [{ open: { day: 1, hour: 9, minute: 0 }, close: { day: 1, hour: 17, minute: 30 } }],
    priceLevel: 2,
    status: "operational",
    reviews: [
      {
        id: "places/A/reviews/review-1",
        rating: 5,
        text: "Very good coffee.",
        author: "Ada",
        publishedAt: "2025-12-01T10:15:30.123Z",
      },
    ],
    photos: [
      {
        name: "photo-1",
        url: "https://www.google.com/maps/place//data=!3m4!1e2!3m2!1sphoto-1",
        width: 4032,
        height: 3024,
      },
    ],
  });
});

test("what was not asked for is not told, and what the provider leaves out says nothing", () => {
  expect(Object.keys(detailsOf({}, ["reviews"]))).toEqual(["placeId", "reviews"]);
  expect(readDetails({ id: "A" }, everything, ignore)).toEqual({ placeId: "A" });
});

test.each([
  ["PRICE_LEVEL_FREE", 0],
  ["PRICE_LEVEL_INEXPENSIVE", 1],
  ["PRICE_LEVEL_MODERATE", 2],
  ["PRICE_LEVEL_EXPENSIVE", 3],
  ["PRICE_LEVEL_VERY_EXPENSIVE", 4],
  ["PRICE_LEVEL_UNSPECIFIED", undefined],
  ["PRICE_LEVEL_OF_THE_FUTURE", undefined],
])("the price level %s is %s", (priceLevel, level) => {
  expect(detailsOf({ priceLevel }).priceLevel).toBe(level);
});

test.each([
  ["OPERATIONAL", "operational"],
  ["CLOSED_TEMPORARILY", "temporarily_closed"],
  ["CLOSED_PERMANENTLY", "permanently_closed"],
  ["FUTURE_OPENING", undefined],
])("the business status %s is %s", (businessStatus, status) => {
  expect(detailsOf({ businessStatus }).status).toBe(status);
});

test("the city is the locality, or else the post town; components without types are passed over", () => {
  const town = { longText: "Harlow", shortText: "Harlow", types: ["postal_town"] };
  const locality = { longText: "Old Harlow", shortText: "OH", types: ["locality", "political"] };
  expect(detailsOf({ addressComponents: [{ longText: "?" }, town] }).city).toBe("Harlow");
  expect(detailsOf({ addressComponents: [town, locality] }).city).toBe("Old Harlow");
  expect(detailsOf({ addressComponents: [] })).not.toHaveProperty("city");
});

test.each([
  ["rating", 0],
  ["rating", 5.1],
  ["rating", "NaN"],
  ["userRatingCount", 2 ** 31],
  ["userRatingCount", 1.5],
  ["location", { latitude: 90.1, longitude: 0 }],
  ["location", { latitude: 1 }],
  ["displayName", { text: "x".repeat(501) }],
  ["displayName", { text: " \u0000 " }],
  ["websiteUri", "javascript:alert(1)"],
  ["websiteUri", "javascript://a.example/%0aalert(1)"],
  ["websiteUri", "https://a.example/ and more"],
])("a value that cannot be says nothing, and spoils nothing else: %s %j", (member, value) => {
  const names = { userRatingCount: "reviewCount", displayName: "name", websiteUri: "website" } as const;
  const { [member in names ? names[member as keyof typeof names] : member]: gone, ...rest } = {
    ...detailsOf({}),
  } as Readonly<Record<string, unknown>>;
  expect(gone).toBeDefined();
  expect(detailsOf({ [member]: value })).toEqual(rest);
});

test.each([
  ["displayName", "Fjord Coffee"],
  ["rating", "4.4"],
  ["userRatingCount", "321"],
  ["regularOpeningHours", []],
  ["addressComponents", {}],
  ["reviews", {}],
  ["id", 7],
  ["id", undefined],
  ["id", ""],
  ["id", "a\u0000b"],
])("a member of a wrong type, and a place without an id, make the answer nonsense: %s %j", (member, value) => {
  const body = Buffer.from(JSON.stringify({ ...providedPlace("A"), [member]: value }));
  const reading = () => readAnswer(body, (json) => readDetails(json, everything, ignore));
  expect(reading).toThrow(expect.objectContaining({ fault: "nonsense" }) as Error);
});

test("bytes that are no UTF-8 are nonsense, and not a name with marks in it", () => {
  const [before, after] = ['{"id":"A","displayName":{"text":"Caf', '"}}'].map((text) => Buffer.from(text));
  const read = (...letters: number[]) =>
    readAnswer(Buffer.concat([before ?? Buffer.of(), Buffer.from(letters), after ?? Buffer.of()]), (json) =>
      readDetails(json, everything, ignore),
    );
  expect(read(0xc3, 0xa9)).toEqual({ placeId: "A", name: "Café" });
  expect(() => read(0xe9)).toThrow(expect.objectContaining({ fault: "nonsense" }) as Error);
});

test("the same week is the same hours, in whatever order and spelling it is told, at whatever time of day", () => {
  const monday = { open: { day: 1, hour: 9, minute: 0 }, close: { day: 1, hour: 17, minute: 0 } };
  const sunday = { open: { day: 0, hour: 10, minute: 30 }, close: { day: 0, hour: 14, minute: 0 } };
  const one = detailsOf({ regularOpeningHours: { openNow: true, periods: [sunday, monday] } });
  const other = detailsOf({
    regularOpeningHours: {
      openNow: false,
      nextOpenTime: "2026-01-01T00:00:00Z",
      periods: [
        { close: { minute: 0, hour: 17, day: 1 }, open: { hour: 9, day: 1 } },
        { open: { day: 0, hour: 10, minute: 30, truncated: false }, close: { hour: 14, minute: 0 } },
        monday,
      ],
    },
  });
  expect(JSON.stringify(other.hours)).toBe(JSON.stringify(one.hours));
  expect(one.hours).toEqual([sunday, monday]);
});

test("a place that never closes has a period without an end, one that never opens none, and half a week is no week", () => {
  const hoursOf = (periods: unknown) => detailsOf({ regularOpeningHours: { periods } }).hours;
  expect(hoursOf([{ open: { day: 0, hour: 0, minute: 0 } }])).toEqual([
    { open: { day: 0, hour: 0, minute: 0 }, close: null },
  ]);
  expect(hoursOf([])).toEqual([]);
  expect(hoursOf(undefined)).toBeUndefined();
  const whole = { open: { day: 1, hour: 9 }, close: { day: 1, hour: 17 } };
  expect(hoursOf([whole, { open: { day: 7, hour: 9 }, close: { day: 7, hour: 17 } }])).toBeUndefined();
  expect(hoursOf([whole, { open: { day: 2, hour: 9 }, close: { day: 2, hour: 25 } }])).toBeUndefined();
  expect(hoursOf([whole, { close: { day: 2, hour: 17 } }])).toBeUndefined();
});

test("a review that cannot be read is left out and counted; one without text or author is a review", () => {
  const dropped: DroppedKind[] = [];
  const bare = providedReview("A", "bare", { text: undefined, originalText: null, authorAttribution: undefined });
  const reviews = [
    providedReview("A", "good"),
    providedReview("A", "good"),
    ...["yesterday", "2026", "1 Jan 2026", "1066-10-14T09:00:00Z", "2026-13-01T00:00:00Z"].map((publishTime) =>
      providedReview("A", "late", { publishTime }),
    ),
    providedReview("A", "starless", { rating: undefined }),
    providedReview("A", "wrong", { text: "Very good coffee." }),
    { ...providedReview("A", "nameless"), name: undefined },
    "?",
    bare,
    providedReview("A", "untranslated", { text: undefined }),
  ];
  const read = readDetails(providedPlace("A", { reviews }), ["reviews"], (kind) => dropped.push(kind)).reviews;
  expect(read?.map(({ id, text, author }) => [id.split("/")[3], text, author])).toEqual([
    ["good", "Very good coffee.", "Ada"],
    ["bare", null, ""],
    ["untranslated", "Veldig god kaffe.", "Ada"],
  ]);
  expect(dropped).toEqual(Array(10).fill("review"));
});

test("a photo is shown where its page is, or its author's, and left out where there is neither", () => {
  const dropped: DroppedKind[] = [];
  const photos = [
    providedPhoto("A", "own"),
    providedPhoto("A", "author", { googleMapsUri: undefined, widthPx: "NaN" }),
    providedPhoto("A", "hidden", { googleMapsUri: undefined, authorAttributions: [] }),
    null,
  ];
  const read = readDetails(providedPlace("A", { photos }), ["photos"], (kind) => dropped.push(kind)).photos;
  expect(read?.map(({ url, width }) => [url, width])).toEqual([
    ["https://www.google.com/maps/place//data=!3m4!1e2!3m2!1sown", 4032],
    ["https://maps.google.com/maps/contrib/1", null],
  ]);
  expect(dropped).toEqual(["photo", "photo"]);
});

test("a photo has the same name in every answer, whatever the provider calls it this time", () => {
  const named = (name: string) => detailsOf({ photos: [providedPhoto("A", "own", { name })] }).photos;
  expect(named("places/A/photos/today")).toEqual(named("places/A/photos/tomorrow"));
  expect(named("places/A/photos/today")).toMatchObject([{ name: "own" }]);
});

test("lists of which no item can be read are not told, because that is not the same as none", () => {
  expect(detailsOf({ reviews: [{}], photos: [{}] })).toEqual(detailsOf({ reviews: undefined, photos: undefined }));
  expect(detailsOf({ reviews: [], photos: [] })).toMatchObject({ reviews: [], photos: [] });
});

test("results and suggestions without a name are left out and counted; suggested words are not places", () => {
  const dropped: DroppedKind[] = [];
  const drop = (kind: DroppedKind) => void dropped.push(kind);
  const { places, nextPageToken } = readFoundPage({ places: [{ id: "A" }, providedPlace("B")] }, drop);
  expect(places.map(({ placeId }) => placeId)).toEqual(["B"]);
  expect(nextPageToken).toBeUndefined();
  const suggestions = [
    { queryPrediction: { text: { text: "coffee near me" } } },
    { placePrediction: { placeId: "A" } },
    { placePrediction: { placeId: "B", text: { text: "B, Oslo" } } },
  ];
  expect(readSuggestions({ suggestions }, drop)).toEqual([
    { placeId: "B", text: "B, Oslo", mainText: "B, Oslo", secondaryText: null },
  ]);
  expect(dropped).toEqual(["result", "result"]);
  expect(readFoundPage({}, drop).places).toEqual([]);
});
