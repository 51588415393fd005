/** What a business has told to itself and to others: reports of the stored facts, and posts for the platforms it is on. */
import { after, asking, byId, createApi, expectStatus, type Api, type Tenant } from "../support/api";
import { eventually } from "../support/eventually";
import { sighting } from "../support/sightings";
import { startTestService, type TestService } from "../support/service";
import { settled } from "./settled";

let service: TestService;
let api: Api;
let tenant: Tenant;
beforeAll(async () => {
  service = await startTestService();
  api = createApi(service);
  tenant = await api.tenant({ business: { placeId: "report-own", city: "Voss", category: "cafe" } });
});
afterAll(() => service.close());

const ago = (days: number) => new Date(service.clock.now().getTime() - days * 86_400_000).toISOString();

describe("reports", () => {
  interface Wanted {
    readonly kind: "competitor_comparison" | "reviews" | "market";
    readonly days?: number;
    readonly title?: string;
  }
  const make = (body: Wanted, of = tenant) => of.api.post("/api/v1/reports", body);
  const made = async (body: Wanted) => (await tenant.api.v1.post("/api/v1/reports", { body })).report;

  beforeAll(async () => {
    const track = (name: string, place_id: string) =>
      tenant.api.v1.post("/api/v1/competitors", { body: { name, place_id } });
    await track("Fjord Coffee", "report-rival");
    await track("Unseen", "report-unseen");
    const voss = { city: "Voss", category: "cafe" };
    const review = (id: string, rating: number, days: number, more: object = {}) => ({
      ...{ id, rating, text: "Good", author: "Ada", publishedAt: ago(days) },
      ...more,
    });
    const position = await api.observe(
      sighting("report-own", ago(9), { listing: { ...voss, name: "Harbour", rating: 4.2, reviewCount: 10 } }),
      sighting("report-own", ago(1), {
        listing: { rating: 4.5, reviewCount: 14 },
        reviews: [review("r1", 5, 2, { ownerResponse: "Thanks" }), review("r2", 3, 3), review("r3", 1, 60)],
      }),
      sighting("report-rival", ago(1), {
        listing: { ...voss, name: "Fjord", rating: 4.9, reviewCount: 80, status: "permanently_closed" },
      }),
    );
    await tenant.api.v1.get("/api/v1/competitors", { headers: after(position) });
  });

  test("compare the own listing with every tracked competitor, with the days that each figure is made of", async () => {
    const { figures, period } = await made({ kind: "competitor_comparison", days: 30, title: "Our month" });
    expect(period).toEqual({ from: ago(29).slice(0, 10), to: ago(0).slice(0, 10) });
    expect(figures).toMatchObject({
      reviews: null,
      market: null,
      comparison: {
        own: {
          name: "Harbour Café",
          rating: 4.5,
          ratingChange: 0.3,
          reviewCountChange: 4,
          n: { rating: 2, reviewCount: 2 },
        },
        competitors: [
          { name: "Fjord", rating: 4.9, ratingChange: null, permanentlyClosed: true, n: { rating: 1, reviewCount: 1 } },
          {
            name: "Unseen",
            rating: null,
            reviewCount: null,
            permanentlyClosed: false,
            n: { rating: 0, reviewCount: 0 },
          },
        ],
      },
    });
  });

  test("count the own reviews of the period, and those that were answered", async () => {
    expect((await made({ kind: "reviews", days: 30 })).figures).toMatchObject({
      comparison: null,
      reviews: {
        ...{ n: 2, averageRating: 4, answered: 1 },
        stars: [1, 2, 3, 4, 5].map((rating) => ({ rating, n: rating === 3 || rating === 5 ? 1 : 0 })),
      },
    });
  });

  test("tell of a market what is stored, and name the city where nobody says one", async () => {
    expect((await made({ kind: "market" })).figures).toMatchObject({
      market: {
        ...{ segment: { city: "Voss", category: "cafe", country: null }, places: 2, permanentlyClosed: 1 },
        ...{ averageRating: 4.7, n: { rating: 2, reviewCount: 2 } },
        leaders: [
          { rank: 1, placeId: "report-rival", permanentlyClosed: true, own: false },
          { rank: 2, placeId: "report-own", own: true },
        ],
      },
    });
    expect(await make({ kind: "market" }, await api.tenant())).toMatchObject({
      status: 400,
      json: { details: [{ path: "city" }] },
    });
  });

  test("stay as they were made, whatever is collected later, and are nobody else's", async () => {
    const report = await made({ kind: "reviews" });
    const position = await api.observe(
      sighting("report-own", ago(0), {
        reviews: [{ id: "r9", rating: 1, text: "Bad", author: "Bob", publishedAt: ago(0.5) }],
      }),
    );
    const { self, list } = report.links;
    expect([self, list]).toEqual([`/api/v1/reports/${report.id}`, "/api/v1/reports"]);
    const again = { ...byId(report.id), headers: after(position) };
    expect((await tenant.api.v1.get("/api/v1/reports/{id}", again)).report).toEqual(report);
    const { reports } = await tenant.api.v1.get("/api/v1/reports", asking({ limit: 1 }));
    expect(reports).toEqual([expect.objectContaining({ id: report.id, kind: "reviews" })]);
    const other = await api.tenant();
    expect(await other.api.get(self)).toMatchObject({ status: 404, json: { code: "report_not_found" } });
  });

  test("a hundred at once are as many as the plan allows in a day", async () => {
    const crowded = await api.tenant();
    const replies = await Promise.all(Array.from({ length: 100 }, () => make({ kind: "reviews" }, crowded)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(
      replies.filter(({ status, json }) => status === 429 && json?.["code"] === "report_limit_reached"),
    ).toHaveLength(80);
  });
});

describe("social posts", () => {
  const schedule = (body: object, of = tenant) =>
    of.api.post("/api/v1/social-posts", { platform: "linkedin", ...body });
  interface Planned {
    readonly text: string;
    readonly publishAt: string;
    readonly platform?: "instagram";
    readonly contentId?: string;
  }
  const scheduled = async (body: Planned, { api: { v1 } } = tenant) =>
    (await v1.post("/api/v1/social-posts", { body: { platform: "linkedin", ...body } })).post;
  const canceled = ({ id }: { readonly id: string }, { api: { v1 } } = tenant) =>
    v1.delete("/api/v1/social-posts/{id}", byId(id));
  const shown = async ({ id }: { readonly id: string }) =>
    (await tenant.api.v1.get("/api/v1/social-posts", asking({ limit: 100 }))).posts.find((one) => one.id === id);
  const ahead = (minutes: number) => new Date(service.clock.now().getTime() + minutes * 60_000).toISOString();

  test("wait for their moment, and are then not published, because nothing publishes: that is said, and nothing pretended", async () => {
    const publishAt = ahead(60);
    const post = await scheduled({ text: "Open on Sunday", publishAt, contentId: "draft-1" });
    expect(post).toMatchObject({ status: "scheduled", reason: null, publishAt, contentId: "draft-1" });
    const none = await scheduled({ text: "Closed on Sunday", publishAt });
    await canceled(none);
    service.clock.leap(59 * 60_000);
    await settled(service);
    expect(await shown(post)).toEqual(post);
    // The service stops before the moment, and starts after it.
    await service.stop();
    service.clock.leap(2 * 60_000);
    await service.start();
    await eventually(async () =>
      expect(await shown(post)).toMatchObject({
        status: "not_published",
        reason: "publishing is not configured",
        platformPostId: null,
      }),
    );
    expect(await shown(none)).toMatchObject({ status: "canceled", reason: null });
    expect(await tenant.api.delete(`/api/v1/social-posts/${post.id}`)).toMatchObject({
      status: 409,
      json: { code: "social_post_ended", status: "not_published" },
    });
    const { events } = expectStatus(
      await tenant.browser.get("/api/businesses/me/history?type=SocialPostNotPublished"),
      200,
    );
    expect(events).toMatchObject([{ data: { postId: post.id, reason: "not_configured" } }]);
  });

  test("are as long as their platform takes them, and of no moment that has passed", async () => {
    const [fits, over] = ["☕".repeat(2_200), "☕".repeat(2_201)];
    expect(await scheduled({ platform: "instagram", text: fits, publishAt: ahead(60) })).toMatchObject({ text: fits });
    const wrong = { status: 400, json: { code: "invalid_request" } };
    expect(await schedule({ platform: "instagram", text: over })).toMatchObject({
      json: { details: [{ path: "text" }] },
    });
    expect(await schedule({ platform: "myspace", text: "Hello" })).toMatchObject(wrong);
    for (const publishAt of [ahead(-1), ahead(367 * 24 * 60)])
      expect(await schedule({ text: "Hello", publishAt })).toMatchObject({
        ...wrong,
        json: { details: [{ path: "publishAt" }] },
      });
  });

  test("a hundred at once are as many as the plan allows in a day", async () => {
    const crowded = await api.tenant();
    const publishAt = ahead(60);
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_none, at) => schedule({ text: `News ${at}`, publishAt }, crowded)),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(replies.filter(({ json }) => json?.["code"] === "social_post_limit_reached")).toHaveLength(80);
  });

  test("a hundred at once leave as many waiting as the plan allows at any time, and one that is canceled makes room", async () => {
    const busy = await api.tenant();
    const publishAt = ahead(30 * 24 * 60);
    const atOnce = (posts: number) =>
      Promise.all(Array.from({ length: posts }, (_none, at) => schedule({ text: `News ${at}`, publishAt }, busy)));
    for (let day = 0; day < 4; day += 1) {
      for (const { status } of await atOnce(20)) expect(status).toBe(201);
      service.clock.leap(86_400_000);
    }
    const replies = await atOnce(100);
    const [made] = replies.filter(({ status }) => status === 201);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(10);
    const refused = { status: 403, json: { code: "scheduled_post_quota_reached", quota: { limit: 90, used: 90 } } };
    expect(replies.filter(({ status }) => status === 403)).toHaveLength(90);
    expect(await schedule({ text: "One more", publishAt }, busy)).toMatchObject(refused);
    const { quotas } = await busy.api.v1.get("/api/v1/usage");
    const told = { name: "scheduledPostsPerBusiness", per: "business", limit: 90, used: 90 };
    expect(quotas).toContainEqual(expect.objectContaining(told));
    const { id } = made?.json?.["post"] as { id: string };
    await canceled({ id }, busy);
    expect(await scheduled({ text: "One more", publishAt }, busy)).toMatchObject({ status: "scheduled" });
  });
});
