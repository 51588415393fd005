/** The stored facts of a competitor on the dashboard: whole, dated, and its own business's alone. */
import { isRefusal } from "../../domain/fold/refusal";
import type { Collectable } from "../../domain/places/observation";
import { refreshes, requestRefresh, settleRefresh } from "../../domain/refreshes";
import { after, expectStatus, type Browser, type Tenant } from "../support/api";
import { sighting } from "../support/sightings";
import {
  barista,
  emptyOf,
  enrichment,
  everything,
  nothing,
  parts,
  photo,
  shopify,
  shownOf,
  unseen,
  type Part,
} from "./facts-of-everything";
import { describeService } from "./on-both-logs";

const DAY_MS = 86_400_000;

describeService((running) => {
  const at = (days: number) => new Date(running.service.clock.now().getTime() + days * DAY_MS).toISOString();
  const shown = async (browser: Browser, path: string, position = 0) =>
    expectStatus(await browser.get(path, position === 0 ? {} : after(position)), 200);
  /** Adds a competitor; whatever the browser reads from here on has come so far. */
  const tracked = async ({ api, browser }: Tenant, placeId: string, more: object = {}): Promise<string> => {
    const body = { name: "Fjord Coffee", place_id: placeId, ...more };
    const { competitor } = await api.v1.post("/api/v1/competitors", { body });
    await shown(browser, "/api/competitors", api.v1.position);
    return competitor.id;
  };
  const facts = async (browser: Browser, id: string, position = 0) => {
    const read = parts.map(async (part) => [part, await shown(browser, `/api/competitors/${id}/${part}`, position)]);
    return Object.fromEntries(await Promise.all(read)) as Record<Part, Record<string, unknown>>;
  };
  const jobsOf = (browser: Browser, id: string, position = 0) =>
    shown(browser, `/api/competitors/jobs?competitor_id=${id}`, position);

  test("every section is shown as it was seen, with when and by whom", async () => {
    const tenant = await running.api.tenant({ plan: "agency" });
    const id = await tracked(tenant, "seen-whole");
    const instant = at(-1);
    const position = await running.api.observe(sighting("seen-whole", instant, everything(instant)));
    const seen = { observedAt: instant, source: "tests" };
    expect(await facts(tenant.browser, id, position)).toEqual(shownOf(id, instant));
    expect(await jobsOf(tenant.browser, id)).toEqual({
      jobs: [{ ...barista, competitorId: id, competitorName: "Fjord", ...seen }],
      jobMonitoringEnabled: true,
      ...seen,
    });
  });

  test("a competitor that nobody has seen has empty facts that were never seen", async () => {
    const tenant = await running.api.tenant({ plan: "agency" });
    const id = await tracked(tenant, "never-seen");
    expect(await facts(tenant.browser, id)).toEqual(emptyOf(id));
    expect(await jobsOf(tenant.browser, id)).toEqual({ jobs: [], jobMonitoringEnabled: true, ...unseen });
    expect(await shown(tenant.browser, "/api/competitors/jobs")).toEqual({ jobs: [], ...unseen });
  });

  test("sections that were seen empty are empty, and say when that was seen", async () => {
    const tenant = await running.api.tenant({ plan: "agency" });
    const id = await tracked(tenant, "seen-empty");
    const instant = at(-1);
    const youtube = { channel: null, recentVideos: [] };
    const found = { products: [], photos: [], ads: [], jobs: [], technologies: [], platformRatings: {}, youtube };
    const position = await running.api.observe(sighting("seen-empty", instant, found));
    const seen = { observedAt: instant, source: "tests" };
    const read = await facts(tenant.browser, id, position);
    expect(read.products).toEqual({ products: [], ...seen });
    expect(read.photos).toEqual({ photos: [], ...seen });
    expect(read.youtube).toEqual({ ...youtube, ...seen });
    expect(read["platform-ratings"]).toEqual({ ratings: [], ...seen });
    expect(read["tech-stack"]).toEqual({ techStack: [], lastScannedAt: instant, status: "ready", ...seen });
    expect(read.ads).toMatchObject({
      competitor: { lastMetaAdCheck: instant },
      stats: { total: 0, active: 0, platforms: [], lastSeenAt: null },
    });
    expect(await jobsOf(tenant.browser, id)).toMatchObject({ jobs: [], ...seen });
    expect(await shown(tenant.browser, "/api/competitors/jobs")).toEqual({ jobs: [], ...seen });
  });

  test("older sightings overwrite nothing, and repeated ones say who looked last", async () => {
    const tenant = await running.api.tenant({ plan: "agency" });
    const id = await tracked(tenant, "seen-twice");
    const [first, last] = [at(-2), at(-1)];
    await running.api.observe(sighting("seen-twice", first, everything(first)));
    const again = { ...sighting("seen-twice", last, { photos: [photo(first)] }), source: "another" };
    const stale = Object.fromEntries(Object.keys(everything(first)).map((section) => [section, nothing(section)]));
    const position = await running.api.observe(again, sighting("seen-twice", at(-3), stale));
    const { photos, ...others } = await facts(tenant.browser, id, position);
    expect(photos).toEqual({ photos: [photo(first)], observedAt: last, source: "another" });
    expect({ photos: shownOf(id, first).photos, ...others }).toEqual(shownOf(id, first));
  });

  test("a product is dated by when it was first listed, until it is gone", async () => {
    const tenant = await running.api.tenant();
    const id = await tracked(tenant, "menu");
    const product = (productName: string, price: number) => ({ productName, price, currency: "NOK", category: null });
    const menus = [[product("Bun", 35)], [product("Bun", 38), product("Tea", 20)], [product("Tea", 20)]];
    const days = [at(-5), at(-4), at(-3), at(-2)] as const;
    const dated = async (upTo: number) => {
      const products = menus[upTo] ?? [product("Tea", 20), product("Bun", 40)];
      const position = await running.api.observe(sighting("menu", days[upTo] ?? "", { products }));
      const read = await shown(tenant.browser, `/api/competitors/${id}/products`, position);
      expect(read["observedAt"]).toBe(days[upTo]);
      return (read["products"] as { productName: string; price: number; detectedAt: string }[]).map(
        ({ productName, price, detectedAt }) => [productName, price, days.indexOf(detectedAt)],
      );
    };
    expect(await dated(0)).toEqual([["Bun", 35, 0]]);
    expect(await dated(1)).toEqual([
      ["Bun", 38, 0],
      ["Tea", 20, 1],
    ]);
    expect(await dated(2)).toEqual([["Tea", 20, 1]]);
    expect(await dated(3)).toEqual([
      ["Tea", 20, 1],
      ["Bun", 40, 3],
    ]);
  });

  test("each plan is shown what it includes, and told which plan shows the rest", async () => {
    const tenant = await running.api.tenant();
    const id = await tracked(tenant, "gated");
    const refused = async () => {
      const replies = await Promise.all(parts.map((part) => tenant.browser.get(`/api/competitors/${id}/${part}`)));
      const statuses = replies.map(
        ({ status, json }, index) => [parts[index], status, json?.["requiredPlan"]] as const,
      );
      return statuses.filter(([, status]) => status !== 200);
    };
    expect(await refused()).toEqual([["ads", 403, "agency"]]);
    await running.api.setPlan(tenant.accountId, "free");
    expect(await refused()).toEqual([
      ["ads", 403, "agency"],
      ["enrich", 403, "growth"],
      ["tech-stack", 403, "growth"],
    ]);
  });

  test("a competitor that is another's, removed or of nobody has no facts", async () => {
    const [mine, theirs] = [await running.api.tenant({ plan: "agency" }), await running.api.tenant({ plan: "agency" })];
    const [removed, foreign] = [await tracked(mine, "once-mine"), await tracked(theirs, "theirs")];
    expectStatus(await mine.browser.delete(`/api/competitors/${removed}`), 204);
    for (const id of [removed, foreign, "nobody"]) {
      const paths = [
        ...parts.map((part) => `/api/competitors/${id}/${part}`),
        `/api/competitors/jobs?competitor_id=${id}`,
      ];
      const read = await Promise.all(paths.map((path) => mine.browser.get(path)));
      const switched = await mine.browser.patch("/api/competitors/jobs", { competitorId: id, enabled: false });
      for (const { status, json } of [...read, switched])
        expect([status, json?.["code"]]).toEqual([404, "competitor_not_found"]);
    }
    expect(await jobsOf(theirs.browser, foreign)).toMatchObject({ jobMonitoringEnabled: true });
  });

  test("vacancies are listed of those that are monitored, and of one that is named in any case", async () => {
    const tenant = await running.api.tenant();
    const { browser } = tenant;
    const [one, other] = [await tracked(tenant, "hiring-1"), await tracked(tenant, "hiring-2")];
    const [earlier, later] = [at(-2), at(-1)];
    const position = await running.api.observe(
      sighting("hiring-1", later, { listing: { name: "Fjord" }, jobs: [barista] }),
      sighting("hiring-2", earlier, { jobs: [{ ...barista, title: "Baker" }, barista] }),
    );
    const monitor = async (competitorId: string, enabled: boolean) =>
      expectStatus(await browser.patch("/api/competitors/jobs", { competitorId, enabled }), 200);
    const listed = async () => {
      const { jobs, ...seen } = await shown(browser, "/api/competitors/jobs", position);
      const named = (jobs as Record<string, string>[]).map((job) => [job["competitorName"], job["title"]]);
      return [named, seen];
    };
    const bakers = [
      ["Fjord Coffee", "Baker"],
      ["Fjord Coffee", "Barista"],
    ];
    expect(await listed()).toEqual([[["Fjord", "Barista"], ...bakers], { observedAt: later, source: "tests" }]);

    expect(await monitor(one, false)).toEqual({ ok: true, jobMonitoringEnabled: false });
    expect(await monitor(one, false)).toEqual({ ok: true, jobMonitoringEnabled: false });
    expect(await listed()).toEqual([bakers, { observedAt: earlier, source: "tests" }]);
    expect(await jobsOf(browser, one)).toMatchObject({ jobMonitoringEnabled: false, jobs: [barista] });
    expect(await jobsOf(browser, other)).toMatchObject({ jobMonitoringEnabled: true });
    expect((await shown(browser, "/api/competitors"))["competitors"]).toMatchObject([
      { id: one, job_monitoring_enabled: false },
      { id: other, job_monitoring_enabled: true },
    ]);

    expect(await monitor(one, true)).toEqual({ ok: true, jobMonitoringEnabled: true });
    expect(await listed()).toEqual([[["Fjord", "Barista"], ...bakers], { observedAt: later, source: "tests" }]);
  });

  test("the state of a request for fresh facts is its own section's and its own business's", async () => {
    const [tenant, other] = [await running.api.tenant(), await running.api.tenant()];
    const ids = [await tracked(tenant, "asked-for"), await tracked(other, "asked-for")];
    let position = 0;
    const decided = async (decide: ReturnType<typeof requestRefresh>) => {
      const { runner, ids: drawn } = running.service.running.engines;
      const commandId = drawn.next();
      const context = {
        commandId,
        correlationId: commandId,
        causationId: commandId,
        actor: { kind: "system", id: "tests" },
      } as const;
      const executed = await runner.execute(refreshes, tenant.businessId, decide, context);
      if (isRefusal(executed)) throw new Error(executed.message);
      ({ position } = executed);
    };
    const ask = (refreshId: string, section: Collectable) => {
      const { businessId, accountId } = tenant;
      const wanted = { businessId, accountId, competitorId: ids[0] ?? "", placeId: "asked-for", refreshId };
      // Later than whatever was answered up to here, also on a clock of milliseconds.
      return decided(requestRefresh({ ...wanted, sections: [section] }, { now: at(1 / 86_400), quota: 9 }));
    };
    const states = async ({ browser }: Tenant = tenant, id = ids[0] ?? "") => {
      const { competitor } = await shown(browser, `/api/competitors/${id}/enrich`, position);
      const { status } = await shown(browser, `/api/competitors/${id}/tech-stack`);
      const { competitors } = await shown(browser, "/api/competitors");
      const [{ refresh_status: refreshStatus } = { refresh_status: "" }] = competitors as { refresh_status: string }[];
      return [refreshStatus, (competitor as { enrichmentStatus: string }).enrichmentStatus, status];
    };
    expect(await states()).toEqual(["none", "none", "none"]);
    await ask("r1", "enrichment");
    expect(await states()).toEqual(["none", "queued", "none"]);
    await decided(settleRefresh("r1", "expired"));
    expect(await states()).toEqual(["none", "expired", "none"]);
    position = await running.api.observe(sighting("asked-for", at(0), { enrichment, technologies: [shopify] }));
    expect(await states()).toEqual(["none", "ready", "ready"]);
    await ask("r2", "technologies");
    await ask("r3", "listing");
    expect(await states()).toEqual(["queued", "ready", "queued"]);
    await decided(settleRefresh("r2", "expired"));
    await decided(settleRefresh("r3", "answered"));
    expect(await states()).toEqual(["ready", "ready", "ready"]);
    expect(await states(other, ids[1])).toEqual(["none", "ready", "ready"]);
  });

  test("contacts that no enrichment names are those of the listing, and of what was said when adding", async () => {
    const tenant = await running.api.tenant();
    const id = await tracked(tenant, "contacts", { website_url: "https://said.example/" });
    const path = `/api/competitors/${id}/enrich`;
    const contacts = async (position?: number) => {
      const { website, phone } = (await shown(tenant.browser, path, position))["competitor"] as Record<string, unknown>;
      return [website, phone];
    };
    expect(await contacts()).toEqual(["https://said.example/", null]);
    const listing = { website: "https://listed.example/", phone: "+47 1" };
    const bare = { ...enrichment, website: null, phone: null };
    const position = await running.api.observe(sighting("contacts", at(-1), { listing, enrichment: bare }));
    expect(await contacts(position)).toEqual(["https://listed.example/", "+47 1"]);
    const enriched = await running.api.observe(sighting("contacts", at(0), { enrichment }));
    expect(await contacts(enriched)).toEqual(["https://fjord.example/", "+47 22 00 00 00"]);
  });
});
