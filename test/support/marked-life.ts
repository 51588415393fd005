/** The life of a business with a marker in everything that anybody can say about it. */
import type { Pool } from "pg";
import { endpoints } from "../../infra/composition/endpoints";
import type { Endpoint } from "../../infra/http/endpoint";
import type { Answering } from "./answering";
import { expectStatus, type Api, type Client, type Tenant } from "./api";
import { eventually } from "./eventually";
import { messaged, messaging } from "./marked-messaging";
import { concernsBusiness, newMarker, plantedRequests } from "./planting";
import { sighting } from "./sightings";

/** Where the business lives. */
export interface Stage {
  readonly api: Api;
  readonly pool: Pool;
  readonly now: () => Date;
  readonly answering: Answering;
}

/** By what holds it. Markers in a request's own id may stand in the log's lines, where whoever named it finds its request. */
export interface Marked {
  readonly markers: Map<string, string>;
  readonly requestIds: Map<string, string>;
}
export interface Life extends Marked {
  readonly tenant: Tenant;
}

/** Whatever of the API concerns one business. */
export const covered = endpoints.filter(concernsBusiness);
/** What ends the life of a competitor or a business is asked for where the test wants it to end. */
const endings: ReadonlySet<string> = new Set(["delete-business", "order-erasure", "remove-competitor"]);

/** A marker in everything that a client may name besides, beside those in the request's own texts. */
function named(life: Marked, endpoint: Endpoint, number: number): Record<string, string> {
  if (endpoint.method === "GET") return {};
  const [requestId, key] = [newMarker(), newMarker()];
  // At the stand-in of a provider an administrator is somebody else: the key is that account's, and forgotten after a day.
  const isOfAnother = endpoint.path.includes("/sms-sandbox/");
  if (endpoint.method !== "DELETE" && !isOfAnother) life.markers.set(`${endpoint.id} Idempotency-Key ${number}`, key);
  // What is done to the account, such as taking one of its places for a business, keeps the id of its request.
  if (endpoint.on !== "account") life.requestIds.set(`${endpoint.id} X-Request-Id ${number}`, requestId);
  return { "idempotency-key": key, ...(endpoint.on === "account" ? {} : { "x-request-id": requestId }) };
}

/** Sends the endpoint's request with a marker in each of its texts. */
export async function ask(
  life: Marked,
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

export const endpointCalled = (id: string): Endpoint => {
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
export async function lived({ api, pool, now, answering }: Stage): Promise<Life> {
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
  for (const rating of [4, 3]) await api.observe(sighting(placeId, now(), { listing: { rating } }));
  const alertId = await eventually(async () => {
    const { alerts } = expectStatus(await tenant.api.get("/api/v1/alerts"), 200) as { alerts: { id: string }[] };
    if (alerts[0] === undefined) throw new Error("There is no alert yet.");
    return alerts[0].id;
  });
  markers.set("an alert's id", alertId);
  const params = (path: string) => ({
    id: path.includes("/competitors/:id") ? competitorId : path.includes("/alerts/:id") ? alertId : businessId,
  });
  const made = new Set(["create-business", "add-competitor", "restore-business", ...endings, ...messaging]);
  for (const endpoint of covered.filter(({ id }) => !made.has(id))) {
    const client = { api_key: tenant.api, session: browser, admin: await api.admin() }[endpoint.access.by as "admin"];
    const example = examples[endpoint.id]?.(competitorId);
    await ask(life, example === undefined ? endpoint : { ...endpoint, example }, client, params(endpoint.path));
  }
  await messaged(life, api, browser);
  await deliveriesTried(pool, businessId);
  const { rows } = await pool.query<{ sealed_key: string }>(
    "SELECT sealed_key FROM operational.data_keys WHERE owner = $1",
    [`business:${businessId}`],
  );
  markers.set("the data key", rows[0]?.sealed_key ?? "");
  return { ...life, tenant };
}

/** One has arrived, another one waits to be tried again. */
const deliveriesTried = (pool: Pool, businessId: string): Promise<void> =>
  eventually(async () => {
    const { rows } = await pool.query<{ status: string }>(
      "SELECT DISTINCT status FROM operational.webhook_deliveries WHERE business_id = $1 ORDER BY status",
      [businessId],
    );
    expect(rows.map(({ status }) => status)).toEqual(["delivered", "retrying"]);
  });
