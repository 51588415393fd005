/** Arbitrary observations of one place, as collectors write them; few values, so that they meet and contradict each other. */
import fc from "fast-check";
import { observationSchema, type Observation } from "../../domain/places/observation";
import { faultInJson } from "../../infra/http/json-text";

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 });
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const at = (day: number, minute: number) => new Date(Date.UTC(2026, 0, 1 + day, 0, minute)).toISOString();
const instant = fc.tuple(fc.nat(30), fc.nat(1_439)).map(([day, minute]) => at(day, minute));

const listing = fc.record({
  name: maybe(fc.constantFrom("Fjord Café", "Fjord Coffee", " ")),
  address: maybe(fc.constantFrom("Kirkegata 1", "")),
  category: maybe(fc.constantFrom("cafe", "bakery")),
  city: maybe(fc.constantFrom("Oslo", "Bergen")),
  country: maybe(fc.constantFrom("NO", "SE")),
  latitude: maybe(fc.constantFrom(59.9, -0)),
  rating: maybe(fc.constantFrom(4.4, 4.5)),
  reviewCount: maybe(fc.oneof(fc.nat(20), fc.constantFrom(0, 2_147_483_647))),
  website: maybe(fc.constantFrom("https://a.example", "")),
  hours: maybe(
    fc.oneof(fc.constantFrom({ mon: "9-17", tue: "9-17" }, { tue: "9-17", mon: "9-17" }, null), fc.jsonValue()),
  ),
  priceLevel: maybe(fc.constantFrom(1, 2)),
  status: maybe(fc.constantFrom("operational", "temporarily_closed", "permanently_closed")),
  localPackRank: maybe(fc.constantFrom(1, 7)),
  isRunningAds: maybe(fc.boolean()),
});
const text = orNull(fc.constantFrom("x", "y"));
const review = fc.record({
  id: fc.constantFrom("r1", "r2", "r3"),
  rating: fc.constantFrom(1, 5),
  text,
  author: fc.constantFrom("Ada", "Eve"),
  publishedAt: fc.constantFrom("2026-01-01T10:00:00+01:00", "2026-01-01T09:00:00Z"),
  ownerResponse: maybe(text),
});
const product = fc.record({
  productName: fc.constantFrom("Flat white", "Bun"),
  price: orNull(fc.constantFrom(39, 42)),
  currency: orNull(fc.constant("NOK")),
  category: text,
});
const some = <Value>(value: fc.Arbitrary<Value>) => maybe(fc.array(value, { maxLength: 3 }));
const sections = {
  reviews: some(review),
  products: some(product),
  jobs: some(
    fc.record({ title: fc.constantFrom("Cook", "Clerk"), company: text, location: text, postedAt: orNull(instant) }),
  ),
  ads: some(
    fc.record({
      adId: fc.constantFrom("ad1", "ad2"),
      pageName: text,
      creativeUrl: text,
      body: text,
      status: fc.constant("active"),
      platforms: fc.constant(["instagram"]),
      detectedAt: instant,
      lastSeenAt: instant,
    }),
  ),
  technologies: some(
    fc.record({ toolName: fc.constant("Matomo"), category: text, confidence: fc.constantFrom(0, 0.5, 1) }),
  ),
  photos: some(
    fc.record({
      name: fc.constant("Front"),
      url: fc.constant("https://a.example/1.jpg"),
      width: orNull(fc.nat()),
      height: orNull(fc.nat()),
      capturedAt: orNull(instant),
    }),
  ),
  websiteChanges: some(
    fc.record({
      id: fc.constantFrom("w1", "w2"),
      changeType: fc.constant("menu"),
      summary: fc.constant("New menu"),
      severity: fc.constant("low"),
      detectedAt: instant,
    }),
  ),
  platformRatings: maybe(
    fc.dictionary(
      fc.constantFrom("maps", "guide"),
      fc.record({ rating: orNull(fc.constantFrom(4, 5)), reviewCount: orNull(fc.nat(50)), url: text }),
    ),
  ),
  socialMetrics: some(
    fc.record({
      platform: fc.constant("instagram"),
      followers: orNull(fc.nat(50)),
      posts: orNull(fc.nat(5)),
      capturedAt: instant,
    }),
  ),
  youtube: maybe(
    fc.record({
      channel: orNull(
        fc.record({ title: fc.constant("Fjord"), subscriberCount: orNull(fc.nat(9)), videoCount: orNull(fc.nat(9)) }),
      ),
      recentVideos: fc.array(fc.constantFrom("v1", { title: "v2" }), { maxLength: 2 }),
    }),
  ),
  enrichment: maybe(
    fc.record({
      website: text,
      ownerName: text,
      contactEmail: text,
      phone: text,
      socialLinks: fc.constant([{ platform: "instagram", url: "https://instagram.example/fjord" }]),
    }),
  ),
};

/** What is on the wire, with ids and places of its own. */
export const wireObservation = fc
  .record({
    id: fc.uuid(),
    placeId: fc.constant("place-1"),
    observedAt: instant,
    source: fc.constantFrom("maps", "crawler"),
    listing: maybe(listing),
    ...sections,
  })
  .map((observation) => JSON.parse(JSON.stringify(observation)) as Readonly<Record<string, unknown>>)
  .filter((observation) => faultInJson(JSON.stringify(observation)) === undefined);

export const observation: fc.Arbitrary<Observation> = wireObservation.map((wire) => observationSchema.parse(wire));

/** One observation a day at most, in any order of arrival, and the same in the order in which they were seen. */
export const oneADay = fc.uniqueArray(observation, {
  selector: ({ observedAt }) => observedAt.slice(0, 10),
  maxLength: 12,
});
