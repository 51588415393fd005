/** Requests with a marker in everything that they can say. */
import { endpoints } from "../../infra/composition/catalogue/endpoints";
import type { Endpoint } from "../../infra/http/endpoint";
import type { Client } from "./api";
import { newMarker, plantedRequests } from "./planting";

/** By what holds it. Markers in a request's own id may stand in the log's lines, where whoever named it finds its request. */
export interface Marked {
  readonly markers: Map<string, string>;
  readonly requestIds: Map<string, string>;
}
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
