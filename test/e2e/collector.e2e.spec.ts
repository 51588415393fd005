/** What is asked for, and what is due every day, comes in from the provider through the collector. */
import { expectStatus } from "../support/api";
import { byId } from "../support/api";
import { eventually } from "../support/eventually";
import { providedPlace, providedReview } from "../support/places-stand-in";
import { roundsIn, startCollectorBench, sumIn, type CollectorBench, type Tracked } from "./collector-bench";
import { settled } from "./settled";

const DAY_MS = 86_400_000;

describe("the collector", () => {
  let bench: CollectorBench;
  beforeAll(async () => {
    bench = await startCollectorBench();
  }, 60_000);
  afterEach(() => bench.rest());
  afterAll(() => bench.close());

  test("a check asked for on the dashboard brings what the provider tells, and is ready", async () => {
    const tenant = await bench.api.tenant();
    const { id, placeId } = await bench.track(tenant, {
      rating: 4.1,
      reviews: [providedReview("r", "r-1", { rating: 2 })],
    });
    await bench.check(tenant, id);
    const { log } = bench.collect();
    await bench.isShown(tenant, id, { rating: 4.1, review_count: 321, refresh_status: "ready" });
    const { reviews } = await tenant.api.v1.get("/api/v1/competitors/{id}/reviews", byId(id));
    expect(reviews).toMatchObject([{ rating: 2, text: "Very good coffee.", author: "Ada" }]);
    await bench.idle(log);
    expect(roundsIn(log)[0]).toMatchObject({ answered: expect.any(Number) as number, unknown: 0, failed: 0, left: 0 });
    expect(sumIn(log, "providerCalls")).toBe(bench.askedFor(placeId));
    expect(sumIn(log, "estimatedUsd")).toBeGreaterThan(0);
    expect(JSON.stringify(log)).not.toContain("coffee");
  });

  test("a place that the provider does not know keeps nobody waiting", async () => {
    const tenant = await bench.api.tenant();
    const { id, placeId } = await bench.track(tenant);
    bench.standIn.forget(placeId);
    await bench.check(tenant, id);
    const { log } = bench.collect();
    await bench.isShown(tenant, id, { rating: null, refresh_status: "ready" });
    await eventually(() => expect(sumIn(log, "unknown")).toBeGreaterThan(0));
  });

  test("a place that the provider tells under another id is brought under the one that is tracked, and this is logged", async () => {
    const tenant = await bench.api.tenant();
    const { id, placeId } = await bench.track(tenant, { rating: 3.3 });
    bench.standIn.rename(placeId, `${placeId}-moved`);
    const { log } = bench.collect();
    await bench.isShown(tenant, id, { rating: 3.3, place_id: placeId });
    expect(log).toContainEqual(expect.objectContaining({ placeId, tells: `${placeId}-moved` }));
  });

  test("several collectors at once ask for no place twice, but for what is due beside what was asked for", async () => {
    const tenant = await bench.api.tenant();
    const tracked: Tracked[] = [];
    for (let count = 0; count < 10; count += 1) tracked.push(await bench.track(tenant));
    for (const { id } of tracked.slice(0, 3)) await bench.check(tenant, id);
    bench.standIn.misbehaveAlways({ delayMs: 20 });
    const [one, other] = [bench.collect({ COLLECTOR_CONCURRENCY: "1" }), bench.collect({ COLLECTOR_CONCURRENCY: "1" })];
    await eventually(() => expect(sumIn(one.log, "answered") + sumIn(other.log, "answered")).toBe(13));
    await bench.idle(one.log);
    expect(tracked.map(({ placeId }) => bench.askedFor(placeId))).toEqual(tracked.map((_, at) => (at < 3 ? 2 : 1)));
    expect(Math.min(sumIn(one.log, "answered"), sumIn(other.log, "answered"))).toBeGreaterThan(0);
  });

  test("what was asked for first is looked up first, and nothing is looked up again with what is due besides", async () => {
    const tenant = await bench.api.tenant();
    const tracked: Tracked[] = [];
    for (let count = 0; count < 4; count += 1) tracked.push(await bench.track(tenant));
    const asked = [2, 0, 3].map((at) => tracked[at]).filter((one) => one !== undefined);
    for (const { id } of asked) await bench.check(tenant, id);
    const before = bench.standIn.requests.length;
    const { log } = bench.collect({ COLLECTOR_CONCURRENCY: "1" });
    await eventually(() => expect(sumIn(log, "answered")).toBe(7));
    const requests = bench.standIn.requests.slice(before);
    expect(requests.slice(0, 3).map(({ path }) => path.split("/").at(-1))).toEqual(asked.map(({ placeId }) => placeId));
    // A check asks for the listing and the reviews, the daily schedule for the photos, and for what nobody checked.
    expect(requests.map(({ fieldMask = "" }) => fieldMask.includes("photos."))).toEqual([
      ...[false, false, false],
      ...[true, true, true, true],
    ]);
    const again = requests.slice(3).filter(({ fieldMask = "" }) => fieldMask.includes("reviews."));
    expect(again.map(({ path }) => path.split("/").at(-1))).toEqual([tracked[1]?.placeId]);
  });

  test.each([
    ["for a quarter of an hour", {}, (now: number) => now + 900_000],
    ["before the time it says", { "retry-after": "7200" }, (now: number) => now + 7_200_000],
  ])("where the provider allows no more, it is not asked again %s", async (_when, headers, until) => {
    const tenant = await bench.api.tenant();
    const { id } = await bench.track(tenant);
    const { clock } = bench.service;
    const body = { error: { code: 429, status: "RESOURCE_EXHAUSTED", message: "Quota." } };
    bench.standIn.misbehaveAlways({ status: 429, headers, body });
    const { log } = bench.collect();
    const said = () => log.map(({ msg }) => String(msg)).filter((msg) => msg.includes("allows no more"));
    await eventually(() => expect(said()).toHaveLength(1));
    const again = Date.parse(/from (\S+)\.$/.exec(said()[0] ?? "")?.[1] ?? "");
    expect(Math.abs(again - until(clock.now().getTime()))).toBeLessThan(5_000);
    bench.standIn.misbehaveAlways(null);
    const asked = [...bench.front.asked];
    clock.leap(again - clock.now().getTime() - 60_000);
    await settled(bench.service);
    for (let reads = 0; reads < 10; reads += 1) await bench.shown(tenant, id);
    expect(bench.front.asked).toEqual(asked);
    clock.leap(60_000);
    await bench.isShown(tenant, id, { rating: 4.4 });
  });

  test("a place that is tracked is collected once a day, and once nobody tracks it no more", async () => {
    const tenant = await bench.api.tenant();
    const [kept, left] = [await bench.track(tenant), await bench.track(tenant)];
    let { log } = bench.collect();
    const counts: number[][] = [];
    for (let day = 0; day < 3; day += 1) {
      if (day === 2) expectStatus(await tenant.browser.delete(`/api/competitors/${left.id}`), 204);
      bench.standIn.add(providedPlace(kept.placeId, { rating: 4 + day / 10 }));
      // Each place has an hour of its own at which its day begins: it lies in one half of these 24 hours, and not in both.
      for (let half = 0; day > 0 && half < 2; half += 1) {
        ({ log } = await bench.later(DAY_MS / 2));
        await bench.idle(log);
      }
      await bench.isShown(tenant, kept.id, { rating: 4 + day / 10 });
      await bench.idle(log);
      counts.push([bench.askedFor(kept.placeId), bench.askedFor(left.placeId)]);
    }
    expect(counts).toEqual([
      [1, 1],
      [2, 2],
      [3, 2],
    ]);
  });
});
