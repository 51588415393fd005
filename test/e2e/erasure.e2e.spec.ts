/** An erased business: of everything that anybody ever said about it, nothing is left anywhere but that it was removed. */
import { EventStoreDBClient, StreamDeletedError } from "@eventstore/db-client";
import { businesses } from "../../domain/businesses";
import { ownStreams } from "../../domain/business-streams";
import { endpoints } from "../../infra/composition/endpoints";
import type { Endpoint } from "../../infra/http/endpoint";
import { createLogger } from "../../infra/logging/logger";
import { startAnswering, type Answering } from "../support/answering";
import { expectStatus, type Client, type Tenant } from "../support/api";
import { eventually } from "../support/eventually";
import { foundInLog, foundInTables } from "../support/markers";
import { concernsBusiness, newMarker, plantedRequests, unknownTexts } from "../support/planting";
import { sighting } from "../support/sightings";
import { describeOnBothLogs, type Running } from "./on-both-logs";
import { settled } from "./settled";

const WINDOW_MS = 30 * 86_400_000;
const covered = endpoints.filter(concernsBusiness);
/** What ends the life of a competitor or a business is asked for where the test wants it to end. */
const endings: ReadonlySet<string> = new Set(["delete-business", "order-erasure", "remove-competitor"]);

test("of every text that the API takes for a business it is known how to plant a marker in it, or why none can be", () => {
  expect(covered.length).toBeGreaterThan(30);
  expect(covered.flatMap(unknownTexts)).toEqual([]);
});

/** By what holds it. Markers in a request's own id may stand in the log's lines, where whoever named it finds its request. */
interface Life {
  readonly tenant: Tenant;
  readonly markers: Map<string, string>;
  readonly requestIds: Map<string, string>;
}

let answering: Answering;
const lines: string[] = [];
const written = { write: (line: string) => lines.push(line) > 0 } as unknown as NodeJS.WritableStream;
beforeAll(async () => {
  answering = await startAnswering();
});
afterAll(() => answering.close());

/** A marker in everything that a client may name besides, beside those in the request's own texts. */
function named(life: Pick<Life, "markers" | "requestIds">, endpoint: Endpoint, number: number): Record<string, string> {
  if (endpoint.method === "GET") return {};
  const [requestId, key] = [newMarker(), newMarker()];
  if (endpoint.method !== "DELETE") life.markers.set(`${endpoint.id} Idempotency-Key ${number}`, key);
  // What is done to the account, such as taking one of its places for a business, keeps the id of its request.
  if (endpoint.on !== "account") life.requestIds.set(`${endpoint.id} X-Request-Id ${number}`, requestId);
  return { "idempotency-key": key, ...(endpoint.on === "account" ? {} : { "x-request-id": requestId }) };
}

async function ask(
  life: Pick<Life, "markers" | "requestIds">,
  endpoint: Endpoint,
  client: Client,
  params: Readonly<Record<string, string>> = {},
): Promise<Readonly<Record<string, unknown>>> {
  let last: Readonly<Record<string, unknown>> = {};
  for (const [number, { query, body, markers }] of plantedRequests(endpoint).entries()) {
    // A read that takes no text leaves none.
    if (endpoint.method === "GET" && markers.size === 0) continue;
    for (const [where, marker] of markers) life.markers.set(where, marker);
    const path = endpoint.path.replace(/:(\w+)/g, (_all, name: string) => params[name] ?? "");
    const search = new URLSearchParams(query).toString();
    const sent = { headers: named(life, endpoint, number), ...(body === undefined ? {} : { body }) };
    const reply = await client.send(endpoint.method, `${path}${search === "" ? "" : `?${search}`}`, sent);
    if (reply.status >= 300) throw new Error(`${endpoint.id} was answered ${reply.status}: ${reply.text}`);
    last = reply.json ?? {};
  }
  return last;
}

const endpointCalled = (id: string): Endpoint => {
  const found = endpoints.find((endpoint) => endpoint.id === id);
  if (found === undefined) throw new Error(`There is no endpoint ${id}.`);
  return found;
};

/** What fits this life better than the declared examples. */
const examples: Readonly<Record<string, (competitorId: string) => unknown>> = {
  "set-job-monitoring": (competitorId) => ({ competitorId, enabled: false }),
  "edit-my-business": () => ({}),
  "edit-own-profile": () => ({}),
};

