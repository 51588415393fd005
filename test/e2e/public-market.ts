/** Market, AI visibility, drafts and chat by the public API, from what was observed of three cafés. */
import { asking, expectStatus } from "../support/api";
import { CENTER, CLOSED_METERS, type Life } from "./public-life";
import { anyText, type Shows } from "./public-own";

const receipt = { request_id: anyText, timestamp: anyText, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string };
const oslo = { city: "Oslo", category: "Cafe", country: null };

/** Interface specification, Market records: twelve reviews of the own listing and twelve early ones of the rival speak of it. */
const coffee = {
  ...{ keyword: "coffee", category: "product", inOwnReviews: true, isGap: false, trend: "falling" },
  ...{ avgSentiment: expect.any(Number) as number, n: { earlier: 12, later: 12 } },
};
const parking = {
  ...{ keyword: "parking", category: "market-gap", inOwnReviews: false, isGap: true, trend: "new" },
  ...{ avgSentiment: expect.any(Number) as number, n: { earlier: 0, later: 16 } },
};

export const market: Shows = {
  "GET /api/v1/market": async ({ tenant }) => {
    const { trends, stats, _receipt, ...rest } = await tenant.api.v1.get("/api/v1/market", asking({ limit: 2 }));
    expect(trends).toEqual([
      { ...coffee, mention_count: 24, competitor_count: 1 },
      { ...parking, mention_count: 16, competitor_count: 2 },
    ]);
    expect(stats).toEqual({
      ...{ ...oslo, totalBusinesses: 3, permanentlyClosed: 1 },
      ...{ avgRating: 4.43, avgReviewCount: 155.3, n: { rating: 3, reviewCount: 3 } },
    });
    expect(_receipt).toEqual(receipt);
    expect(rest).toMatchObject({ period: "last_90_days", n: { reviews: 40, texts: 40, own: 12 } });
  },
  "GET /api/v1/market/trends": async ({ tenant }) => {
    const { summary, trends, ...rest } = await tenant.api.v1.get("/api/v1/market/trends", asking({ city: "Oslo" }));
    expect(trends).toEqual([
      { ...coffee, mentionCount: 24, competitorCount: 1 },
      { ...parking, mentionCount: 16, competitorCount: 2 },
    ]);
    expect(summary).toEqual({
      ...{ totalBusinesses: 3, permanentlyClosed: 1, avgRating: 4.43, medianRating: 4.4, avgReviewCount: 155.3 },
      // The own listing gained none in a week and the rival 28; the closed one was seen on one day alone.
      ...{ avgHealthScore: expect.any(Number) as number, avgVelocity7d: 14 },
      n: { rating: 3, reviewCount: 3, healthScore: 3, velocity7d: 2 },
    });
    expect(rest).toMatchObject({ segment: { ...oslo, category: null }, period: "last_90_days" });
  },
  "GET /api/v1/market/leaders": async ({ tenant }) => {
    const { leaders, ...rest } = await tenant.api.v1.get("/api/v1/market/leaders");
    expect(rest).toEqual({ segment: oslo, sort: "rating", n: 3 });
    expect(
      leaders.map(({ rank, placeId, rating, businessStatus, isOwn }) => [rank, placeId, rating, businessStatus, isOwn]),
    ).toEqual([
      [1, "life-rival", 4.8, null, false],
      [2, "life-closed", 4.4, "permanently_closed", false],
      [3, "life-own", 4.1, null, true],
    ]);
  },
  "GET /api/v1/market/density": async ({ tenant }) => {
    const { places, ...rest } = await tenant.api.v1.get("/api/v1/market/density", asking({ radius: 1_000 }));
    expect(rest).toEqual({
      center: CENTER,
      radiusMeters: 1_000,
      category: null,
      n: 3,
      open: 2,
      openPerSquareKilometer: 0.64,
    });
    expect(places.map(({ placeId, distanceMeters }) => [placeId, distanceMeters])).toEqual(
      expect.arrayContaining([
        ["life-own", 0],
        ["life-rival", 0],
        ["life-closed", CLOSED_METERS],
      ]),
    );
    expect(places.at(-1)).toMatchObject({ placeId: "life-closed", businessStatus: "permanently_closed" });
  },
  "GET /api/v1/market/projections": async ({ tenant, rivalId }) => {
    const query = asking({ metric: "review_count" });
    const { projections, _receipt, ...rest } = await tenant.api.v1.get("/api/v1/market/projections", query);
    expect(_receipt).toEqual(receipt);
    const business = { id: tenant.businessId, name: "Harbour Café" };
    expect(rest).toEqual({ business, metric: "review_count", lookbackDays: 180, count: 2 });
    expect(projections.find(({ competitorId }) => competitorId === rivalId)).toMatchObject({
      ...{ competitorName: "Fjord", metric: "review_count", status: "projected_overtake" },
      // 200 against 176, and four a day.
      ...{ currentGap: 24, gapPerDay: -4, daysToCrossover: 5 },
    });
    expect(projections.find(({ competitorId }) => competitorId !== rivalId)).toMatchObject({
      ...{ competitorName: "Quay", status: "insufficient_data", permanentlyClosed: true },
    });
  },
  "GET /api/v1/market/saturation": async ({ tenant }) => {
    // Two open ones in one square kilometre have one neighbour each: 100 × (1 − e^−0.1).
    expect(await tenant.api.v1.get("/api/v1/market/saturation")).toEqual({
      ...{ segment: oslo, index: 10, neighbours: 1, n: 2, cells: 1, totalBusinesses: 3, permanentlyClosed: 1 },
    });
  },
  "GET /api/v1/market/signals": async ({ tenant }) => {
    const { signals, found } = await tenant.api.v1.get("/api/v1/market/signals");
    expect(found).toMatchObject({ response_gap: 1, topic_gap: 1, crowded_segment: 0, review_moat_leader: 0 });
    expect(signals.find(({ type }) => type === "topic_gap")).toMatchObject({
      ...{ data: { keyword: "parking", mentionCount: 16, competitorCount: 2 }, n: 16 },
    });
    expect(signals.find(({ type }) => type === "response_gap")).toMatchObject({
      ...{ place: { placeId: "life-rival", name: "Fjord" }, data: { answered: 0, rate: 0 }, n: 24 },
    });
  },
};

