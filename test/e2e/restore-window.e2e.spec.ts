/** A deleted business: thirty days in which everything comes back, and afterwards nothing is left of it. */
import { ownStreams } from "../../domain/business-streams";
import { byId, expectStatus, type Tenant } from "../support/api";
import { eventually } from "../support/eventually";
import { sighting } from "../support/sightings";
import { describeService, type Running } from "./on-both-logs";
import { settled } from "./settled";

const DAY_MS = 86_400_000;
const WINDOW_MS = 30 * DAY_MS;

/** A business with everything that a business can have. */
async function lived({ api, service }: Running, placeId: string): Promise<Tenant> {
  const tenant = await api.tenant({ business: { placeId: `${placeId}-own` } });
  const { v1 } = tenant.api;
  const { id } = await v1.post("/api/v1/webhooks", {
    body: { url: "https://localhost:1/", events: ["competitor.rating_change", "business.rating_change"] },
  });
  // What happens while it is paused waits for it: deliveries that are there when the business goes.
  await v1.patch("/api/v1/webhooks/{id}", { ...byId(id), body: { active: false } });
  const { competitor } = await v1.post("/api/v1/competitors", { body: { name: "Fjord Coffee", place_id: placeId } });
  // Collectors are asked for facts, and nobody answers.
  expectStatus(await tenant.browser.post(`/api/competitors/${competitor.id}/enrich`), 202);
  for (const rating of [4, 3])
    for (const place of [placeId, `${placeId}-own`])
      await api.observe(sighting(place, service.clock.now(), { listing: { rating } }));
  await settled(service);
  expect((await v1.get("/api/v1/alerts")).unread).toBe(2);
  return tenant;
}

const deleted = async ({ browser }: Tenant) => expectStatus(await browser.delete("/api/businesses/me/delete"), 200);

/** Sessions end before the window does. */
const signedInAgain = async ({ browser }: Tenant) =>
  expectStatus(
    await browser.post("/api/auth/sign-in", { email: browser.email, password: "correct horse battery" }),
    200,
  );

