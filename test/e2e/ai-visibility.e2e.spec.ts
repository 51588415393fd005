/** AI visibility is told from answers that a collector handed in, of the own business alone, and no read asks an engine. */
import { asking, expectStatus, type KeyClient } from "../support/api";
import { sighting } from "../support/sightings";
import { describeService } from "./on-both-logs";

const DAY_MS = 86_400_000;

describeService((running) => {
  let count = 0;
  let noon = 0;
  // No midnight comes between what is handed in and what is read.
  beforeAll(() => {
    const { clock } = running.service;
    const now = clock.now().getTime();
    noon = now - (now % DAY_MS) + 1.5 * DAY_MS;
    clock.leap(noon - now);
  });
  const ago = (days: number) => new Date(noon - days * DAY_MS).toISOString();
  const answer = (businessId: string, more: object = {}) => ({
    ...{ id: `answer-${(count += 1)}`, businessId, checkId: `check-${count}`, engine: "one", query: "best coffee" },
    ...{ checkedAt: ago(0), mentioned: false, source: "tests" },
    ...more,
  });
  const handIn = async (...answers: readonly object[]) =>
    expectStatus(await (await running.api.admin()).post("/api/admin/ai-answers", { answers }), 200);
  const read = ({ v1 }: KeyClient, query: { days?: number; location?: string } = {}, position: unknown = 0) =>
    v1.get("/api/v1/ai-visibility", asking(query, Number(position)));

  test("a business sees how often each engine named it, by days and by city, with n and an interval", async () => {
    const { api, businessId } = await running.api.tenant({ business: { placeId: "seen-by-ai" } });
    await running.api.observe(sighting("seen-by-ai", ago(0), { listing: { name: "Fjord", city: "Oslo" } }));
    const oslo = { location: { city: "Oslo", state: null } };
    const named = { mentioned: true, position: 2, mentionText: "Fjord has its own roast." };
    const told = await handIn(
      answer(businessId, { id: "first", ...oslo, ...named, checkId: "today", competitorsMentioned: ["Harbour"] }),
      answer(businessId, { ...oslo, mentioned: true, position: 4, checkedAt: ago(3) }),
      answer(businessId, { ...oslo, checkedAt: ago(4) }),
      answer(businessId, { ...oslo, engine: "other", checkId: "today" }),
      answer(businessId, { location: { city: "Bergen", state: "Vestland" }, query: "coffee", checkedAt: ago(20) }),
      answer(businessId, { query: "too long ago", checkedAt: ago(40) }),
    );
    expect(told).toMatchObject({ received: 6, changed: 6, unchanged: 0, rejected: 0, rejections: [] });
    const record = await read(api, {}, told["position"]);
    expect(record).toMatchObject({
      ...{ connected: true, businessId, days: 30, selectedLocation: null, localMetricsAvailable: true },
      availableLocations: [
        { city: "Bergen", state: "Vestland", label: "Bergen, Vestland" },
        { city: "Oslo", state: null, label: "Oslo" },
      ],
      ...{ dailyChecksLimit: 5, dailyChecksRemaining: 4 },
      overall: { mentioned: 2, total: 5, percentage: 40, interval: { low: 11.8, high: 76.9 } },
      lastChecked: ago(0),
    });
    expect(record.engines).toEqual({
      one: {
        ...{ mentioned: 2, total: 4, percentage: 50, interval: { low: 15, high: 85 } },
        ...{ averagePosition: 3, positions: 2 },
      },
      other: {
        ...{ mentioned: 0, total: 1, percentage: 0, interval: { low: 0, high: 79.3 } },
        ...{ averagePosition: null, positions: 0 },
      },
    });
    expect(record.topQueries).toEqual([
      {
        ...{ query: "best coffee", mentioned: true, engines: ["one"], position: 2, mentionText: named.mentionText },
        ...{ competitorsMentioned: ["Harbour"], checkedAt: ago(0), n: 4 },
      },
      expect.objectContaining({ query: "coffee", mentioned: false, engines: [], position: null, n: 1 }),
    ]);
    expect(record.recent).toHaveLength(5);
    expect(record.recent).toContainEqual(expect.objectContaining({ id: "first", ...oslo, engine: "one", position: 2 }));

    expect(await read(api, { days: 1 })).toMatchObject({ days: 7, overall: { total: 4 } });
    expect(await read(api, { days: 365 })).toMatchObject({ days: 90, overall: { total: 6 } });
    expect(await read(api, { location: "bergen" })).toMatchObject({
      selectedLocation: "bergen",
      overall: { mentioned: 0, total: 1 },
      availableLocations: [{ city: "Bergen" }, { city: "Oslo" }],
      lastChecked: ago(20),
    });
    expect(await read(api, { location: "Atlantis" })).toMatchObject({
      overall: { total: 0, percentage: null, interval: null },
      engines: {},
      topQueries: [],
      lastChecked: null,
    });
    expect(await api.get("/api/v1/ai-visibility?days=many")).toMatchObject({ status: 400 });
  });

  test("the same answer again changes nothing, one of the future or of nobody is rejected alone, and a contradiction takes nothing in", async () => {
    const { api, businessId } = await running.api.tenant();
    const one = answer(businessId);
    await handIn(one);
    const report = await handIn(one, answer(businessId, { checkedAt: ago(-1) }), answer("nobody"), answer(businessId));
    expect(report).toMatchObject({
      ...{ received: 4, changed: 1, unchanged: 1, rejected: 2 },
      rejections: [
        { index: 1, why: "Lies in the future." },
        { index: 2, why: "There is no such business." },
      ],
    });
    const admin = await running.api.admin();
    const contradiction = { answers: [answer(businessId), answer(businessId, { position: 1 })] };
    expect(await admin.post("/api/admin/ai-answers", contradiction)).toMatchObject({
      status: 400,
      json: { details: [{ path: "answers.1.mentioned" }] },
    });
    const record = await read(api, {}, report["position"]);
    expect(record).toMatchObject({ overall: { total: 2 }, localMetricsAvailable: false, connected: false });
    const { api: stranger } = await running.api.tenant();
    expect(await read(stranger, {}, report["position"])).toMatchObject({
      overall: { total: 0 },
      availableLocations: [],
    });
  });

  test("what the plan allows a day is less the checks that are stored of the UTC day, each counted once, and never below none", async () => {
    const { api, businessId } = await running.api.tenant({ plan: "growth" });
    const checks = (checkIds: readonly string[], more: object = {}) =>
      handIn(...checkIds.map((checkId) => answer(businessId, { checkId, ...more })));
    const { position } = await checks(["a", "a", "b"]);
    expect(await read(api, {}, position)).toMatchObject({ dailyChecksLimit: 5, dailyChecksRemaining: 3 });
    const { position: later } = await checks(["c", "d", "e", "f"]);
    expect(await read(api, {}, later)).toMatchObject({ dailyChecksRemaining: 0 });
    expect((await api.v1.get("/api/v1/usage")).quotas).toContainEqual(
      expect.objectContaining({ name: "aiVisibilityChecksPerDay", limit: 5, used: 6 }),
    );
    running.service.clock.leap(DAY_MS);
    expect(await read(api)).toMatchObject({ dailyChecksRemaining: 5, overall: { total: 7 } });
  });
});
