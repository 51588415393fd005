/** What an account is told of, and where, by the public API: a rating that rose, as it was observed. */
import { asking, byId, expectStatus } from "../support/api";
import { eventually } from "../support/eventually";
import { sighting } from "../support/sightings";
import { HOST, type Life } from "./public-life";
import { anyText, type Shows } from "./public-own";

const rose = { type: "competitor.rating_change", data: { placeId: "life-watched", before: 4, after: 4.5 } } as const;
const events = [rose.type];

let hooks = 0;
/** An endpoint that hears of ratings, at a path of its own. */
async function hooked({ watcher, receiving }: Life, path = `/ok/life-${(hooks += 1)}`) {
  const body = { url: `https://${HOST}${path}`, events };
  const registered = await watcher.api.v1.post("/api/v1/webhooks", { body });
  receiving.secrets.add(registered.secret);
  return { ...registered, path };
}

/** Has the watched place seen again, with another rating; gives the ratings before and after. */
let rating = 4.5;
async function rated({ api, service }: Life): Promise<{ readonly before: number; readonly after: number }> {
  const before = rating;
  rating = rating === 4.5 ? 4.4 : 4.5;
  await api.observe(sighting("life-watched", service.clock.now(), { listing: { rating } }));
  return { before, after: rating };
}

/** Interface specification, Webhook endpoint. */
const shown = ({ id, url }: { readonly id: string; readonly url: string }) => ({
  ...{ id, url, events, active: true, createdAt: anyText, pausedReason: null },
});

export const webhooks: Shows = {
  "POST /api/v1/webhooks": async (life) => {
    const { path, ...registered } = await hooked(life);
    expect(registered).toEqual({
      ...{ id: anyText, url: `https://${HOST}${path}`, events, active: true, createdAt: anyText, note: anyText },
      secret: expect.stringMatching(/^whsec_/) as string,
    });
    const { before, after } = await rated(life);
    const [body] = await eventually(() => {
      const bodies = life.receiving.bodiesAt(path);
      expect(bodies).toHaveLength(1);
      return bodies;
    });
    expect(body).toMatchObject({ type: rose.type, businessId: life.watcher.businessId });
    expect(body?.data).toMatchObject({ placeId: "life-watched", before, after });
  },
  "GET /api/v1/webhooks": async (life) => {
    const { v1 } = life.watcher.api;
    const made = await hooked(life);
    const { data, count } = await v1.get("/api/v1/webhooks");
    expect(count).toBe(data.length);
    expect(data).toContainEqual(shown(made));
  },
  "PATCH /api/v1/webhooks/:id": async (life) => {
    const made = await hooked(life);
    const { v1 } = life.watcher.api;
    const changed = await v1.patch("/api/v1/webhooks/{id}", { ...byId(made.id), body: { active: false } });
    expect(changed).toEqual({ ...shown(made), active: false, pausedReason: "requested" });
    await rated(life);
    await life.settled();
    expect(life.receiving.bodiesAt(made.path)).toEqual([]);
  },
  "DELETE /api/v1/webhooks/:id": async (life) => {
    const made = await hooked(life);
    const { v1 } = life.watcher.api;
    await v1.delete("/api/v1/webhooks/{id}", byId(made.id));
    const { data } = await v1.get("/api/v1/webhooks");
    expect(data.map(({ id }) => id)).not.toContain(made.id);
    await rated(life);
    await life.settled();
    expect(life.receiving.bodiesAt(made.path)).toEqual([]);
  },
  "GET /api/v1/webhooks/:id/deliveries": async (life) => {
    const made = await hooked(life);
    await rated(life);
    await eventually(async () => {
      const { deliveries } = await life.watcher.api.v1.get("/api/v1/webhooks/{id}/deliveries", byId(made.id));
      expect(deliveries).toMatchObject([
        { endpointId: made.id, eventType: rose.type, status: "delivered", attempts: 1, httpStatus: 200 },
      ]);
      expect(deliveries[0]?.payloadPreview).toContain("life-watched");
    });
  },
  "POST /api/v1/webhooks/:id/rotate-secret": async (life) => {
    const made = await hooked(life);
    const rotated = await life.watcher.api.v1.post("/api/v1/webhooks/{id}/rotate-secret", byId(made.id));
    expect(rotated).toMatchObject({ secret: expect.stringMatching(/^whsec_/) as string });
    expect(rotated).not.toMatchObject({ secret: made.secret });
    await rated(life);
    // The receiver knows the old secret alone, and for a day both sign.
    const [arrival] = await eventually(() => {
      const arrivals = life.receiving.arrivalsAt(made.path);
      expect(arrivals).toHaveLength(1);
      return arrivals;
    });
    expect(arrival).toMatchObject({ standardVerdict: "verified", serviceVerdict: "verified" });
  },
  "POST /api/v1/webhooks/:id/test": async (life) => {
    const made = await hooked(life);
    const body = { eventType: rose.type };
    const told = await life.watcher.api.v1.post("/api/v1/webhooks/{id}/test", { ...byId(made.id), body });
    expect(told).toEqual({ deliveryId: anyText, endpointId: made.id, eventType: rose.type });
    await eventually(() => expect(life.receiving.bodiesAt(made.path)).toMatchObject([{ type: rose.type }]));
  },
  "GET /api/v1/event-types": async ({ watcher }) => {
    const { data, count } = await watcher.api.v1.get("/api/v1/event-types");
    expect(count).toBe(data.length);
    const known = data.map(({ type }) => type);
    const { data: told } = await watcher.api.v1.get("/api/v1/events");
    expect(told.length).toBeGreaterThan(0);
    for (const { type } of told) expect(known).toContain(type);
  },
  "GET /api/v1/events": async ({ watcher }) => {
    const { data } = await watcher.api.v1.get("/api/v1/events");
    expect(data[0]).toMatchObject({ ...rose, businessId: watcher.businessId, position: expect.any(Number) as number });
    expect(data[1]).toMatchObject({ type: "alert.created" });
  },
};