/** A business with everything that a business can have, and a marker in all that can hold one. */
async function lived({ api, service }: Running): Promise<Life> {
  const markers = new Map<string, string>();
  const requestIds = new Map<string, string>();
  const life = { markers, requestIds };
  const browser = await api.signUp();
  await api.setPlan(browser.accountId, "agency");
  const { business } = await ask(life, endpointCalled("create-business"), browser);
  const { id: businessId } = business as { id: string };
  const tenant = { browser, api: await api.createKey(browser), accountId: browser.accountId, businessId };
  for (const path of ["/ok", "/fails"]) {
    const hook = { url: `http://localhost:${answering.port}${path}`, events: ["alert.created"] };
    expectStatus(await tenant.api.post("/api/v1/webhooks", hook), 201);
  }
  const said = newMarker();
  answering.say(said);
  markers.set("what a receiver answered", said);
  const { competitor } = await ask(life, endpointCalled("add-competitor"), tenant.api);
  const { id: competitorId, placeId } = competitor as { id: string; placeId: string };
  markers.set("a competitor's id", competitorId);
  for (const rating of [4, 3]) await api.observe(sighting(placeId, service.clock.now(), { listing: { rating } }));
  const alertId = await eventually(async () => {
    const { alerts } = expectStatus(await tenant.api.get("/api/v1/alerts"), 200) as { alerts: { id: string }[] };
    if (alerts[0] === undefined) throw new Error("There is no alert yet.");
    return alerts[0].id;
  });
  markers.set("an alert's id", alertId);
  const params = (path: string) => ({
    id: path.includes("/competitors/:id") ? competitorId : path.includes("/alerts/:id") ? alertId : businessId,
  });
  const made = new Set(["create-business", "add-competitor", "restore-business", ...endings]);
  for (const endpoint of covered.filter(({ id }) => !made.has(id))) {
    const client = { api_key: tenant.api, session: browser, admin: await api.admin() }[endpoint.access.by as "admin"];
    const example = examples[endpoint.id]?.(competitorId);
    await ask(life, example === undefined ? endpoint : { ...endpoint, example }, client, params(endpoint.path));
  }
  await deliveriesTried(service.database.pool, businessId);
  const { rows } = await service.database.pool.query<{ sealed_key: string }>(
    "SELECT sealed_key FROM operational.data_keys WHERE owner = $1",
    [`business:${businessId}`],
  );
  markers.set("the data key", rows[0]?.sealed_key ?? "");
  return { ...life, tenant };
}

/** One has arrived, another one waits to be tried again. */
const deliveriesTried = (pool: Running["service"]["database"]["pool"], businessId: string): Promise<void> =>
  eventually(async () => {
    const { rows } = await pool.query<{ status: string }>(
      "SELECT DISTINCT status FROM operational.webhook_deliveries WHERE business_id = $1 ORDER BY status",
      [businessId],
    );
    expect(rows.map(({ status }) => status)).toEqual(["delivered", "retrying"]);
  });

interface Remains {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}
async function remainsOf({ api }: Running, { businessId }: Tenant): Promise<Remains> {
  const admin = await api.admin();
  return eventually(
    async () => {
      const { events } = expectStatus(await admin.get(`/api/admin/businesses/${businessId}/events`), 200);
      expect((events as Remains[]).map(({ type }) => type)).toEqual(["BusinessRemoved"]);
      return (events as [Remains])[0];
    },
    { timeoutMs: 15_000 },
  );
}

/** Where each marker is found, by what it was planted in. */
async function found({ service }: Running, markers: ReadonlyMap<string, string>) {
  const texts = [...markers.values()];
  const inTables = await foundInTables(service.database.pool, texts);
  const inLog = await foundInLog(service.running.engines.log, texts);
  return Object.fromEntries(
    [...markers].flatMap(([where, marker]) => {
      const places = [...(inTables.get(marker) ?? []), ...(inLog.get(marker) ?? [])];
      return places.length === 0 ? [] : [[where, places]];
    }),
  );
}

