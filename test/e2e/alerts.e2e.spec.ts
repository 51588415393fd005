/** Alerts: what a live change of a place tells the businesses that it concerns, and what it does not. */
import { asking, byId, expectStatus, nextPage, type KeyClient, type Tenant } from "../support/api";
import { eventually } from "../support/eventually";
import { sighting } from "../support/sightings";
import { describeService } from "./on-both-logs";
import { settled } from "./settled";

interface Asked {
  readonly type?: "competitor.rating_change" | "competitor.price_change";
  readonly status?: "read";
}
const alertsOf = async ({ v1 }: KeyClient, asked: Asked = {}) =>
  (await v1.get("/api/v1/alerts", asking({ limit: 100, ...asked }))).alerts;

const typesOf = async (api: KeyClient): Promise<readonly string[]> =>
  (await alertsOf(api)).map(({ type }) => type).sort();

const track = async ({ v1 }: KeyClient, placeId: string): Promise<string> =>
  (await v1.post("/api/v1/competitors", { body: { name: "Fjord Coffee", place_id: placeId } })).competitor.id;

describeService((running) => {
  const now = (plusSeconds = 0) => new Date(running.service.clock.now().getTime() + plusSeconds * 1_000);
  const twoTenants = async (): Promise<readonly [Tenant, Tenant]> => [
    await running.api.tenant(),
    await running.api.tenant(),
  ];

  test("each kind of change of a competitor is told with before and after", async () => {
    const { api } = await running.api.tenant();
    const competitorId = await track(api, "changing");
    const before = { name: "Fjord", rating: 4, hours: { mon: "9-17" }, website: "https://a.example/", priceLevel: 1 };
    const after = { name: "Fjord", rating: 4.5, hours: { mon: "9-20" }, website: "https://b.example/", priceLevel: 2 };
    const bun = (price: number) => [{ productName: "Bun", price, currency: "NOK", category: null }];
    await running.api.observe(
      sighting("changing", now(-9), { listing: { ...before, status: "operational" }, products: bun(30) }),
    );
    await running.api.observe(
      sighting("changing", now(-5), { listing: { ...after, status: "temporarily_closed" }, products: bun(35) }),
    );
    await eventually(async () =>
      expect(await typesOf(api)).toEqual([
        "competitor.hours_change",
        "competitor.price_change",
        "competitor.price_change",
        "competitor.rating_change",
        "competitor.status_change",
        "competitor.website_change",
      ]),
    );
    const [rating] = await alertsOf(api, { type: "competitor.rating_change" });
    expect(rating).toMatchObject({
      competitorId,
      title: "Fjord: rating changed from 4 to 4.5",
      data: { competitorId, placeId: "changing", name: "Fjord", before: 4, after: 4.5, alertId: rating?.id },
      read: false,
    });
    const prices = await alertsOf(api, { type: "competitor.price_change" });
    expect(prices.map(({ data }) => [data["subject"], data["before"], data["after"]]).sort()).toEqual([
      ["price_level", 1, 2],
      ["product_price", 30, 35],
    ]);
  });

  test("every business that tracks the place is told, and its owner is told of its own rating", async () => {
    const [one, two] = await twoTenants();
    const owner = await running.api.tenant({ business: { placeId: "watched" } });
    const bystander = await running.api.tenant();
    const ids = [await track(one.api, "watched"), await track(two.api, "watched")];
    await running.api.observe(sighting("watched", now(-9), { listing: { rating: 4, website: "https://a.example/" } }));
    await running.api.observe(sighting("watched", now(-5), { listing: { rating: 3, website: "https://b.example/" } }));
    await settled(running.service);
    const type = "competitor.rating_change";
    for (const [at, { api }] of [one, two].entries()) {
      expect(await typesOf(api)).toEqual([type, "competitor.website_change"]);
      expect((await alertsOf(api, { type }))[0]).toMatchObject({ competitorId: ids[at] });
    }
    expect(await alertsOf(owner.api)).toMatchObject([
      { type: "business.rating_change", competitorId: null, data: { before: 4, after: 3 } },
    ]);
    expect(await alertsOf(bystander.api)).toEqual([]);
  });

  test("first sightings, imports of the past, repeated and older observations raise nothing", async () => {
    const { api } = await running.api.tenant({ business: { placeId: "quiet-own" } });
    await track(api, "quiet");
    const past = (days: number) => new Date(running.service.clock.now().getTime() - days * 86_400_000);
    for (const place of ["quiet", "quiet-own"]) {
      await running.api.observe(sighting(place, past(90), { listing: { rating: 2 } }));
      await running.api.observe(sighting(place, past(60), { listing: { rating: 3 } }));
      const last = sighting(place, past(30), { listing: { rating: 4, status: "permanently_closed" } });
      await running.api.observe(last);
      await running.api.observe(last);
      await running.api.observe(sighting(place, now(-60), { listing: { hours: "9-5" } }));
      await running.api.observe(sighting(place, past(1), { listing: { hours: "9-6" } }));
    }
    await settled(running.service);
    expect(await alertsOf(api)).toEqual([]);
  });

  test("a place newly seen in the area and category of a business is told to it, and to no other", async () => {
    const here = { category: "cafe", city: "Bergen", country: "NO" };
    const inBergen = await running.api.tenant({ business: here });
    const elsewhere = await running.api.tenant({ business: { ...here, city: "Tromsø" } });
    await running.api.observe(sighting("newly-seen", now(-5), { listing: { name: "New Café", ...here } }));
    await settled(running.service);
    expect(await alertsOf(inBergen.api)).toMatchObject([
      { type: "competitor.new_competitor", data: { placeId: "newly-seen", name: "New Café", city: "Bergen" } },
    ]);
    expect(await alertsOf(elsewhere.api)).toEqual([]);
  });

  test("more reviews in a day than the place's history makes plausible are told once", async () => {
    const { api } = await running.api.tenant();
    await track(api, "surging");
    const past = (days: number) => new Date(running.service.clock.now().getTime() - days * 86_400_000);
    const counts = Array.from({ length: 40 }, (_, at) =>
      sighting("surging", past(41 - at), { listing: { reviewCount: 100 + Math.floor(at / 10) } }),
    );
    await running.api.observe(...counts);
    await running.api.observe(sighting("surging", now(-9), { listing: { reviewCount: 140 } }));
    await running.api.observe(sighting("surging", now(-5), { listing: { reviewCount: 160 } }));
    await settled(running.service);
    const surges = await alertsOf(api);
    expect(surges).toMatchObject([{ type: "competitor.review_surge", data: { placeId: "surging" } }]);
  });

  test("a competitor that was removed is told of no more", async () => {
    const { api, browser } = await running.api.tenant();
    const id = await track(api, "let-go");
    await running.api.observe(sighting("let-go", now(-9), { listing: { rating: 4 } }));
    expectStatus(await browser.delete(`/api/competitors/${id}`), 204);
    await settled(running.service);
    await running.api.observe(sighting("let-go", now(-5), { listing: { rating: 3 } }));
    await settled(running.service);
    expect(await alertsOf(api)).toEqual([]);
  });

  test("alerts are marked read and unread on both surfaces, counted, filtered and paged", async () => {
    const { api, browser } = await running.api.tenant();
    await track(api, "marked");
    for (const [at, rating] of [4, 3, 4, 3, 4].entries())
      await running.api.observe(sighting("marked", now(-50 + at), { listing: { rating } }));
    await eventually(async () => expect(await alertsOf(api)).toHaveLength(4));
    const [newest, second] = await alertsOf(api);
    const marked = { ...byId(String(newest?.id)), body: { read: true } };
    expect(await api.v1.patch("/api/v1/alerts/{id}", marked)).toMatchObject({ read: true });
    expectStatus(await browser.patch(`/api/alerts/${second?.id}`, { read: true }), 200);
    const last = await browser.patch(`/api/alerts/${second?.id}`, { read: false });
    expectStatus(last, 200);
    const upToThere = Number(last.headers["x-service-position"]);
    const unread = await api.v1.get("/api/v1/alerts", asking({ status: "unread" }, upToThere));
    expect([unread.unread, unread.alerts.length]).toEqual([3, 3]);
    expect((await alertsOf(api, { status: "read" })).map(({ id }) => id)).toEqual([newest?.id]);
    const one = expectStatus(await browser.get(`/api/alerts/${newest?.id}`), 200)["alert"];
    expect(one).toMatchObject({ id: newest?.id, read: true, readAt: expect.any(String) as string });

    const seen: string[] = [];
    for (let next: string | undefined = ""; next !== undefined;) {
      const page = expectStatus(await browser.get(`/api/alerts?limit=3&${next}`), 200);
      seen.push(...(page["alerts"] as { id: string }[]).map(({ id }) => id));
      next = nextPage(page);
    }
    expect(seen).toEqual((await alertsOf(api)).map(({ id }) => id));
  });

  test("another business's alert can be neither read nor marked", async () => {
    const [mine, theirs] = await twoTenants();
    await track(theirs.api, "theirs");
    for (const rating of [4, 3]) await running.api.observe(sighting("theirs", now(-rating), { listing: { rating } }));
    const [alert] = await eventually(async () => {
      const found = await alertsOf(theirs.api);
      expect(found).toHaveLength(1);
      return found;
    });
    const tried = [
      await mine.browser.get(`/api/alerts/${alert?.id}`),
      await mine.browser.patch(`/api/alerts/${alert?.id}`, { read: true }),
      await mine.api.patch(`/api/v1/alerts/${alert?.id}`, { read: true }),
    ];
    expect(tried.map(({ status, json }) => [status, json?.["code"]])).toEqual([
      [404, "alert_not_found"],
      [404, "alert_not_found"],
      [404, "alert_not_found"],
    ]);
    expect((await alertsOf(theirs.api))[0]?.read).toBe(false);
  });
});