export const account: Shows = {
  "GET /api/v1/alerts": async ({ watcher }) => {
    const { alerts, unread } = await watcher.api.v1.get("/api/v1/alerts", asking({ type: rose.type, limit: 100 }));
    expect(unread).toBeGreaterThan(0);
    expect(alerts.at(-1)).toMatchObject({
      ...{ ...rose, id: anyText, title: "Fjell: rating changed from 4 to 4.5", placeId: "life-watched" },
      createdAt: anyText,
    });
  },
  "PATCH /api/v1/alerts/:id": async ({ watcher }) => {
    const { v1 } = watcher.api;
    const { alerts, unread } = await v1.get("/api/v1/alerts", asking({ limit: 100 }));
    const id = alerts.at(-1)?.id ?? "";
    await v1.patch("/api/v1/alerts/{id}", { ...byId(id), body: { read: true } });
    const after = await v1.get("/api/v1/alerts", asking({ limit: 100 }));
    expect([after.unread, after.alerts.at(-1)]).toEqual([
      unread - 1,
      expect.objectContaining({ id, read: true, readAt: anyText }),
    ]);
  },
  "GET /api/v1/notifications": async ({ watcher }) => {
    const { notifications } = await watcher.api.v1.get("/api/v1/notifications");
    expect(notifications).toMatchObject({
      ...{ businessId: watcher.businessId, webhook: null, sms: null },
      email: { to: watcher.browser.email, configured: false },
    });
  },
  "PATCH /api/v1/notifications": async (life) => {
    const { v1 } = life.watcher.api;
    const { notifications } = await v1.patch("/api/v1/notifications", { body: { email: { alerts: events } } });
    expect(notifications.email.alerts).toEqual(events);
    const { before, after } = await rated(life);
    await life.settled();
    const { mails } = expectStatus(await (await life.api.admin()).get("/api/admin/mails"), 200);
    expect(mails).toMatchObject([{ subject: `Alert: Fjell: rating changed from ${before} to ${after}` }]);
    await v1.patch("/api/v1/notifications", { body: { email: { alerts: [] } } });
  },
  "GET /api/v1/export": async ({ tenant, rivalId }) => {
    const text: string = await tenant.api.v1.get("/api/v1/export", { parseAs: "text" });
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { kind: string; data?: Readonly<Record<string, unknown>> });
    const of = (kind: string) => lines.flatMap((line) => (line.kind === kind && line.data ? [line.data] : []));
    expect(of("competitors")).toContainEqual(expect.objectContaining({ competitorId: rivalId, placeId: "life-rival" }));
    expect(of("places")).toContainEqual(
      expect.objectContaining({ placeId: "life-rival", rating: 4.8, reviewCount: 176 }),
    );
    expect(of("place_reviews").filter(({ placeId }) => placeId === "life-own")).toHaveLength(12);
    expect(lines.at(-1)).toMatchObject({ kind: "end", changed: false });
  },
  "GET /api/v1/usage": async ({ tenant }) => {
    const { account: whose, business, quotas } = await tenant.api.v1.get("/api/v1/usage");
    expect([whose, business]).toEqual([
      { id: tenant.accountId, plan: "growth" },
      { id: tenant.businessId, name: "Harbour Café" },
    ]);
    const tracked = quotas.find(({ name }) => name === "competitorsPerBusiness");
    expect(tracked).toMatchObject({ per: "business", limit: 25, used: 2, period: null, resetsAt: null });
  },
  "GET /api/v1/keys/current": async ({ tenant }) => {
    const { key, plan } = await tenant.api.v1.get("/api/v1/keys/current");
    expect([key.id, key.prefix, plan]).toEqual([
      tenant.api.keyId,
      tenant.api.key.slice(0, key.prefix.length),
      "growth",
    ]);
  },
};
