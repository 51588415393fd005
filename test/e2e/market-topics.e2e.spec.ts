/** What a market's reviews speak of is counted from texts that are kept, and what stands out in it is told with its figures. */
import { createHash } from "node:crypto";
import { canonicalJson } from "../../domain/fold/event-digest";
import { asking } from "../support/api";
import { sighting } from "../support/sightings";
import { describeService } from "./on-both-logs";

const DAY_MS = 86_400_000;

describeService((running) => {
  const ago = (days: number) => new Date(running.service.clock.now().getTime() - days * DAY_MS).toISOString();
  const trends = "/api/v1/market/trends";
  const signals = "/api/v1/market/signals";
  const cafe = (placeId: string, more: object = {}) => ({
    ...{ name: placeId, city: "Stavanger", category: "Cafe", country: "NO" },
    ...more,
  });
  /** So many reviews with this text, the newest published `day` days ago. */
  const reviews = (name: string, count: number, day: number, text: string | null) =>
    Array.from({ length: count }, (_, at) => ({
      ...{ id: `${name}-${at}`, rating: 4, text, author: "Ada", ownerResponse: null },
      publishedAt: ago(day + at / 100),
    }));

  test("keywords are counted over the places of a segment, by halves of the period, and told as gaps where only others have them", async () => {
    const { api } = await running.api.tenant({
      business: { placeId: "topics-own", city: "Stavanger", category: "Cafe" },
    });
    const position = await running.api.observe(
      sighting("topics-own", ago(0), {
        listing: cafe("topics-own", { rating: 4, reviewCount: 12 }),
        reviews: reviews("own", 12, 10, "The coffee was excellent and the staff was friendly."),
      }),
      sighting("topics-a", ago(0), {
        listing: cafe("topics-a", { rating: 5, reviewCount: 30, status: "permanently_closed" }),
        reviews: [
          ...reviews("early", 12, 60, "The coffee was good and we liked the garden."),
          ...reviews("late", 12, 10, "The parking is terrible, the parking is bad. We met Anna there."),
          ...reviews("german", 3, 10, "Das Essen war sehr gut und das Personal war freundlich."),
          ...reviews("silent", 2, 10, null),
        ],
      }),
      sighting("topics-b", ago(0), {
        listing: cafe("topics-b", { category: "Bakery" }),
        reviews: reviews("late", 4, 20, "There was no parking, which was bad for the guests."),
      }),
    );
    const told = await api.v1.get(trends, asking({ city: "STAVANGER" }, position));
    expect(told).toMatchObject({
      segment: { city: "STAVANGER", category: null, country: null },
      period: "last_90_days",
      summary: {
        totalBusinesses: 3,
        permanentlyClosed: 1,
        avgRating: 4.5,
        medianRating: 4.5,
        avgReviewCount: 21,
        avgVelocity7d: null,
        n: { rating: 2, reviewCount: 2, healthScore: 3, velocity7d: 0 },
      },
      n: {
        reviews: 45,
        texts: 43,
        analyzed: 40,
        earlier: 12,
        later: 28,
        own: 12,
        sampled: false,
        languages: [
          { language: "en", texts: 40 },
          { language: "de", texts: 3 },
        ],
      },
    });
    expect(told.trends).toEqual([
      {
        ...{ keyword: "coffee", category: "product", mentionCount: 24, competitorCount: 1, inOwnReviews: true },
        ...{
          avgSentiment: expect.any(Number) as number,
          isGap: false,
          trend: "falling",
          n: { earlier: 12, later: 12 },
        },
      },
      {
        ...{ keyword: "parking", category: "market-gap", mentionCount: 16, competitorCount: 2, inOwnReviews: false },
        ...{ avgSentiment: expect.any(Number) as number, isGap: true, trend: "new", n: { earlier: 0, later: 16 } },
      },
    ]);
    const [coffee, parking] = told.trends;
    expect(coffee?.avgSentiment).toBeGreaterThan(0.3);
    expect(parking?.avgSentiment).toBeLessThan(-0.3);

    // Of cafés alone, and of a month: one place speaks of parking there, and what one place speaks of is not told.
    const ofCafes = asking({ city: "stavanger", category: "cafe", period: "last_30_days" });
    expect(await api.v1.get(trends, ofCafes)).toMatchObject({
      trends: [],
      n: { earlier: 0, later: 24, reviews: 29 },
    });
    const ofAny = asking({ category: "any", limit: 1 });
    const { _receipt: receipt, ...market } = await api.v1.get("/api/v1/market", ofAny);
    expect(market).toMatchObject({
      trends: [{ keyword: "coffee", mention_count: 24, competitor_count: 1 }],
      stats: { city: "Stavanger", category: null, totalBusinesses: 3, avgRating: 4.5, avgReviewCount: 21 },
    });
    expect(receipt).toMatchObject({ sha256: createHash("sha256").update(canonicalJson(market)).digest("hex") });
    expect(await api.v1.get(signals, asking({ category: "any", type: "topic_gap" }))).toMatchObject({
      signals: [{ type: "topic_gap", data: { keyword: "parking", mentionCount: 16, competitorCount: 2 }, n: 16 }],
      found: { topic_gap: 1, crowded_segment: 0 },
    });
    const nowhere = await api.v1.get(trends, asking({ city: "Atlantis" }));
    expect(nowhere).toMatchObject({ summary: { totalBusinesses: 0, avgRating: null }, trends: [], n: { reviews: 0 } });
    expect(await api.get("/api/v1/market/trends")).toMatchObject({
      status: 400,
      json: { details: [{ path: "query.city" }] },
    });

    // With the texts goes what was made of them, to the instant; the earliest reviews lie before the period then.
    running.service.clock.leap(30 * DAY_MS);
    expect(await api.v1.get(trends, asking({ city: "stavanger" }))).toMatchObject({
      trends: [],
      n: { reviews: 33, texts: 0, own: 0 },
    });
  });

  test("places that grow, answer nobody, lie close or have a moat stand out, closed ones marked", async () => {
    const { api } = await running.api.tenant({ business: { placeId: "signs-own", city: "Alta", category: "Gym" } });
    const gym = (placeId: string, more: object = {}) => ({
      ...{ name: placeId, city: "Alta", category: "Gym", latitude: 69.97, longitude: 23.27 },
      ...more,
    });
    const counted = (placeId: string, before: number, now: number, more: object = {}) => [
      sighting(placeId, ago(31), { listing: gym(placeId, { ...more, reviewCount: before }) }),
      sighting(placeId, ago(1), { listing: gym(placeId, { ...more, reviewCount: now }) }),
    ];
    const crowd = Array.from({ length: 10 }, (_, at) =>
      sighting(`crowd-${at}`, ago(1), { listing: gym(`crowd-${at}`) }),
    );
    const position = await running.api.observe(
      ...counted("signs-own", 20, 22),
      ...counted("signs-a", 30, 33),
      ...counted("signs-b", 30, 34),
      ...counted("signs-fast", 30, 60, { status: "temporarily_closed" }),
      ...counted("signs-moat", 900, 903, { status: "permanently_closed" }),
      ...crowd,
      sighting("signs-a", ago(0), { reviews: reviews("unanswered", 11, 20, null) }),
    );
    const { signals: told, ...rest } = await api.v1.get(signals, asking({}, position));
    expect(rest).toEqual({
      segment: { city: "Alta", category: "Gym", country: null },
      found: {
        fast_growing_competitor: 1,
        response_gap: 1,
        topic_gap: 0,
        crowded_segment: 1,
        review_moat_leader: 0,
      },
      n: { places: 15, withGrowth: 5, withAnswers: 1, texts: 0, categories: 1 },
    });
    expect(told).toMatchObject([
      {
        type: "fast_growing_competitor",
        place: { placeId: "signs-fast", businessStatus: "temporarily_closed", isOwn: false },
        data: { newReviews: 30, median: 3.5 },
        n: 4,
        periodDays: 30,
      },
      { type: "response_gap", place: { placeId: "signs-a" }, data: { answered: 0, rate: 0 }, n: 11, periodDays: 180 },
      { type: "crowded_segment", place: null, data: { category: "gym", index: 73, neighbours: 13 }, n: 14 },
    ]);
    // A fifth open place whose reviews are counted.
    const fifth = await running.api.observe(
      sighting("crowd-0", ago(0), { listing: gym("crowd-0", { reviewCount: 1 }) }),
    );
    expect(await api.v1.get(signals, asking({ type: "review_moat_leader" }, fifth))).toMatchObject({
      signals: [{ place: { placeId: "signs-moat", businessStatus: "permanently_closed" }, data: { median: 33 }, n: 5 }],
    });
    expect(await api.v1.get(trends, asking({ city: "alta" }))).toMatchObject({ summary: { avgVelocity7d: null } });
  });
});