/** What a collector heard two engines answer today, of which one named the business. */
async function heard({ api, tenant, ago }: Life): Promise<void> {
  const { businessId } = tenant;
  const asked = { businessId, checkId: "life", query: "best coffee", checkedAt: ago(0), source: "tests" };
  const answers = [
    { ...asked, id: "life-1", engine: "one", mentioned: true, position: 2, mentionText: "Harbour has its own roast." },
    { ...asked, id: "life-2", engine: "two", mentioned: false, competitorsMentioned: ["Fjord"] },
  ];
  expectStatus(await api.collector.post("/api/admin/ai-answers", { answers }), 200);
}

export const written: Shows = {
  "GET /api/v1/ai-visibility": async (life) => {
    await heard(life);
    await life.settled();
    const told = await life.tenant.api.v1.get("/api/v1/ai-visibility");
    // Interface specification, AI visibility record.
    expect(told).toMatchObject({
      ...{ connected: true, businessId: life.tenant.businessId, businessName: "Harbour Café", days: 30 },
      ...{ availableLocations: [], selectedLocation: null, localMetricsAvailable: true, lastChecked: life.ago(0) },
      ...{ dailyChecksLimit: 5, dailyChecksRemaining: 4 },
    });
    expect(told.engines).toMatchObject({
      one: { mentioned: 1, total: 1, percentage: 100, averagePosition: 2 },
      two: { mentioned: 0, total: 1, percentage: 0, averagePosition: null },
    });
    expect(told.topQueries).toMatchObject([
      { query: "best coffee", mentioned: true, engines: ["one"], position: 2, competitorsMentioned: ["Fjord"], n: 2 },
    ]);
    expect(told.recent).toHaveLength(2);
  },
  "POST /api/v1/chat": async ({ tenant }) => {
    const body = { message: "How are we rated?", context: "competitors" } as const;
    const { message, ...rest } = await tenant.api.v1.post("/api/v1/chat", { body });
    expect(rest).toEqual({ context: "competitors", usage: { used: 1, limit: 100 }, _receipt: receipt });
    expect(message).toEqual({
      ...{ id: anyText, role: "assistant", businessId: tenant.businessId, createdAt: anyText },
      ...{ provider: "local-composer", content: expect.stringContaining("4.1 stars from 200 reviews") as string },
    });
    expect(message.content).toContain("4.8 stars");
  },
  "POST /api/v1/content": async ({ tenant }) => {
    const body = { type: "gbp_post", topic: "Autumn menu", variationCount: 2 } as const;
    const { generation, generations, dataCoverage, ...rest } = await tenant.api.v1.post("/api/v1/content", { body });
    expect(rest).toEqual({
      ...{ connected: true, businessId: tenant.businessId, provider: "local-composer", model: null },
      ...{ variationCount: 2, freeRegenerationsApplied: 0, usage: { used: 2, limit: 50 } },
    });
    expect([generations.length, generation]).toEqual([2, generations[0]]);
    expect(generation).toMatchObject({
      ...{ id: anyText, type: "gbp_post", presetCategory: "local_business", topic: "Autumn menu" },
      ...{ sourceSummary: { batch: { requested: 2, index: 0, total: 2 } }, generatedAt: anyText, createdAt: anyText },
    });
    expect(dataCoverage).toMatchObject({ listing: true, rating: true, reviewCount: 200, recentReviews: 12 });
  },
  "GET /api/v1/content": async ({ tenant }) => {
    const { v1 } = tenant.api;
    const { generation } = await v1.post("/api/v1/content", { body: { type: "faq" } });
    const { generations, ...rest } = await v1.get("/api/v1/content", asking({ type: "faq", limit: 1 }));
    const { businessId } = tenant;
    expect(rest).toEqual({ connected: true, businessId, businessName: "Harbour Café", count: 1, nextCursor: null });
    expect(generations).toEqual([generation]);
  },
};
