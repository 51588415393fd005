/** The own business and its competitors by the public API, each figure worked out by hand from what was observed. */
import { asking, byId } from "../support/api";
import { DAYS_SEEN, type Life } from "./public-life";

/** What shows an operation, by its route. */
export type Shows = Readonly<Record<string, (life: Life) => Promise<void>>>;

export const anyText = expect.any(String) as string;

/** Interface specification, Competitor. */
const rivalOf = ({ rivalId, ago }: Life) => ({
  ...{ id: rivalId, name: "Fjord", address: "Brygga 2", rating: 4.8, reviewCount: 176 },
  ...{ permanentlyClosed: false, closedDetectedAt: null, placeId: "life-rival", lastCheckedAt: ago(0.5) },
});
const closedOf = ({ closedId, ago }: Life) => ({
  ...{ id: closedId, name: "Quay", address: null, rating: 4.4, reviewCount: 90 },
  ...{ permanentlyClosed: true, closedDetectedAt: ago(1), placeId: "life-closed", lastCheckedAt: ago(1) },
});

const ownProfile = ({ tenant, ago }: Life) => ({
  ...{ id: tenant.businessId, name: "Harbour Café", category: "Cafe", city: "Oslo", placeId: "life-own" },
  ...{ rating: 4.1, reviewCount: 200, permanentlyClosed: false, lastCheckedAt: ago(0.5) },
});

const day = (instant: string) => instant.slice(0, 10);

export const ownBusiness: Shows = {
  "GET /api/v1/me": async (life) => {
    expect(await life.tenant.api.v1.get("/api/v1/me")).toMatchObject(ownProfile(life));
  },
  "PATCH /api/v1/me": async (life) => {
    const { v1 } = life.tenant.api;
    const body = { targetCustomer: "Commuters" };
    await v1.patch("/api/v1/me", { body });
    expect(await v1.get("/api/v1/me")).toMatchObject({ ...ownProfile(life), ...body });
  },
  "GET /api/v1/me/snapshots": async ({ tenant, ago }) => {
    const { snapshots, ...rest } = await tenant.api.v1.get("/api/v1/me/snapshots", asking({ days: 30 }));
    expect(rest).toEqual({ days: 30, nextCursor: null });
    const unknown = { localPackRank: null, isRunningAds: null };
    expect(snapshots.slice(0, DAYS_SEEN)).toEqual(
      Array.from({ length: DAYS_SEEN }, (_, at) => ({
        ...{ date: day(ago(DAYS_SEEN - at)), rating: at === DAYS_SEEN - 1 ? 4.1 : 4.4, reviewCount: 200 },
        ...unknown,
      })),
    );
  },
  "GET /api/v1/me/reviews": async ({ tenant, ago }) => {
    const told = await tenant.api.v1.get("/api/v1/me/reviews", asking({ limit: 2 }));
    const text = "The coffee was excellent and the staff was friendly.";
    expect(told).toEqual({
      reviews: [
        {
          ...{ rating: 2, text, author: "Guest 0", publishedAt: ago(10), ownerResponse: "Thank you." },
          reviewTextStatus: "available",
        },
        {
          ...{ rating: 4, text, author: "Guest 1", publishedAt: ago(10.01), ownerResponse: null },
          reviewTextStatus: "available",
        },
      ],
      nextCursor: anyText,
    });
  },
  "GET /api/v1/me/gbp-health": async ({ tenant }) => {
    const { breakdown, ...health } = await tenant.api.v1.get("/api/v1/me/gbp-health");
    // 25 × 3/7 + 25 × 0.775 + 15 + 10 + 15 × 0.5 + 10 × 0.2, of 100.
    const missing = ["address", "phone", "website", "hours"];
    expect(health).toEqual({ placeId: "life-own", score: 65, coverage: 1, missing: expect.anything() as never });
    expect([...health.missing].sort()).toEqual(missing.sort());
    expect(Object.fromEntries(breakdown.map(({ part, value, n }) => [part, [value, n]]))).toEqual({
      completeness: [0.4286, 7],
      rating: [0.775, 200],
      reviewVolume: [1, 200],
      reviewRecency: [1, 12],
      ownerResponses: [0.5, 12],
      photos: [0.2, 2],
    });
  },
  "GET /api/v1/me/gap-analysis": async ({ tenant, rivalId }) => {
    const { gaps, ...rest } = await tenant.api.v1.get("/api/v1/me/gap-analysis");
    expect(rest).toEqual({ placeId: "life-own", competitorCount: 2 });
    expect(gaps.find(({ figure }) => figure === "rating")).toMatchObject({
      ...{ own: 4.1, gap: -0.7, rank: 2 },
      competitors: { n: 1, median: 4.8, best: { id: rivalId, name: "Fjord", value: 4.8 } },
    });
    expect(gaps.find(({ figure }) => figure === "reviewCount")).toMatchObject({
      ...{ own: 200, gap: 24, rank: 1 },
      competitors: { n: 1, median: 176, best: { value: 176 } },
    });
  },
  "GET /api/v1/me/report-card": async ({ tenant }) => {
    const { overall, subjects } = await tenant.api.v1.get("/api/v1/me/report-card");
    expect(overall).toBe("C");
    const period = { periodDays: 90 };
    expect(subjects.filter(({ subject }) => subject !== "reviewGrowth")).toEqual([
      { subject: "responseRate", value: 0.5, n: 12, grade: "C", ...period },
      { subject: "lowRatingResponseRate", value: 1, n: 1, grade: null, ...period },
      { subject: "averageRating", value: 3.833, n: 12, grade: "C", ...period },
    ]);
  },
  "GET /api/v1/me/insights": async ({ tenant }) => {
    const { placeId, insights, count } = await tenant.api.v1.get("/api/v1/me/insights");
    expect([placeId, count]).toEqual(["life-own", 3]);
    expect(insights.map(({ type }) => type)).toEqual(["rating_fell", "competitor_closed", "profile_incomplete"]);
  },
};