describeOnBothLogs(
  (running, store) => {
    test.each([
      ["thirty days after its owner deleted it", "restore_window_elapsed"],
      ["at once where an administrator orders it", "erasure_ordered"],
    ])("a business is erased everywhere %s", async (_when, reason) => {
      const life = await lived(running);
      const { tenant, markers, requestIds } = life;
      const { businessId, accountId } = tenant;
      const everything = new Map([...markers, ...requestIds, ["the business's id", businessId]]);
      const before = await found(running, everything);
      expect(unseen(everything, before)).toEqual([]);

      const admin = await running.api.admin();
      const ending = { markers, requestIds };
      if (reason === "erasure_ordered") {
        await ask(ending, endpointCalled("order-erasure"), admin, { id: businessId });
      } else {
        await ask(ending, endpointCalled("delete-business"), tenant.browser);
        await running.service.database.pool.query("UPDATE operational.collection_requests SET expires_at = 'infinity'");
        running.service.clock.leap(WINDOW_MS);
      }
      const { data } = await remainsOf(running, tenant);
      await settled(running.service);

      const asker =
        reason === "erasure_ordered" ? { kind: "admin", id: admin.accountId } : { kind: "user", id: accountId };
      expect(data).toMatchObject({ businessId, accountId, reason, requestedBy: asker });
      expect(data["chainHead"]).toMatch(/^[0-9a-f]{64}$/);
      expect(await found(running, new Map([...markers, ...requestIds]))).toEqual({});
      expect([...markers].filter(([, marker]) => lines.some((line) => line.includes(marker)))).toEqual([]);
      expect([...((await found(running, new Map([["id", businessId]])))["id"] ?? [])].sort()).toEqual([
        ...["BusinessActivated", "BusinessRemoved", "BusinessSlotFreed", "BusinessSlotTaken", "RemainsViewed"],
        ...(store === "postgres" ? ["event_log.erased_streams", "event_log.events"] : []),
        "operational.data_keys",
      ]);

      const { runner, dataKeys } = running.service.running.engines;
      expect((await runner.load(businesses, businessId)).state).toEqual({ status: "unknown" });
      expect(await dataKeys.openingKey(`business:${businessId}`)).toBe("destroyed");
      if (store === "eventstoredb") await expectDeleted(running, ownStreams(businessId));
    });

    test("from the order on a business is of no use to anybody, deleted or not, and ordering again changes nothing", async () => {
      const admin = await running.api.admin();
      const tenant = await running.api.tenant();
      const path = `/api/admin/businesses/${tenant.businessId}/erasure`;
      expect(await admin.post(`/api/admin/businesses/nobody/erasure`, { reason: "None" })).toMatchObject({
        status: 404,
      });
      expectStatus(await tenant.browser.post(path, { reason: "By its owner" }), 403);
      expectStatus(await admin.post(path, { reason: "By letter" }), 202);
      const refused = await Promise.all([
        tenant.api.get("/api/v1/me"),
        tenant.api.get("/api/v1/competitors"),
        tenant.browser.patch("/api/businesses/me", { name: "Another" }),
        tenant.browser.delete("/api/businesses/me/delete"),
      ]);
      expect(refused.map(({ status, json }) => [status, json?.["code"]])).toEqual(
        refused.map(() => [404, "no_active_business"]),
      );
      const { businessId } = tenant;
      const back = await tenant.browser.post("/api/businesses/me/restore", { businessId });
      expect(["business_erasure_ordered", "restore_window_elapsed"]).toContain(back.json?.["code"]);
      expect((await tenant.browser.post(`/api/businesses/${businessId}/activate`)).status).toBeGreaterThanOrEqual(404);
      expect((await tenant.browser.get("/api/businesses")).json).toMatchObject({ count: 0, activeBusinessId: null });
      expect([202, 404]).toContain((await admin.post(path, { reason: "By letter, again" })).status);
      await remainsOf(running, tenant);
      const other = await running.api.tenant();
      expectStatus(await other.browser.delete("/api/businesses/me/delete"), 200);
      expectStatus(await admin.post(`/api/admin/businesses/${other.businessId}/erasure`, { reason: "Sooner" }), 202);
      expect((await remainsOf(running, other)).data).toMatchObject({ reason: "erasure_ordered" });
    });
  },
  {
    get settings() {
      return { WEBHOOK_ALLOWED_TARGETS: `localhost:${answering.port}` };
    },
    logger: createLogger({ level: "debug", stream: written }),
  },
);

/** What a read looks for is kept nowhere, unless an auditor looks. A request that changes nothing leaves no trace of its id. */
const notKept: ReadonlySet<string> = new Set([
  "list-competitor-suggestions query.category",
  "list-my-business-history query.type",
  "list-my-business-history query.actor",
]);
function unseen(all: ReadonlyMap<string, string>, seen: Readonly<Record<string, unknown>>): readonly string[] {
  return [...all.keys()].filter((where) => !(where in seen) && !notKept.has(where) && !where.includes("X-Request-Id"));
}

/** What the protocol hands out of these streams: that they are deleted. */
async function expectDeleted({ service }: Running, streams: readonly string[]): Promise<void> {
  const client = EventStoreDBClient.connectionString(service.eventstoredbUrl ?? "");
  for (const stream of streams) {
    const read = async () => {
      for await (const _ of client.readStream(stream)) void _;
    };
    await expect(read()).rejects.toBeInstanceOf(StreamDeletedError);
  }
  await client.dispose();
}
