/** Which instants are taken in, and in which form they are given on. */
import { instantSchema, storedInstantSchema } from "../../domain/instant";
import { observationSchema, storedSections } from "../../domain/places/observation";
import { deliveryFilters } from "../../read-api/webhooks/webhook-delivery-view";

const OUTSIDE = [
  "0000-01-01T00:00:00Z",
  "1899-12-31T23:59:59.999Z",
  "2200-01-01T00:00:00Z",
  "9999-12-31T23:59:59-23:59",
];

test.each([
  ["1900-01-01T00:00:00Z", "1900-01-01T00:00:00.000Z"],
  ["2026-03-01T01:30:00.25+02:00", "2026-02-28T23:30:00.250Z"],
  ["2199-12-31T23:59:59.999999Z", "2199-12-31T23:59:59.999Z"],
])("%s is given on as %s", (told, given) => {
  expect(instantSchema.parse(told)).toBe(given);
  expect(storedInstantSchema.parse(given)).toBe(given);
});

test.each([...OUTSIDE, "1900-01-01T00:00:00+00:01", "yesterday", `2026-01-01T00:00:00.${"0".repeat(60)}Z`])(
  "%s is refused with one sentence",
  (told) => {
    expect(instantSchema.safeParse(told).error?.issues).toHaveLength(1);
    expect(storedInstantSchema.safeParse(told).success).toBe(false);
  },
);

describe.each(OUTSIDE)("%s", (told) => {
  const observation = { id: "o", placeId: "p", observedAt: "2026-01-01T00:00:00Z", source: "maps" };
  const metric = { platform: "x", followers: null, posts: null };
  const listed = { adId: "a", pageName: null, creativeUrl: null, body: null, status: "active", platforms: [] };
  const fine = observation.observedAt;
  test.each([
    ["observedAt", { observedAt: told }],
    ["reviews", { reviews: [{ id: "r", rating: 5, text: null, author: "a", publishedAt: told, ownerResponse: null }] }],
    ["jobs", { jobs: [{ title: "t", company: null, location: null, postedAt: told }] }],
    ["ads", { ads: [{ ...listed, detectedAt: told, lastSeenAt: fine }] }],
    ["ads", { ads: [{ ...listed, detectedAt: fine, lastSeenAt: told }] }],
    ["photos", { photos: [{ name: "n", url: "u", width: null, height: null, capturedAt: told }] }],
    [
      "websiteChanges",
      { websiteChanges: [{ id: "w", changeType: "c", summary: "s", severity: "low", detectedAt: told }] },
    ],
    ["socialMetrics", { socialMetrics: [{ ...metric, capturedAt: told }] }],
  ])("is taken in nowhere: %s", (member, more) => {
    expect(observationSchema.safeParse({ ...observation, ...more }).error?.issues[0]?.path[0]).toBe(member);
  });

  test("is neither stored nor asked for", () => {
    const stored = storedSections.socialMetrics.safeParse([{ ...metric, capturedAt: told }]);
    const asked = [deliveryFilters.from, deliveryFilters.to].map((schema) => schema.safeParse(told).success);
    expect([stored.success, ...asked]).toEqual([false, false, false]);
  });
});
