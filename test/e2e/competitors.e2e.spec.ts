/** Tracked competitors: no place twice, none beyond the quota, and everything that is stored of them. */
import { quotas } from "../../domain/plans";
import { after, byId, expectStatus, type KeyClient } from "../support/api";
import { sighting } from "../support/sightings";
import { usedToday } from "../support/used-today";
import { describeOnBothLogs } from "./on-both-logs";
import { settled } from "./settled";

interface Claims {
  readonly address?: string;
  readonly rating?: number;
  readonly review_count?: number;
  readonly website_url?: string;
}
const fjord = (placeId: string) => ({ name: "Fjord Coffee", place_id: placeId });

const add = (api: KeyClient, placeId: string) => api.post("/api/v1/competitors", fjord(placeId));

const added = async ({ v1 }: KeyClient, placeId: string, claims: Claims = {}) =>
  (await v1.post("/api/v1/competitors", { body: { ...fjord(placeId), ...claims } })).competitor;

const read = ({ v1 }: KeyClient, id: string, position = 0, include?: string) =>
  v1.get("/api/v1/competitors/{id}", { params: { path: { id }, query: { include } }, headers: after(position) });

describeOnBothLogs((running) => {
  const now = () => running.service.clock.now();
  const daysAgo = (days: number) => new Date(now().getTime() - days * 86_400_000);

  test("an added competitor is answered as it was said, and listed the same on both paths", async () => {
    const { api } = await running.api.tenant();
    const said = { address: "Kirkegata 1", rating: 4.4, review_count: 210, website_url: "https://fjord.example/" };
    expect(await added(api, "place-a", said)).toMatchObject({
      name: "Fjord Coffee",
      placeId: "place-a",
      address: "Kirkegata 1",
      rating: 4.4,
      reviewCount: 210,
      website: "https://fjord.example/",
      reactivated: false,
    });
    const lists = await Promise.all([api.v1.get("/api/v1/competitors"), api.v1.get("/api/v1/me/competitors")]);
    for (const list of lists)
      expect(list).toMatchObject({
        count: 1,
        competitors: [{ placeId: "place-a", rating: 4.4, permanentlyClosed: false, lastCheckedAt: null }],
      });
  });

  test("a place is tracked once, and the refusal tells under which id", async () => {
    const { api } = await running.api.tenant();
    const { id } = await added(api, "place-b");
    const again = await add(api, "place-b");
    expect([again.status, again.json]).toMatchObject([409, { code: "competitor_already_tracked", competitorId: id }]);
  });

  test("a place is tracked once also when ten requests ask at the same moment", async () => {
    const { api } = await running.api.tenant();
    const replies = await Promise.all(Array.from({ length: 10 }, () => add(api, "place-b")));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(9);
  });

  test("a removed competitor comes back under its first id, with its history", async () => {
    const { api, browser } = await running.api.tenant();
    const { id } = await added(api, "place-c");
    await running.api.observe(sighting("place-c", now(), { listing: { rating: 4.1, reviewCount: 9 } }));
    expectStatus(await browser.delete(`/api/competitors/${id}`), 204);
    expect((await browser.delete(`/api/competitors/${id}`)).status).toBe(404);
    expect((await browser.get("/api/competitors")).json).toEqual({ competitors: [], count: 0 });
    expect(await added(api, "place-c")).toMatchObject({ id, reactivated: true });
    const { snapshots } = await api.v1.get("/api/v1/competitors/{id}/snapshots", byId(id));
    expect(snapshots).toMatchObject([{ rating: 4.1, reviewCount: 9 }]);
  });

  test("a hundred requests at the same moment add exactly as many competitors as the plan allows", async () => {
    const { api } = await running.api.tenant();
    const replies = await Promise.all(Array.from({ length: 100 }, (_, at) => add(api, `crowd-${at}`)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(25);
    const refused = replies.filter(({ status }) => status === 403);
    expect(refused).toHaveLength(75);
    expect(refused[0]?.json).toMatchObject({
      code: "competitor_quota_reached",
      quota: { name: "competitorsPerBusiness", limit: 25, used: 25 },
    });
    expect((await api.v1.get("/api/v1/competitors")).count).toBe(25);
  });

  test("a hundred requests at the same moment add as many as the account has left of the day", async () => {
    const { api, accountId } = await running.api.tenant();
    await usedToday(
      running.service,
      accountId,
      "competitorAdditionsPerDay",
      quotas.growth.competitorAdditionsPerDay - 10,
    );
    const replies = await Promise.all(Array.from({ length: 100 }, (_, at) => add(api, `crowded-${at}`)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(10);
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(90);
    expect(refused[0]?.json).toMatchObject({ quota: { name: "competitorAdditionsPerDay", limit: 500, used: 500 } });
    for (const { headers } of refused) {
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
      expect(headers["ratelimit"]).toMatch(/^"requestsPerMinute";r=/);
    }
    const { quotas: told } = await api.v1.get("/api/v1/usage");
    const said = told.find(({ name }) => name === "competitorAdditionsPerDay");
    expect(said).toMatchObject({ limit: 500, used: 500, period: "day", per: "account" });
  });

  test("the business's own listing is no competitor", async () => {
    const { api } = await running.api.tenant({ business: { placeId: "own-place" } });
    expect((await add(api, "own-place")).json).toMatchObject({ code: "competitor_is_own_place" });
  });

  test("observed facts take precedence over what was said when adding", async () => {
    const { api, browser } = await running.api.tenant();
    const { id } = await added(api, "place-d", { rating: 1, address: "Wrong street" });
    const listing = { name: "Fjord Coffee AS", rating: 4.7, reviewCount: 33, status: "permanently_closed" };
    const position = await running.api.observe(sighting("place-d", now(), { listing }));
    const competitor = await read(api, id, position);
    expect(competitor).toMatchObject({
      name: "Fjord Coffee AS",
      rating: 4.7,
      reviewCount: 33,
      address: "Wrong street",
      permanentlyClosed: true,
      included: [],
    });
    expect([competitor.closedDetectedAt, competitor.lastCheckedAt]).toEqual([expect.any(String), expect.any(String)]);
    const [shown] = expectStatus(await browser.get("/api/competitors"), 200)["competitors"] as object[];
    expect(shown).toMatchObject({ id, review_count: 33, permanently_closed: true, place_id: "place-d" });
  });

  test("every section is given when asked for, and only to keys that may see it", async () => {
    const { api, browser } = await running.api.tenant();
    const { id } = await added(api, "place-e");
    const position = await running.api.observe(sighting("place-e", now(), everything(now().toISOString())));
    const all = await read(api, id, position, "all");
    expect(all.included).toEqual(["snapshot", "reviews", "products", "hiring", "ads", "tech_stack"]);
    expect(all).toMatchObject({
      latestSnapshot: { rating: 4.2, reviewCount: 2, localPackRank: 3, isRunningAds: true },
      reviewMeta: { ownerResponseRate: 0.5, platformRatings: { tripadvisor: { rating: 4, reviewCount: 7 } } },
      products: [{ productName: "Bun", price: 35, currency: "NOK", category: null }],
      hiring: { summary: { active: 1 }, jobs: [{ title: "Barista" }] },
      ads: { summary: { active: 1, platforms: ["facebook"] } },
      techStack: [{ toolName: "Shopify", confidence: 0.9 }],
    });
    const some = await read(api, id, position, "products, hiring");
    expect([some.included, "latestSnapshot" in some]).toEqual([["products", "hiring"], false]);
    const path = `/api/v1/competitors/${id}`;
    expect(expectStatus(await api.get(`${path}?include=nonsense`), 400)).toMatchObject({
      details: [{ path: "query.include" }],
    });

    const bare = await running.api.createKey(browser, { scopes: ["competitors:read"] });
    const refused = await Promise.all(["reviews", "ads", "all"].map((name) => bare.get(`${path}?include=${name}`)));
    expect(refused.map(({ status, json }) => [status, json?.["requiredScope"]])).toEqual([
      [403, "reviews:read"],
      [403, "analytics:read"],
      [403, "analytics:read"],
    ]);
    const reviewer = await running.api.createKey(browser, { scopes: ["competitors:read", "reviews:read"] });
    expect((await read(reviewer, id, 0, "reviews")).included).toEqual(["reviews"]);
    expect((await read(bare, id)).included).toEqual([]);
  });

  test("sections of a place that nobody has observed are empty, not absent", async () => {
    const { api } = await running.api.tenant();
    const { id } = await added(api, "place-unseen");
    expect(await read(api, id, 0, "all")).toMatchObject({
      latestSnapshot: null,
      reviewMeta: { cachedAt: null, ownerResponseRate: null, platformRatings: {} },
      products: [],
      hiring: { summary: { active: 0, lastJobCheck: null }, jobs: [] },
      ads: { summary: { active: 0, platforms: [] }, ads: [] },
      techStack: [],
    });
  });

  test("reviews page newest first and stay in place while others come in; one without a text says so", async () => {
    const { api } = await running.api.tenant();
    const { id } = await added(api, "place-f");
    const review = (number: number, text: string | null = "Fine") => ({
      id: `r${number}`,
      rating: 4,
      text,
      author: `Guest ${number}`,
      publishedAt: daysAgo(100 - number).toISOString(),
      ownerResponse: null,
    });
    const reviews = Array.from({ length: 5 }, (_, number) => review(number, number === 4 ? null : "Fine"));
    const position = await running.api.observe(sighting("place-f", now(), { reviews }));
    const page = (reached: number, cursor?: string) => {
      const params = { path: { id }, query: { limit: 2, cursor } };
      return api.v1.get("/api/v1/competitors/{id}/reviews", { params, headers: after(reached) });
    };
    const first = await page(position);
    expect(first.reviews).toMatchObject([
      { author: "Guest 4", text: null, reviewTextStatus: "none" },
      { author: "Guest 3", text: "Fine", reviewTextStatus: "available" },
    ]);
    const later = await running.api.observe(sighting("place-f", now(), { reviews: [review(9)] }));
    const authors: string[] = [];
    for (let cursor = first.nextCursor; cursor !== null;) {
      const { reviews: next, nextCursor } = await page(later, cursor);
      authors.push(...next.map(({ author }) => author));
      cursor = nextCursor;
    }
    expect(authors).toEqual(["Guest 2", "Guest 1", "Guest 0"]);
  });

  test("a page mark opens no other list and no other account's", async () => {
    const [mine, theirs] = [await running.api.tenant(), await running.api.tenant()];
    const [own, foreign] = [await added(mine.api, "place-f"), await added(theirs.api, "place-f")];
    const params = { path: { id: own.id }, query: { limit: 1 } };
    const { nextCursor } = await mine.api.v1.get("/api/v1/competitors/{id}/reviews", { params });
    const cursor = encodeURIComponent(String(nextCursor));
    const otherList = await mine.api.get(`/api/v1/me/reviews?cursor=${cursor}`);
    const otherAccount = await theirs.api.get(`/api/v1/competitors/${foreign.id}/reviews?cursor=${cursor}`);
    expect([otherList, otherAccount].map(({ status, json }) => [status, json?.["code"]])).toEqual([
      [400, "invalid_request"],
      [400, "invalid_request"],
    ]);
  });

  test("the history shows a day once, the asked-for days alone, oldest first", async () => {
    const { api } = await running.api.tenant();
    const { id } = await added(api, "place-g");
    const seen = [200, 40, 20, 1].map((days) =>
      sighting("place-g", daysAgo(days), { listing: { rating: 4, reviewCount: 300 - days } }),
    );
    const position = await running.api.observe(...seen);
    const counts = async (days: number) => {
      const params = { path: { id }, query: { days } };
      const told = await api.v1.get("/api/v1/competitors/{id}/snapshots", { params, headers: after(position) });
      return told.snapshots.map(({ reviewCount }) => reviewCount);
    };
    expect(await counts(30)).toEqual([280, 299]);
    expect(await counts(365)).toEqual([100, 260, 280, 299]);
    expect((await api.get(`/api/v1/competitors/${id}/snapshots?days=0`)).status).toBe(400);
  });

  test("two businesses that track a place share its facts and nothing else", async () => {
    const [mine, theirs] = [await running.api.tenant(), await running.api.tenant()];
    const [one, two] = [await added(mine.api, "shared-place"), await added(theirs.api, "shared-place")];
    const position = await running.api.observe(sighting("shared-place", now(), { listing: { rating: 3.3 } }));
    for (const [tenant, own, foreign] of [
      [mine, one.id, two.id],
      [theirs, two.id, one.id],
    ] as const) {
      expect(await read(tenant.api, own, position)).toMatchObject({ rating: 3.3 });
      const paths = ["", "/snapshots", "/reviews"].map((part) => `/api/v1/competitors/${foreign}${part}`);
      const replies = await Promise.all(paths.map((path) => tenant.api.get(path)));
      expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
      expect((await tenant.browser.delete(`/api/competitors/${foreign}`)).status).toBe(404);
    }
  });

  test("a business that is deleted tracks and asks for nothing more, though the tables do not tell so yet", async () => {
    const { api, browser, accountId, businessId } = await running.api.tenant();
    const { id } = await added(api, "place-d");
    expectStatus(await browser.delete("/api/businesses/me/delete"), 200);
    await settled(running.service);
    const { pool } = running.service.database;
    await pool.query("UPDATE read_model.businesses SET status = 'active' WHERE business_id = $1", [businessId]);
    const values = [accountId, businessId];
    await pool.query("UPDATE read_model.accounts SET active_business_id = $2 WHERE account_id = $1", values);
    const replies = [
      await add(api, "place-e"),
      await browser.post("/api/competitors/import", { type: "csv", data: "name,place_id\nFjord,place-e\n" }),
      await browser.post(`/api/competitors/${id}/check`),
    ];
    const refusal = [404, expect.objectContaining({ code: "business_not_found" }) as object];
    expect(replies.map(({ status, json }) => [status, json])).toEqual([refusal, refusal, refusal]);
  });
});

const everything = (instant: string) => ({
  listing: { name: "Fjord", rating: 4.2, reviewCount: 2, localPackRank: 3, isRunningAds: true },
  reviews: [
    { id: "r1", rating: 5, text: "Good", author: "Eva", publishedAt: instant, ownerResponse: "Thanks" },
    { id: "r2", rating: 3, text: null, author: "Ola", publishedAt: instant, ownerResponse: null },
  ],
  products: [{ productName: "Bun", price: 35, currency: "NOK", category: null }],
  jobs: [{ title: "Barista", company: null, location: "Oslo", postedAt: null }],
  ads: [
    {
      adId: "ad-1",
      pageName: null,
      creativeUrl: null,
      body: null,
      status: "ACTIVE",
      platforms: ["facebook"],
      detectedAt: instant,
      lastSeenAt: instant,
    },
  ],
  technologies: [{ toolName: "Shopify", category: null, confidence: 0.9 }],
  platformRatings: { tripadvisor: { rating: 4, reviewCount: 7, url: null } },
});
