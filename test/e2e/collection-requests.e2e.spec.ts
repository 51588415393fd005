/** Fresh facts on request, and every day without one: from the question over the collector to the answer. */
import { expectStatus, type Tenant } from "../support/api";
import { eventually } from "../support/eventually";
import { sighting } from "../support/sightings";
import { describeOnBothLogs, type Running } from "./on-both-logs";
import { settled } from "./settled";

const DAY_MS = 86_400_000;

interface Leased {
  readonly id: string;
  readonly kind: string;
  readonly placeId: string;
  readonly sections: readonly string[];
  readonly attempt: number;
  readonly known: object;
}

describeOnBothLogs((running) => {
  const track = async ({ api }: Tenant, placeId: string): Promise<string> => {
    const added = await api.post("/api/v1/competitors", { name: placeId, place_id: placeId });
    return (expectStatus(added, 201) as { competitor: { id: string } }).competitor.id;
  };
  const ask = async ({ browser }: Tenant, id: string, what: "check" | "enrich" | "tech-stack") =>
    expectStatus(await browser.post(`/api/competitors/${id}/${what}`), 202);
  const status = async ({ browser }: Tenant, id: string) => {
    const { competitor } = expectStatus(await browser.get(`/api/competitors/${id}/enrich`), 200);
    return (competitor as { enrichmentStatus: string }).enrichmentStatus;
  };
  /** Everything that is offered, taken: further pulls find none of it before the leases end. */
  const pull = async (query: string, { api }: Running = running) => {
    const reply = await api.collector.get(`/api/admin/collection-requests?${query}`);
    expect(reply.headers["cache-control"]).toBe("no-store");
    return expectStatus(reply, 200)["requests"] as readonly Leased[];
  };
  const requestedOf = async (placeId: string) => {
    await settled(running.service);
    return (await pull("kind=requested&limit=100&leaseSeconds=30")).filter((one) => one.placeId === placeId);
  };
  const scheduled = async () => {
    await settled(running.service);
    return pull("kind=scheduled&limit=100&leaseSeconds=30");
  };
  const answer = async (placeId: string, facts: object) => {
    await running.api.observe(sighting(placeId, running.service.clock.now(), facts));
    await settled(running.service);
  };
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
    await ask(third, three, "enrich");
    expect(await requestedOf("shared-place")).toHaveLength(1);
    const { events } = await streamOf(running, "place-shared-place");
    expect(events.filter(({ type }) => type === "PlaceCollectionRequested")).toHaveLength(2);
    for (const { businessId } of tenants) expect(JSON.stringify(events)).not.toContain(businessId);
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
    await track(deleting, "deleted-place");
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
    expect(await offered()).toEqual([]);
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
    const places = Array.from({ length: 34 }, (_, at) => `counted-${at}`);
    const ids = await Promise.all(places.map((place) => track(tenant, place)));
    await running.api.setPlan(tenant.accountId, "growth");
    const paths = ids.flatMap((id) =>
      ["check", "enrich", "tech-stack"].map((what) => `/api/competitors/${id}/${what}`),
    );
    const replies = await Promise.all(paths.map((path) => tenant.browser.post(path)));
    const accepted = paths.filter((_, at) => replies[at]?.status === 202);
    const refused = replies.filter((reply) => reply.status !== 202);
    expect([accepted.length, refused.map((reply) => reply.status)]).toEqual([100, [429, 429]]);
    expect(refused[0]?.json).toMatchObject({
      code: "refresh_limit_reached",
      quota: { name: "refreshes", limit: 100, used: 100 },
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
