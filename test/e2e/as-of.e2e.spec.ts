/** Every read of a business as of any moment of its life answers what it answered then. */
import { REVIEW_TEXT } from "../../domain/places/events";
import { endpoints } from "../../infra/composition/catalogue/endpoints";
import { answersAsOf } from "../../infra/http/as-of";
import { expectStatus, nextPage, type Client, type Tenant } from "../support/api";
import type { Reply } from "../support/http-client";
import { sighting } from "../support/sightings";
import { collecting } from "./collecting";
import { everything, nothing } from "./facts-of-everything";
import { describeService, type Running } from "./on-both-logs";
import { settled } from "./settled";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A moment of a life: where the log was, what time it was, and what every read answered. */
interface Recorded {
  readonly name: string;
  readonly position: number;
  readonly instant: string;
  readonly answers: ReadonlyMap<string, unknown>;
}

/** The reads by path, where `ids` are those that came into being so far, numbered so that neighbours differ by one. */
const pathsOf = (ids: { readonly competitors: readonly string[]; readonly alerts: readonly string[] }) =>
  endpoints.filter(answersAsOf).flatMap(({ id, path, access }, number) => {
    // Conversations have a life of their own, in sms.e2e.spec.ts.
    if (path.includes("/conversations/:id")) return [];
    const named = path.includes("/alerts/:id") ? ids.alerts : path.includes(":id") ? ids.competitors : [""];
    const search = { "get-competitor": "?include=all", "list-competitor-snapshots": "?days=2" }[id] ?? "?";
    return named.map((one, index) => ({
      ...{ by: access.by, number: number + index },
      path: `${path.replace(":id", one)}${search}`,
    }));
  });

/** What was answered; of an error, what programs go by, and of a receipt what it says of the answer and not of the request. */
const told = ({ status, json }: Reply) => [status, status < 400 ? withoutRequest(json) : json?.["code"]];

function withoutRequest(json: Reply["json"]): Reply["json"] {
  const receipt = json?.["_receipt"] as Readonly<Record<string, unknown>> | undefined;
  return receipt === undefined ? json : { ...json, _receipt: { sha256: receipt["sha256"] } };
}

function recording(running: Running, tenant: Tenant) {
  const ids = { competitors: [] as string[], alerts: [] as string[] };
  const moments: Recorded[] = [];
  const clientFor = (by: string): Client => (by === "api_key" ? tenant.api : tenant.browser);
  const { clock } = running.service;
  return {
    ids,
    moments,
    /** Once everything that follows has followed; the next moment is minutes later. */
    async record(name: string): Promise<void> {
      await settled(running.service);
      const answers = new Map<string, unknown>();
      for (const { by, path } of pathsOf(ids)) answers.set(path, told(await clientFor(by).get(path)));
      const position = await running.service.running.engines.log.head();
      moments.push({ name, position, instant: clock.now().toISOString(), answers });
      clock.leap(2 * MINUTE_MS);
    },
    /**
     * What is answered now as of a moment, by instant and by position in turn: for all that could be read then, and how often
     * nothing is there for what came into being later.
     */
    async asOf(moment: number): Promise<[Map<string, unknown>, number]> {
      const { position, instant, answers } = moments[moment] as Recorded;
      const found = new Map<string, unknown>();
      let later = 0;
      for (const { by, path, number } of pathsOf(ids)) {
        const asOf = (number + moment) % 2 === 0 ? instant : position;
        const reply = await clientFor(by).get(`${path}&asOf=${asOf}`.replace("?&", "?"));
        if (answers.has(path)) found.set(path, told(reply));
        else if (reply.status === 404) later += 1;
        else throw new Error(`${path} was there before it came into being: ${reply.text}`);
      }
      clock.leap(2 * MINUTE_MS);
      return [found, later];
    },
  };
}

