/** Fresh facts on request, and every day without one: from the question over the collector to the answer. */
import { expectStatus } from "../support/api";
import { eventually } from "../support/eventually";
import { collecting } from "./collecting";
import { describeService, type Running } from "./on-both-logs";
import { settled } from "./settled";

const DAY_MS = 86_400_000;

describeService((running) => {
  const { track, ask, status, pull, requestedOf, scheduled, answer } = collecting(running);
  /** What others left waiting is of no concern to the next test. */
  beforeEach(async () => {
    if ((await running.service.database.pool.query("SELECT FROM operational.collection_requests")).rowCount === 0)
      return;
    running.service.clock.leap(DAY_MS);
    await settled(running.service);
  });

  const contacts = { website: null, ownerName: "Ada", contactEmail: null, phone: null, socialLinks: [] };

  test("what is asked for is queued, taken by one collector, and ready with the observation that answers it", async () => {
    const tenant = await running.api.tenant();
    const id = await track(tenant, "asked-place");
    expect(await status(tenant, id)).toBe("none");
    expect(await ask(tenant, id, "enrich")).toMatchObject({
      ok: true,
      status: "queued",
      competitor: { id, name: "asked-place", enrichmentStatus: "queued", enrichedAt: null },
    });
    expect(await ask(tenant, id, "check")).toEqual({ ok: true, status: "queued", competitorId: id });
    expect(await ask(tenant, id, "tech-stack")).toEqual({ ok: true, status: "queued" });
    const leased = await requestedOf("asked-place");
    expect(leased.map(({ kind, sections, attempt }) => ({ kind, sections, attempt }))).toEqual([
      { kind: "requested", sections: ["enrichment"], attempt: 1 },
      { kind: "requested", sections: ["listing", "reviews"], attempt: 1 },
      { kind: "requested", sections: ["technologies"], attempt: 1 },
    ]);
    expect(await requestedOf("asked-place")).toEqual([]);
    await answer("asked-place", { enrichment: contacts, answers: leased[0]?.id });
    expect(await status(tenant, id)).toBe("ready");
    running.service.clock.leap(30_000);
    expect((await requestedOf("asked-place")).map(({ sections, attempt }) => [sections, attempt])).toEqual([
      [["listing", "reviews"], 2],
      [["technologies"], 2],
    ]);
  });

  test("an observation that brings the sections is an answer, also where it says nothing new", async () => {
    const tenant = await running.api.tenant();
    const id = await track(tenant, "known-place");
    await answer("known-place", { enrichment: contacts });
    await ask(tenant, id, "enrich");
    expect(await status(tenant, id)).toBe("queued");
    await answer("known-place", { enrichment: contacts });
    expect(await status(tenant, id)).toBe("ready");
    expect(await requestedOf("known-place")).toEqual([]);
  });

  test("businesses that want the same join one request; who comes after its answer asks anew", async () => {
    const tenants = [await running.api.tenant(), await running.api.tenant(), await running.api.tenant()] as const;
    const ids = await Promise.all(tenants.map((tenant) => track(tenant, "shared-place")));
    const [[first, second, third], [one = "", two = "", three = ""]] = [tenants, ids];
    await ask(first, one, "enrich");
    await ask(second, two, "enrich");
    const leased = await requestedOf("shared-place");
    expect(leased).toHaveLength(1);
    await answer("shared-place", { enrichment: contacts, answers: leased[0]?.id });
    expect([await status(first, one), await status(second, two)]).toEqual(["ready", "ready"]);
    running.service.clock.leap(15 * 60_000 + 1);
    await ask(third, three, "enrich");
    expect(await requestedOf("shared-place")).toHaveLength(1);
    const { events } = await streamOf(running, "place-shared-place");
    expect(events.filter(({ type }) => type === "PlaceCollectionRequested")).toHaveLength(2);
    for (const { businessId } of tenants) expect(JSON.stringify(events)).not.toContain(businessId);
  });

  test("what was answered a moment ago is ready at once, for whoever asks, and nobody is asked and nothing counted", async () => {
    const [tenant, other] = [await running.api.tenant(), await running.api.tenant()];
    const id = await track(tenant, "fresh-place");
    const others = await track(other, "fresh-place");
    await ask(tenant, id, "check");
    expect(await requestedOf("fresh-place")).toHaveLength(1);
    await answer("fresh-place", { listing: { name: "Fresh" }, reviews: [] });
    expect(await ask(tenant, id, "check")).toEqual({ ok: true, status: "ready", competitorId: id });
    expect(await ask(other, others, "check")).toMatchObject({ status: "ready" });
    expect(await requestedOf("fresh-place")).toEqual([]);
    const asked = await streamOf(running, `refreshes-${tenant.businessId}`);
    expect(asked.events.map(({ type }) => type)).toEqual(["RefreshRequested", "RefreshAnswered"]);
    expect(await ask(tenant, id, "enrich")).toMatchObject({ status: "queued" });
    expect(await ask(tenant, id, "tech-stack")).toMatchObject({ status: "queued" });
    running.service.clock.leap(15 * 60_000 + 1);
    expect(await ask(tenant, id, "check")).toMatchObject({ status: "queued" });
  });

  test("a request that nobody answers expires and says so", async () => {
    const tenant = await running.api.tenant();
    const id = await track(tenant, "mute-place");
    await ask(tenant, id, "enrich");
    await settled(running.service);
    running.service.clock.leap(DAY_MS);
    await eventually(async () => expect(await status(tenant, id)).toBe("expired"));
    expect(await requestedOf("mute-place")).toEqual([]);
    await ask(tenant, id, "enrich");
    expect(await requestedOf("mute-place")).toHaveLength(1);
  });

  test("a competitor that is removed is asked for no more, and added again it can be asked for again", async () => {
    const tenant = await running.api.tenant();
    const id = await track(tenant, "left-place");
    await ask(tenant, id, "enrich");
    await settled(running.service);
    expectStatus(await tenant.browser.delete(`/api/competitors/${id}`), 204);
    expect(await requestedOf("left-place")).toEqual([]);
    const gone = await tenant.browser.post(`/api/competitors/${id}/check`);
    expect([gone.status, gone.json?.["code"]]).toEqual([404, "competitor_not_found"]);
    await track(tenant, "left-place");
    await ask(tenant, id, "enrich");
    expect(await requestedOf("left-place")).toHaveLength(1);
  });

  test("an account with many requests does not keep another's single one waiting", async () => {
    const [many, single] = [await running.api.tenant({ plan: "agency" }), await running.api.tenant()];
    for (let at = 0; at < 8; at += 1) await ask(many, await track(many, `many-${at}`), "check");
    await settled(running.service);
    await ask(single, await track(single, "single-place"), "check");
    await settled(running.service);
    const first = await pull("kind=requested&limit=2");
    expect(first.map(({ placeId }) => placeId)).toContain("single-place");
  });

  test("what is tracked is collected every day, for all that the plans of those who track it are due", async () => {
    const { api, service } = running;
    const tenant = await api.tenant({ business: { placeId: "own-place" } });
    const id = await track(tenant, "daily-place");
    expectStatus(await tenant.browser.patch("/api/competitors/jobs", { competitorId: id, enabled: false }), 200);
    const due = new Map((await scheduled()).map((one) => [one.placeId, one]));
    const everyPlan = [
      "listing",
      "reviews",
      "products",
      "photos",
      "websiteChanges",
      "socialMetrics",
      "platformRatings",
    ];
    const growth = [...everyPlan, "youtube", "technologies", "enrichment"].sort();
    expect([...(due.get("daily-place")?.sections ?? [])].sort()).toEqual(growth);
    expect([...(due.get("own-place")?.sections ?? [])].sort()).toEqual(growth);
    expect(due.get("daily-place")?.known).toMatchObject({ name: null, latitude: null });
    const { id: answers = "" } = due.get("daily-place") ?? {};
    expect(answers.length).toBeLessThanOrEqual(100);
    const listing = {
      name: "Fjord Coffee",
      address: "Kirkegata 1",
      latitude: 59.9,
      longitude: 10.7,
      website: "https://fjord.example",
    };
    await answer("daily-place", { listing, answers });
    service.clock.leap(30_000);
    expect((await scheduled()).map(({ placeId }) => placeId)).not.toContain("daily-place");
    await answer("own-place", { answers: due.get("own-place")?.id });
    service.clock.leap(30_000);
    expect((await scheduled()).map(({ placeId }) => placeId)).not.toContain("own-place");
    await track(await api.tenant({ plan: "agency" }), "daily-place");
    service.clock.leap(DAY_MS);
    const again = (await scheduled()).find(({ placeId }) => placeId === "daily-place");
    expect([...(again?.sections ?? [])].sort()).toEqual([...growth, "ads", "jobs"].sort());
    const { name, address, website, latitude, longitude } = { ...listing };
    expect([again?.known, again?.attempt]).toEqual([{ name, address, website, latitude, longitude }, 1]);
  });

  test("a place that nobody tracks any more, or only a deleted business, is collected no more", async () => {
    const { api, service } = running;
    const [leaving, deleting] = [await api.tenant(), await api.tenant({ business: { placeId: "deleted-own" } })];
    const id = await track(leaving, "abandoned-place");
    const deletedId = await track(deleting, "deleted-place");
    await ask(deleting, deletedId, "enrich");
    await ask(leaving, id, "enrich");
    const sharing = await api.tenant();
    for (const one of [deleting, sharing]) await ask(one, await track(one, "still-tracked-place"), "enrich");
    const mine = ["abandoned-place", "deleted-own", "deleted-place"];
    const offered = async () => {
      service.clock.leap(30_000);
      return (await scheduled())
        .map(({ placeId }) => placeId)
        .filter((place) => mine.includes(place))
        .sort();
    };
    expect(await offered()).toEqual(mine);
    expectStatus(await leaving.browser.delete(`/api/competitors/${id}`), 204);
    expectStatus(await deleting.browser.delete("/api/businesses/me/delete"), 200);
    await settled(service);
    const { rows } = await service.database.pool.query(
      `SELECT r.place_id, a.business_id FROM operational.collection_requests r JOIN operational.collection_askers a USING (id)
       WHERE r.place_id = ANY($1)`,
      [[...mine, "still-tracked-place"]],
    );
    expect(rows).toEqual([{ place_id: "still-tracked-place", business_id: sharing.businessId }]);
    expect(await offered()).toEqual([]);
  });

  test("many requests leave a quarter of each pull to the daily schedule, and what one kind does not need the other gets", async () => {
    const [busy, quiet] = [await running.api.tenant({ plan: "agency" }), await running.api.tenant()];
    for (let at = 0; at < 4; at += 1) {
      const id = await track(busy, `busy-${at}`);
      await ask(busy, id, "check");
      await ask(busy, id, "enrich");
    }
    for (let at = 0; at < 3; at += 1) await track(quiet, `quiet-${at}`);
    await settled(running.service);
    const kinds = async (limit: number) => {
      const taken = await pull(`kind=all&limit=${limit}&leaseSeconds=3600&sections=listing,reviews,enrichment`);
      const of = (kind: string) => taken.filter((one) => one.kind === kind).length;
      return [of("requested"), of("scheduled")];
    };
    expect(await kinds(4)).toEqual([3, 1]);
    expect(await kinds(2)).toEqual([1, 1]);
    expect(await kinds(1)).toEqual([1, 0]);
    const [asked = 0, due = 0] = await kinds(100);
    expect([asked, due > 3]).toEqual([3, true]);
    for (let at = 0; at < 4; at += 1) await ask(busy, await track(busy, `more-${at}`), "tech-stack");
    await settled(running.service);
    await pull("kind=scheduled&limit=100&leaseSeconds=3600");
    expect((await pull("kind=all&limit=4")).map(({ kind }) => kind)).toEqual(Array(4).fill("requested"));
  });

  test("on-demand requests come first, and a collector may take one kind, or none that it cannot bring", async () => {
    const tenant = await running.api.tenant();
    await ask(tenant, await track(tenant, "first-place"), "check");
    await track(tenant, "second-place");
    await settled(running.service);
    expect(await pull("sections=photos&kind=requested")).toEqual([]);
    const [first, ...others] = await pull("sections=listing,reviews&limit=100&leaseSeconds=3600");
    expect(first).toMatchObject({ kind: "requested", placeId: "first-place", sections: ["listing", "reviews"] });
    expect(others.map(({ kind }) => kind)).not.toContain("requested");
    expect(others).toContainEqual(
      expect.objectContaining({ placeId: "second-place", sections: ["listing", "reviews"] }),
    );
    expect(others.map(({ placeId }) => placeId)).not.toContain("first-place");
    const wrong = await running.api.collector.get("/api/admin/collection-requests?sections=listing,weather");
    expect([wrong.status, wrong.json?.["details"]]).toEqual([
      400,
      [{ path: "query.sections", message: expect.stringContaining("weather") as string }],
    ]);
  });

  test("readiness and metrics say how many requests wait, how many are taken, and for how long", async () => {
    const tenant = await running.api.tenant();
    const id = await track(tenant, "measured-place");
    await ask(tenant, id, "check");
    await ask(tenant, id, "enrich");
    await settled(running.service);
    await pull("kind=requested&limit=1&leaseSeconds=3600");
    running.service.clock.leap(60_000);
    const { collections } = expectStatus(await running.api.anonymous.get("/readyz"), 200);
    expect(collections).toMatchObject({ waiting: 1, leased: 1 });
    expect((collections as { oldestSeconds: number }).oldestSeconds).toBeGreaterThanOrEqual(60);
    const { text } = await running.api.anonymous.get("/metrics");
    expect(text).toMatch(/^collection_requests\{status="waiting"\} 1$/m);
    expect(text).toMatch(/^collection_oldest_request_seconds \d+/m);
  });

  test("a day's refreshes are counted exactly under parallel requests; joining is free, and the next day begins anew", async () => {
    const tenant = await running.api.tenant({ plan: "agency" });
    const places = Array.from({ length: 17 }, (_, at) => `counted-${at}`);
    const ids = await Promise.all(places.map((place) => track(tenant, place)));
    await running.api.setPlan(tenant.accountId, "growth");
    const paths = ids.flatMap((id) =>
      ["check", "enrich", "tech-stack"].map((what) => `/api/competitors/${id}/${what}`),
    );
    const replies = await Promise.all(paths.map((path) => tenant.browser.post(path)));
    const accepted = paths.filter((_, at) => replies[at]?.status === 202);
    const refused = replies.filter((reply) => reply.status !== 202);
    expect([accepted.length, refused.map((reply) => reply.status)]).toEqual([50, [429]]);
    expect(refused[0]?.json).toMatchObject({
      code: "refresh_limit_reached",
      quota: { name: "refreshesPerDay", limit: 50, used: 50 },
    });
    const now = running.service.clock.now().getTime();
    const toMidnight = DAY_MS - (now % DAY_MS);
    const retryAfter = Number(refused[0]?.headers["retry-after"]) * 1_000;
    expect(Math.abs(retryAfter - toMidnight)).toBeLessThan(60_000);
    expect((await tenant.browser.post(accepted[0] ?? "")).status).toBe(202);
    running.service.clock.leap(retryAfter);
    expect((await tenant.browser.post(paths.find((path) => !accepted.includes(path)) ?? "")).status).toBe(202);
  });
});

async function streamOf({ service }: Running, stream: string) {
  return { events: await service.running.engines.log.readStream(stream, { limit: 1_000 }) };
}