export const competitors: Shows = {
  "GET /api/v1/competitors": async (life) => {
    const { v1 } = life.tenant.api;
    const listed = await v1.get("/api/v1/competitors");
    expect(listed).toEqual({ competitors: [rivalOf(life), closedOf(life)], count: 2 });
    expect(await v1.get("/api/v1/me/competitors")).toEqual(listed);
  },
  "POST /api/v1/competitors": async ({ newcomer }) => {
    const { v1 } = newcomer.api;
    const body = {
      ...{ name: "Said to be", place_id: "life-rival", address: "Elsewhere", rating: 3, review_count: 7 },
      website_url: "https://fjord.example/",
    };
    const { competitor } = await v1.post("/api/v1/competitors", { body });
    expect(competitor).toEqual({
      ...{ id: anyText, name: "Said to be", placeId: "life-rival", address: "Elsewhere", rating: 3, reviewCount: 7 },
      ...{ website: "https://fjord.example/", createdAt: anyText, reactivated: false },
    });
    // What was observed before it was tracked is seen at once, and goes before what was said.
    const tracked = await v1.get("/api/v1/competitors/{id}", byId(competitor.id));
    expect(tracked).toMatchObject({ name: "Fjord", rating: 4.8, reviewCount: 176 });
  },
  "GET /api/v1/competitors/:id": async (life) => {
    const { rivalId, ago, tenant } = life;
    const params = { path: { id: rivalId }, query: { include: "all" } };
    expect(await tenant.api.v1.get("/api/v1/competitors/{id}", { params })).toEqual({
      ...rivalOf(life),
      included: ["snapshot", "reviews", "products", "hiring", "ads", "tech_stack"],
      latestSnapshot: expect.objectContaining({ checkedAt: anyText, rating: 4.8, reviewCount: 176 }) as object,
      reviewMeta: {
        ...{ cachedAt: ago(0.5), ownerResponseRate: 0 },
        platformRatings: { tripadvisor: { rating: 4, reviewCount: 7 }, yelp: { rating: null, reviewCount: 3 } },
      },
      products: [{ productName: "Bun", price: 35, currency: "NOK", category: "Bakery" }],
      hiring: {
        summary: { active: 1, lastJobCheck: ago(0.5) },
        jobs: [{ title: "Barista", company: null, location: "Oslo", postedAt: null }],
      },
      ads: {
        summary: { active: 1, platforms: ["facebook", "instagram"] },
        ads: [
          expect.objectContaining({ adId: "ad-1", status: "ACTIVE" }),
          expect.objectContaining({ adId: "ad-2", status: "INACTIVE" }),
        ],
      },
      techStack: [{ toolName: "Shopify", category: "Shop", confidence: 0.9 }],
    });
  },
  "GET /api/v1/competitors/:id/snapshots": async ({ rivalId, tenant, ago }) => {
    const params = { path: { id: rivalId }, query: { days: 30 } };
    const told = await tenant.api.v1.get("/api/v1/competitors/{id}/snapshots", { params });
    expect(told.competitorId).toBe(rivalId);
    expect(
      told.snapshots.slice(0, DAYS_SEEN).map(({ date, rating, reviewCount }) => [date, rating, reviewCount]),
    ).toEqual(Array.from({ length: DAYS_SEEN }, (_, at) => [day(ago(DAYS_SEEN - at)), 4.8, 100 + 4 * at]));
  },
  "GET /api/v1/competitors/:id/reviews": async ({ rivalId, tenant, ago }) => {
    const params = { path: { id: rivalId }, query: { limit: 1 } };
    expect(await tenant.api.v1.get("/api/v1/competitors/{id}/reviews", { params })).toEqual({
      reviews: [
        {
          ...{ rating: 4, author: "Guest 0", publishedAt: ago(10), ownerResponse: null, reviewTextStatus: "available" },
          text: "The parking is terrible, the parking is bad. We met Anna there.",
        },
      ],
      nextCursor: anyText,
    });
  },
};
