/** The collector against the service and a stand-in of the provider: what is wanted comes in, whatever fails on the way. */
import { Writable } from "node:stream";
import { openCollector } from "../../infra/composition/collector";
import { loadConfig } from "../../infra/config/config";
import { createLogger } from "../../infra/logging/logger";
import { LEASE_SECONDS, type Collector } from "../../processors/collector/collector";
import { createApi, expectStatus, type Api, type Tenant } from "../support/api";
import { eventually } from "../support/eventually";
import { startFront, type Front } from "../support/front";
import { providedPlace, providedReview, startPlacesStandIn, type PlacesStandIn } from "../support/places-stand-in";
import { COLLECTOR_TOKEN, startTestService, type TestService } from "../support/service";

type Line = Readonly<Record<string, unknown>>;
const DAY_MS = 86_400_000;
const POLL_MS = 1_000;
const INTAKE = "POST /api/admin/observations";
const QUEUE = "GET /api/admin/collection-requests";

describe("the collector", () => {
  let service: TestService;
  let standIn: PlacesStandIn;
  let front: Front;
  let api: Api;
  let places = 0;
  const collectors: Collector[] = [];

  beforeAll(async () => {
    [service, standIn] = await Promise.all([startTestService(), startPlacesStandIn()]);
    front = await startFront(service);
    api = createApi(service);
  }, 60_000);
  afterEach(async () => {
    front.answerInstead(null);
    standIn.misbehaveAlways(null);
    await Promise.all(collectors.splice(0).map((collector) => collector.stop()));
  });
  afterAll(async () => {
    await Promise.all([front.close(), standIn.close()]);
    await service.close();
  });

  /** The program's own loop, with the service's clock; gives what it logs. */
  const collect = (settings: Readonly<Record<string, string>> = {}) => {
    const log: Line[] = [];
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        log.push(JSON.parse(chunk.toString()) as Line);
        done();
      },
    });
    const own = { COLLECTOR_SERVICE_URL: front.url, COLLECTOR_TOKEN, COLLECTOR_POLL_SECONDS: "1" };
    const quick = { PLACES_REQUESTS_PER_SECOND: "1000" };
    const config = loadConfig({ ...own, ...quick, ...standIn.settings, ...settings });
    const collector = openCollector({ config, clock: service.clock, logger: createLogger({ level: "info", stream }) });
    if ("missing" in collector) throw new Error("The collector is not configured.");
    collectors.push(collector);
    return { log, collector };
  };
  /** While it waits, the collector's next look comes at once. */
  const soon = <Result>(assertion: () => Result | Promise<Result>) =>
    eventually(() => {
      service.clock.leap(POLL_MS);
      return assertion();
    });
  const rounds = (log: readonly Line[]) => log.filter(({ requests }) => requests !== undefined);
  const sum = (log: readonly Line[], member: string) =>
    rounds(log).reduce((total, round) => total + Number(round[member]), 0);
  const askedFor = (placeId: string) => standIn.requests.filter(({ path }) => path === `/v1/places/${placeId}`).length;
  /** Two looks in a row found nothing more. */
  const idle = async (log: readonly Line[]) => {
    const [looks, before] = [front.asked.filter((one) => one === QUEUE).length, rounds(log).length];
    await soon(() => expect(front.asked.filter((one) => one === QUEUE).length).toBeGreaterThan(looks + 2));
    if (rounds(log).length > before) throw new Error("It was not idle.");
  };
  /** A competitor whose place the provider knows. */
  const track = async ({ api: client }: Tenant, members: Line = {}) => {
    const placeId = `collected-${(places += 1)}`;
    standIn.add(providedPlace(placeId, members));
    const added = await client.post("/api/v1/competitors", { name: "Fjord", place_id: placeId });
    const { id } = (expectStatus(added, 201) as { competitor: { id: string } }).competitor;
    return { id, placeId };
  };
  const shown = async ({ browser }: Tenant, id: string): Promise<Line> => {
    const { competitors } = expectStatus(await browser.get("/api/competitors"), 200) as { competitors: Line[] };
    return competitors.find((competitor) => competitor["id"] === id) ?? {};
  };
  const isShown = (tenant: Tenant, id: string, members: Line) =>
    soon(async () => expect(await shown(tenant, id)).toMatchObject(members));
  const check = async ({ browser }: Tenant, id: string) =>
    expectStatus(await browser.post(`/api/competitors/${id}/check`), 202);

  test("a check asked for on the dashboard brings what the provider tells, and is ready", async () => {
    const tenant = await api.tenant();
    const { id, placeId } = await track(tenant, { rating: 4.1, reviews: [providedReview("r", "r-1", { rating: 2 })] });
    await check(tenant, id);
    const { log } = collect();
    await isShown(tenant, id, { rating: 4.1, review_count: 321, refresh_status: "ready" });
    const reviews = await tenant.api.get(`/api/v1/competitors/${id}/reviews`);
    expect(reviews.json).toMatchObject({ reviews: [{ rating: 2, text: "Very good coffee.", author: "Ada" }] });
    await idle(log);
    expect(rounds(log)[0]).toMatchObject({ answered: expect.any(Number) as number, unknown: 0, failed: 0, left: 0 });
    expect(sum(log, "providerCalls")).toBe(askedFor(placeId));
    expect(sum(log, "estimatedUsd")).toBeGreaterThan(0);
    expect(JSON.stringify(log)).not.toContain("coffee");
  });

  test("a place that the provider does not know keeps nobody waiting", async () => {
    const tenant = await api.tenant();
    const { id, placeId } = await track(tenant);
    standIn.forget(placeId);
    await check(tenant, id);
    const { log } = collect();
    await isShown(tenant, id, { rating: null, refresh_status: "ready" });
    await soon(() => expect(sum(log, "unknown")).toBeGreaterThan(0));
  });

  test("a place that the provider tells under another id is brought under the one that is tracked, and this is logged", async () => {
    const tenant = await api.tenant();
    const { id, placeId } = await track(tenant, { rating: 3.3 });
    standIn.rename(placeId, `${placeId}-moved`);
    const { log } = collect();
    await isShown(tenant, id, { rating: 3.3, place_id: placeId });
    expect(log).toContainEqual(expect.objectContaining({ placeId, tells: `${placeId}-moved` }));
  });

  test("several collectors at once ask for no place twice", async () => {
    const tenant = await api.tenant();
    const tracked = [];
    for (let count = 0; count < 20; count += 1) tracked.push(await track(tenant));
    for (const { id } of tracked.slice(0, 5)) await check(tenant, id);
    standIn.misbehaveAlways({ delayMs: 20 });
    const [one, other] = [collect({ COLLECTOR_CONCURRENCY: "1" }), collect({ COLLECTOR_CONCURRENCY: "1" })];
    await soon(() => expect(sum(one.log, "answered") + sum(other.log, "answered")).toBe(20));
    await idle(one.log);
    expect(tracked.map(({ placeId }) => askedFor(placeId))).toEqual(tracked.map(() => 1));
    expect(Math.min(sum(one.log, "answered"), sum(other.log, "answered"))).toBeGreaterThan(0);
  });

  test.each([
    ["fails", { status: 500, body: "nonsense" }, "unavailable"],
    ["breaks off", { cut: true }, "unavailable"],
    ["answers nonsense", { status: 200, body: "<html>" }, "nonsense"],
    [
      "refuses the key",
      { status: 403, body: { error: { code: 403, status: "PERMISSION_DENIED", message: "No." } } },
      "denied",
    ],
  ] as const)(
    "while the provider %s, requests are left to their leases and answered once it is well",
    async (_how, misbehaviour, fault) => {
      const tenant = await api.tenant();
      const { id, placeId } = await track(tenant);
      await check(tenant, id);
      standIn.misbehaveAlways(misbehaviour);
      const { log } = collect();
      await soon(() => expect(log).toContainEqual(expect.objectContaining({ placeId, fault })));
      await soon(() => expect(sum(log, "failed")).toBeGreaterThan(0));
      expect(await shown(tenant, id)).toMatchObject({ rating: null, refresh_status: "queued" });
      standIn.misbehaveAlways(null);
      service.clock.leap(LEASE_SECONDS * 1_000);
      await isShown(tenant, id, { rating: 4.4, refresh_status: "ready" });
    },
  );

  test("where the service is away it is asked until it is back, and this is said once", async () => {
    const tenant = await api.tenant();
    const { id } = await track(tenant);
    front.answerInstead({ status: 503 });
    const { log } = collect();
    const asked = (times: number) => soon(() => expect(front.asked.length).toBeGreaterThan(before + times));
    let before = front.asked.length;
    await asked(3);
    for (const instead of [
      { status: 429, headers: { "retry-after": "5" } },
      "cut",
      { status: 200, body: "<html>" },
    ] as const) {
      before = front.asked.length;
      front.answerInstead(instead);
      await asked(2);
    }
    front.answerInstead(null);
    await isShown(tenant, id, { rating: 4.4 });
    const said = log.map(({ msg }) => String(msg)).filter((msg) => msg.includes("service"));
    expect(said).toEqual([expect.stringContaining("answered 503"), "The service answers again."]);
  });

  test("what could not be handed in is handed in later, once, and the provider is not asked again", async () => {
    const tenant = await api.tenant();
    const { id, placeId } = await track(tenant);
    front.answerInstead("lost", "POST");
    const { log } = collect();
    const handedIn = () => front.asked.filter((one) => one === INTAKE).length;
    const before = handedIn();
    await soon(() => expect(handedIn()).toBeGreaterThan(before + 1));
    front.answerInstead(null);
    await soon(() => expect(sum(log, "answered")).toBe(1));
    await isShown(tenant, id, { rating: 4.4 });
    expect(askedFor(placeId)).toBe(1);
    const snapshots = await tenant.api.get(`/api/v1/competitors/${id}/snapshots`);
    expect(snapshots.json).toMatchObject({ snapshots: [{ rating: 4.4 }] });
  });

  test("a token that the service does not accept ends it with a sentence", async () => {
    const { collector } = collect({ COLLECTOR_TOKEN: "another-token-of-24-characters" });
    await expect(collector.finished).rejects.toThrow(/answered 401: the service does not accept COLLECTOR_TOKEN/);
    collectors.pop();
  });

  test("a stop hands in what was begun, and takes nothing more", async () => {
    const tenant = await api.tenant();
    const tracked = [await track(tenant), await track(tenant), await track(tenant)];
    standIn.misbehaveAlways({ delayMs: 100 });
    const { log, collector } = collect({ COLLECTOR_CONCURRENCY: "1" });
    const asked = () => tracked.reduce((total, { placeId }) => total + askedFor(placeId), 0);
    await soon(() => expect(asked()).toBe(1));
    await collector.stop();
    expect([asked(), sum(log, "answered"), sum(log, "left")]).toEqual([3, 3, 0]);
  });

  test("a stop that takes too long gives up, and what was taken is left to its lease", async () => {
    const tenant = await api.tenant();
    const { id, placeId } = await track(tenant);
    await check(tenant, id);
    standIn.misbehaveAlways({ delayMs: 1_000 });
    const first = collect({ SHUTDOWN_GRACE_SECONDS: "5" });
    await soon(() => expect(askedFor(placeId)).toBe(1));
    const stopped = first.collector.stop();
    service.clock.leap(5_000);
    await stopped;
    expect([sum(first.log, "answered"), sum(first.log, "left")]).toEqual([0, 1]);
    standIn.misbehaveAlways(null);
    collect();
    service.clock.leap(LEASE_SECONDS * 1_000);
    await isShown(tenant, id, { rating: 4.4, refresh_status: "ready" });
  });

  test("where the provider allows no more, it is not asked again before the next day", async () => {
    const tenant = await api.tenant();
    const { id, placeId } = await track(tenant);
    standIn.misbehaveAlways({
      status: 429,
      body: { error: { code: 429, status: "RESOURCE_EXHAUSTED", message: "Quota." } },
    });
    const { log } = collect();
    const said = () => log.filter(({ msg }) => String(msg).includes("allows no more"));
    await soon(() => expect(said()).toHaveLength(1));
    const midnight = new Date(Math.ceil(service.clock.now().getTime() / DAY_MS) * DAY_MS).toISOString();
    expect(said()[0]?.["msg"]).toContain(midnight);
    const before = [standIn.requests.length, front.asked.length];
    service.clock.leap(Date.parse(midnight) - service.clock.now().getTime() - 60_000);
    expect([standIn.requests.length, front.asked.length]).toEqual(before);
    standIn.misbehaveAlways(null);
    service.clock.leap(60_000);
    await isShown(tenant, id, { rating: 4.4 });
    expect(askedFor(placeId)).toBeGreaterThan(1);
  });

  test("a place that is tracked is collected once a day, and once nobody tracks it no more", async () => {
    const tenant = await api.tenant();
    const [kept, left] = [await track(tenant), await track(tenant)];
    const { log } = collect();
    const counts: number[][] = [];
    for (let day = 0; day < 3; day += 1) {
      if (day === 2) expectStatus(await tenant.api.delete(`/api/v1/competitors/${left.id}`), 200);
      standIn.add(providedPlace(kept.placeId, { rating: 4 + day / 10 }));
      if (day > 0) service.clock.leap(DAY_MS);
      await isShown(tenant, kept.id, { rating: 4 + day / 10 });
      await idle(log);
      counts.push([askedFor(kept.placeId), askedFor(left.placeId)]);
    }
    expect(counts).toEqual([
      [1, 1],
      [2, 2],
      [3, 2],
    ]);
  });
});