describeService((running) => {
  const now = () => running.service.clock.now().toISOString();
  const see = (placeId: string, facts: object) => running.api.observe(sighting(placeId, now(), facts));
  const reviewed = (id: string, rating: number) => ({
    reviews: [{ id, rating, text: `Said in ${id}`, author: "Eva", publishedAt: now(), ownerResponse: null }],
  });
  const { track, ask, requestedOf } = collecting(running);
  const alertsOf = async ({ browser }: Tenant) =>
    (expectStatus(await browser.get("/api/alerts"), 200)["alerts"] as { id: string }[]).map(({ id }) => id);

  /** A life with everything in it that a read can show. */
  async function live(tenant: Tenant, other: Tenant): Promise<ReturnType<typeof recording>> {
    const life = recording(running, tenant);
    const { browser } = tenant;
    await life.record("born");
    expectStatus(await browser.patch("/api/businesses/me", { city: "Oslo", placeId: "own" }), 200);
    await see("own", { listing: { name: "Harbour", rating: 4, reviewCount: 3 }, ...reviewed("own-1", 4) });
    await life.record("its place is linked and seen");
    const rival = await track(tenant, "rival");
    life.ids.competitors.push(rival);
    await life.record("a competitor is tracked that nobody has seen");
    await see("rival", everything(now()));
    await life.record("the competitor is seen whole");
    running.service.clock.leap(DAY_MS);
    await track(other, "rival");
    await see("rival", { listing: { rating: 4.6, reviewCount: 90 }, products: [], ...reviewed("rival-2", 1) });
    await settled(running.service);
    life.ids.alerts.push(...(await alertsOf(tenant)));
    await life.record("the competitor has changed, and alerts tell of it");
    expectStatus(await browser.patch(`/api/alerts/${String(life.ids.alerts[0])}`, { read: true }), 200);
    expectStatus(await browser.patch("/api/competitors/jobs", { competitorId: rival, enabled: false }), 200);
    await ask(tenant, rival, "enrich");
    await ask(tenant, rival, "check");
    await life.record("an alert is read, vacancies are not monitored, and fresh facts are asked for");
    const [first, second] = await requestedOf("rival");
    const enrichment = nothing("enrichment");
    await see("rival", { enrichment, listing: { rating: 4.1 }, answers: first?.id });
    await see("rival", { listing: { rating: 4 }, answers: second?.id });
    await life.record("the fresh facts are there");
    expectStatus(await browser.delete("/api/businesses/me/delete"), 200);
    await life.record("the business is deleted");
    expectStatus(await browser.post("/api/businesses/me/restore"), 200);
    expectStatus(await browser.patch("/api/businesses/me", { name: "Quay Café", placeId: "own-2" }), 200);
    expectStatus(await browser.delete(`/api/competitors/${rival}`), 204);
    life.ids.competitors.push(await track(tenant, "another-rival"));
    await life.record("it is restored, under another name, at another place, against another competitor");
    running.service.clock.leap(2 * DAY_MS);
    await see("rival", { listing: { name: "Gone on", rating: 1 }, ...reviewed("rival-3", 2), ads: [], photos: [] });
    await see("another-rival", everything(now()));
    await see("own", reviewed("own-2", 1));
    await life.record("everything goes on");
    return life;
  }

  test("each read of a life answers at every moment what it answered then, whatever came later", async () => {
    const [tenant, other] = [
      await running.api.tenant({ plan: "agency" }),
      await running.api.tenant({ plan: "agency" }),
    ];
    const life = await live(tenant, other);
    const { moments } = life;
    // Otherwise it would prove nothing: what was answered differs from moment to moment.
    expect(new Set(moments.map(({ answers }) => JSON.stringify([...answers.values()]))).size).toBe(moments.length);
    let later = 0;
    const reads = new Set<string>();
    for (const [index, { name, answers }] of moments.entries()) {
      const [found, unborn] = await life.asOf(index);
      const then = [...answers].filter(([path]) => found.has(path));
      expect([name, Object.fromEntries(found)]).toEqual([name, Object.fromEntries(then)]);
      for (const path of found.keys()) reads.add(path);
      later += unborn;
    }
    expect(later).toBeGreaterThan(0);
    expect(reads.size).toBe(pathsOf(life.ids).length);

    const position = Number(moments.at(-1)?.position);
    const rival = String(life.ids.competitors[0]);
    for (const path of [`/api/competitors/${rival}/ads`, `/api/alerts/${String(life.ids.alerts[0])}`])
      expect((await other.browser.get(`${path}?asOf=${position}`)).status).toBe(404);
    const before = await other.browser.get(`/api/businesses/me?asOf=0`);
    expect([before.status, before.json?.["code"], before.headers["x-service-as-of"]]).toEqual([
      404,
      "no_active_business",
      "0",
    ]);
  }, 240_000);

  test("a write's own position shows the write, and the one before does not", async () => {
    const { browser, api } = await running.api.tenant();
    const name = async (asOf: number) => {
      const reply = await browser.get(`/api/businesses/me?asOf=${asOf}`);
      return [
        (expectStatus(reply, 200) as { business: { name: string } }).business.name,
        reply.headers["x-service-as-of"],
      ];
    };
    const edited = await browser.patch("/api/businesses/me", { name: "Quay Café" });
    const position = Number(edited.headers["x-service-position"]);
    const added = await api.post("/api/v1/competitors", { name: "Fjord", place_id: "later" });
    expect(await name(position)).toEqual(["Quay Café", String(position)]);
    expect((await name(position - 1))[0]).toBe("Harbour Café");
    expect(Number((await name(Number(added.headers["x-service-position"])))[1])).toBeGreaterThan(position);
  });

  test("pages of a moment go on at that moment, while more comes in", async () => {
    const { api } = await running.api.tenant({ business: { placeId: "paged" } });
    const review = (id: string, day: number) => ({
      ...{ id, rating: 4, text: null, author: `Guest ${id}`, ownerResponse: null },
      publishedAt: `2026-01-0${day}T09:00:00.000Z`,
    });
    const position = await see("paged", { reviews: [review("1", 1), review("3", 3), review("5", 5)] });
    await see("paged", { reviews: [review("2", 2), review("4", 4)] });
    const page = async (search: string) =>
      expectStatus(await api.get(`/api/v1/me/reviews?limit=1&asOf=${position}${search}`), 200);
    const authors: unknown[] = [];
    for (let search: string | undefined = ""; search !== undefined;) {
      const answer: Readonly<Record<string, unknown>> = await page(search === "" ? "" : `&${search}`);
      authors.push(...(answer["reviews"] as { author: string }[]).map(({ author }) => author));
      search = nextPage(answer);
    }
    expect(authors).toEqual(["Guest 5", "Guest 3", "Guest 1"]);
    const cursor = nextPage(await page(""));
    expect((await api.get(`/api/v1/me/reviews?${String(cursor)}`)).status).toBe(400);
  });

  test("a text whose time is over is gone from the past as well, before its key is and after", async () => {
    const { clock } = running.service;
    const { api } = await running.api.tenant({ business: { placeId: "told" } });
    const position = await see("told", reviewed("told-1", 5));
    const end = Date.parse(now().slice(0, 10)) + 30 * DAY_MS;
    const shown = async () => {
      const { reviews } = expectStatus(await api.get(`/api/v1/me/reviews?asOf=${position}`), 200);
      return (reviews as { text: unknown; reviewTextStatus: string; rating: number }[]).map((one) => [
        ...[one.rating, one.text, one.reviewTextStatus],
      ]);
    };
    expect(await shown()).toEqual([[5, "Said in told-1", "available"]]);
    clock.leap(end - MINUTE_MS - clock.now().getTime());
    expect(await shown()).toEqual([[5, "Said in told-1", "available"]]);
    clock.leap(end - clock.now().getTime());
    expect(await shown()).toEqual([[5, null, "loading"]]);
    clock.leap(62 * MINUTE_MS);
    await running.service.running.engines.dataKeys.destroyBefore(REVIEW_TEXT, now().slice(0, 10));
    expect(await shown()).toEqual([[5, null, "loading"]]);
  });
});
