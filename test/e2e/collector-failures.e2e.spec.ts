/** Whatever fails on the way between the service and the provider, the collector goes on, and nothing that was asked for is lost. */
import { LEASE_SECONDS } from "../../processors/collector/pulled-requests";
import { byId } from "../support/api";
import { eventually } from "../support/eventually";
import { startCollectorBench, sumIn, type CollectorBench } from "./collector-bench";
import { settled } from "./settled";

const INTAKE = "POST /api/admin/observations";

describe("the collector", () => {
  let bench: CollectorBench;
  beforeAll(async () => {
    bench = await startCollectorBench();
  }, 60_000);
  afterEach(() => bench.rest());
  afterAll(() => bench.close());

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
      const tenant = await bench.api.tenant();
      const { id, placeId } = await bench.track(tenant);
      await bench.check(tenant, id);
      bench.standIn.misbehaveAlways(misbehaviour);
      const { log } = bench.collect();
      await eventually(() => expect(log).toContainEqual(expect.objectContaining({ placeId, fault })));
      await eventually(() => expect(sumIn(log, "failed")).toBeGreaterThan(0));
      await settled(bench.service);
      expect(await bench.shown(tenant, id)).toMatchObject({ rating: null, refresh_status: "queued" });
      bench.standIn.misbehaveAlways(null);
      await bench.later(LEASE_SECONDS * 1_000);
      await bench.isShown(tenant, id, { rating: 4.4, refresh_status: "ready" });
    },
  );

  test("where the service is away it is asked until it is back, and this is said once", async () => {
    const tenant = await bench.api.tenant();
    const { id } = await bench.track(tenant);
    bench.front.answerInstead({ status: 503 });
    const { log } = bench.collect();
    const asked = (times: number) => eventually(() => expect(bench.front.asked.length).toBeGreaterThan(before + times));
    let before = bench.front.asked.length;
    await asked(3);
    for (const instead of [
      { status: 429, headers: { "retry-after": "5" } },
      "cut",
      { status: 200, body: "<html>" },
    ] as const) {
      before = bench.front.asked.length;
      bench.front.answerInstead(instead);
      await asked(2);
    }
    bench.front.answerInstead(null);
    await bench.isShown(tenant, id, { rating: 4.4 });
    const said = log.map(({ msg }) => String(msg)).filter((msg) => msg.includes("service"));
    expect(said).toEqual([expect.stringContaining("answered 503"), "The service answers again."]);
  });

  test("what could not be handed in is handed in later, once, and the provider is not asked again", async () => {
    const tenant = await bench.api.tenant();
    const { id, placeId } = await bench.track(tenant);
    bench.front.answerInstead("lost", "POST");
    const { log } = bench.collect();
    const handedIn = () => bench.front.asked.filter((one) => one === INTAKE).length;
    const before = handedIn();
    await eventually(() => expect(handedIn()).toBeGreaterThan(before + 1));
    bench.front.answerInstead(null);
    await eventually(() => expect(sumIn(log, "answered")).toBe(1));
    await bench.isShown(tenant, id, { rating: 4.4 });
    expect(bench.askedFor(placeId)).toBe(1);
    const sent = bench.front.exchanges.filter(({ asked }) => asked === INTAKE).map((exchange) => exchange.sent);
    const own = sent.filter((body) => body.includes(`"${placeId}"`));
    expect([own.length > 1, new Set(own).size]).toEqual([true, 1]);
    const { snapshots } = await tenant.api.v1.get("/api/v1/competitors/{id}/snapshots", byId(id));
    expect(snapshots).toMatchObject([{ rating: 4.4 }]);
  });

  test("a token that the service does not accept ends it with a sentence", async () => {
    const { collector } = bench.collect({ COLLECTOR_TOKEN: "another-token-of-24-characters" });
    await expect(collector.finished).rejects.toThrow(/answered 401: the service does not accept COLLECTOR_TOKEN/);
  });

  test("a stop hands in what was begun, and takes nothing more", async () => {
    const tenant = await bench.api.tenant();
    const tracked = [await bench.track(tenant), await bench.track(tenant), await bench.track(tenant)];
    bench.standIn.misbehaveAlways({ delayMs: 100 });
    const { log, collector } = bench.collect({ COLLECTOR_CONCURRENCY: "1" });
    const asked = () => tracked.reduce((total, { placeId }) => total + bench.askedFor(placeId), 0);
    await eventually(() => expect(asked()).toBe(1));
    await collector.stop();
    expect([asked(), sumIn(log, "answered"), sumIn(log, "left")]).toEqual([3, 3, 0]);
  });

  test("a stop that takes too long gives up, and what was taken is left to its lease", async () => {
    const tenant = await bench.api.tenant();
    const { id, placeId } = await bench.track(tenant);
    await bench.check(tenant, id);
    bench.standIn.misbehaveAlways({ delayMs: 1_000 });
    const first = bench.collect();
    await eventually(() => expect(bench.askedFor(placeId)).toBe(1));
    const stopped = first.collector.stop();
    bench.service.clock.leap(600_000);
    await stopped;
    expect([sumIn(first.log, "answered"), sumIn(first.log, "left")]).toEqual([0, 1]);
    bench.standIn.misbehaveAlways(null);
    bench.collect();
    await bench.isShown(tenant, id, { rating: 4.4, refresh_status: "ready" });
  });
});