/** In how many rows of which tables the id stands, whatever the column. */
async function traces({ service }: Running, id: string): Promise<Readonly<Record<string, number>>> {
  const { pool } = service.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname IN ('event_log', 'read_model', 'operational')`,
  );
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ found: number }>(
      `SELECT count(*) AS found FROM ${name} t WHERE t::text LIKE '%' || $1 || '%'`,
      [id],
    );
    if ((rows[0]?.found ?? 0) > 0) found[name] = rows[0]?.found ?? 0;
  }
  return found;
}

/** The types of the events in the log that name the id. */
async function eventsThatName({ service }: Running, id: string): Promise<readonly string[]> {
  const { log } = service.running.engines;
  const types = new Set<string>();
  for (let after = 0, atHead = false; !atHead;) {
    const page = await log.readAll({ after, limit: 1_000 });
    for (const event of page.events) if (JSON.stringify(event).includes(id)) types.add(event.type);
    ({ position: after, atHead } = page);
  }
  return [...types].sort();
}

/** The removal waits for nothing but its turn. */
async function removed({ api }: Running, { businessId }: Tenant): Promise<readonly { readonly type: string }[]> {
  const admin = await api.admin();
  return eventually(
    async () => {
      const { events } = expectStatus(await admin.get(`/api/admin/businesses/${businessId}/events`), 200);
      expect((events as { type: string }[]).map(({ type }) => type)).toEqual(["BusinessRemoved"]);
      return events as { type: string }[];
    },
    { timeoutMs: 15_000 },
  );
}

describeService(
  (running, log) => {
    test("a deleted business is gone from everywhere at once, and is listed as restorable", async () => {
      const tenant = await lived(running, "deleted-place");
      const { business } = await deleted(tenant);
      const { clock } = running.service;
      const until = Date.parse((business as { restorableUntil: string }).restorableUntil);
      expect(Math.abs(until - clock.now().getTime() - WINDOW_MS)).toBeLessThan(60_000);
      const replies = await Promise.all([
        tenant.api.get("/api/v1/me"),
        tenant.api.get("/api/v1/competitors"),
        tenant.api.post("/api/v1/competitors", { name: "Another", place_id: "another" }),
        tenant.browser.get("/api/businesses/me"),
        tenant.browser.delete("/api/businesses/me/delete"),
      ]);
      expect(replies.map(({ status, json }) => [status, json?.["code"]])).toEqual(
        replies.map(() => [404, "no_active_business"]),
      );
      const list = expectStatus(await tenant.browser.get("/api/businesses"), 200);
      expect(list).toMatchObject({
        activeBusinessId: null,
        businesses: [{ id: tenant.businessId, status: "deleted" }],
      });
      expect((await tenant.browser.post(`/api/businesses/${tenant.businessId}/activate`)).status).toBe(409);
    });

    test("while it is deleted it is told nothing, and restored it is the active one with all it had", async () => {
      const tenant = await lived(running, "restored-place");
      await deleted(tenant);
      const { api, service } = running;
      await api.observe(sighting("restored-place", service.clock.now(), { listing: { rating: 1 } }));
      await settled(service);
      service.clock.leap(WINDOW_MS - DAY_MS);
      await signedInAgain(tenant);
      const { business } = expectStatus(await tenant.browser.post("/api/businesses/me/restore", {}), 200);
      expect(business).toMatchObject({ id: tenant.businessId, status: "active", restorableUntil: null });
      expect((await tenant.api.v1.get("/api/v1/competitors")).count).toBe(1);
      expect((await tenant.api.v1.get("/api/v1/alerts")).unread).toBe(2);
      service.clock.leap(2 * DAY_MS);
      await settled(service);
      expect((await tenant.api.v1.get("/api/v1/me")).id).toBe(tenant.businessId);
      expect((await tenant.browser.post("/api/businesses/me/restore", {})).json).toMatchObject({
        code: "business_not_deleted",
      });
    });

    test("after thirty days it cannot be restored, and everything of it is erased", async () => {
      const tenant = await lived(running, "erased-place");
      const { businessId, browser } = tenant;
      expect(Object.keys(await traces(running, businessId))).toEqual(
        expect.arrayContaining([
          "operational.collection_askers",
          "operational.idempotency",
          "operational.process_instances",
          "operational.webhook_deliveries",
          "read_model.alerts",
          "read_model.businesses",
          "read_model.competitors",
          "read_model.refreshes",
        ]),
      );
      await deleted(tenant);
      // What collectors are asked for would end by itself long before; this request is still open then.
      await running.service.database.pool.query("UPDATE operational.collection_requests SET expires_at = 'infinity'");
      running.service.clock.leap(WINDOW_MS);
      const [event] = await removed(running, tenant);
      await settled(running.service);
      expect(event).toMatchObject({ data: { businessId, accountId: tenant.accountId } });
      await signedInAgain(tenant);
      const late = await browser.post("/api/businesses/me/restore", { businessId });
      expect([late.status, late.json?.["code"]]).toEqual([410, "restore_window_elapsed"]);
      expect((await browser.get("/api/businesses")).json).toMatchObject({ count: 0, activeBusinessId: null });
      const stranger = await running.api.signUp();
      expect((await stranger.post("/api/businesses/me/restore", { businessId })).status).toBe(404);
      // The names of streams and of a key that must not come back, the account's slots, and what says that it was removed.
      const { ["event_log.events"]: _events, ...rows } = await traces(running, businessId);
      expect(rows).toEqual({
        ...(log === "postgres" ? { "event_log.erased_streams": ownStreams(businessId).length } : {}),
        "operational.data_keys": 1,
      });
      expect(await eventsThatName(running, businessId)).toEqual([
        "BusinessRemoved",
        "BusinessSlotFreed",
        "BusinessSlotTaken",
        "RemainsViewed",
      ]);
    });

    test("a removed business gives its place within the quota back, and its places stay known to others", async () => {
      const tenant = await lived(running, "shared-place");
      const other = await running.api.tenant();
      const body = { name: "Fjord", place_id: "shared-place" };
      const { id } = (await other.api.v1.post("/api/v1/competitors", { body })).competitor;
      await running.api.setPlan(tenant.accountId, "free");
      await deleted(tenant);
      await signedInAgain(tenant);
      expect((await tenant.browser.post("/api/businesses", { name: "Too early" })).status).toBe(403);
      running.service.clock.leap(WINDOW_MS);
      await removed(running, tenant);
      await settled(running.service);
      await signedInAgain(tenant);
      expectStatus(await tenant.browser.post("/api/businesses", { name: "In its place" }), 201);
      expect(await other.api.v1.get("/api/v1/competitors/{id}", byId(id))).toMatchObject({ rating: 3 });
    });

    test("a removal that falls due while the service is down is made at the next start, restarts in between or not", async () => {
      const tenant = await lived(running, "down-place");
      await deleted(tenant);
      const { service } = running;
      for (const days of [10, 10]) {
        await service.stop();
        service.clock.leap(days * DAY_MS);
        await service.start();
      }
      await signedInAgain(tenant);
      expect(expectStatus(await tenant.browser.get("/api/businesses"), 200)["count"]).toBe(1);
      await service.stop();
      service.clock.leap(10 * DAY_MS);
      await service.start();
      await removed(running, tenant);
    });
  },
  { settings: { WEBHOOK_ALLOWED_TARGETS: "localhost:1" } },
);
