/** A stand-in of the places provider over real HTTP: it answers in the provider's published form, or misbehaves as a test tells it. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { PlacesWorld, providerError, type ProvidedPlace, type StandInAnswer } from "./places-stand-in-world";

export { providedPhoto, providedPlace, providedReview, providerError } from "./places-stand-in-world";

export const STAND_IN_KEY = "stand-in-key-that-must-not-leak";

export type StandInOperation = "autocomplete" | "search" | "details" | "geocode" | "other";

/** What is done in place of the proper answer. `cut` breaks the connection in the middle of the body. */
export interface Misbehaviour {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes as they are, anything else as JSON; without one the proper answer is given. */
  readonly body?: unknown;
  readonly delayMs?: number;
  readonly cut?: true;
}

export interface StandInRequest {
  readonly operation: StandInOperation;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly fieldMask: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface PlacesStandIn {
  readonly url: string;
  /** For the service under test. */
  readonly settings: Readonly<Record<"PLACES_API_KEY" | "PLACES_API_URL" | "GEOCODING_API_URL", string>>;
  /** What arrived, in order. */
  readonly requests: readonly StandInRequest[];
  /** Knows the places from now on, in place of those with the same ids; {@link providedPlace} makes whole ones. */
  add(...places: readonly ProvidedPlace[]): void;
  /** Knows an address without a place. */
  addAddress(address: string, point: { readonly latitude: number; readonly longitude: number }): void;
  /** Knows the id no more. */
  forget(placeId: string): void;
  /** Gives a place a new id; details asked for under the old one are answered under the new one. */
  rename(placeId: string, newId: string): void;
  /** Makes the next requests, one each, end so. */
  misbehave(...next: readonly Misbehaviour[]): void;
  /** Makes every request end so, until told otherwise by null. */
  misbehaveAlways(misbehaviour: Misbehaviour | null): void;
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1. Its time is real: it works beside any clock of the service. */
export async function startPlacesStandIn(): Promise<PlacesStandIn> {
  const world = new PlacesWorld();
  const requests: StandInRequest[] = [];
  let next: readonly Misbehaviour[] = [];
  let always: Misbehaviour | null = null;
  const timers = new Set<NodeJS.Timeout>();
  const server = createServer((request, response) => {
    response.on("error", () => response.destroy());
    const serve = async (): Promise<void> => {
      const arrived = await readRequest(request);
      requests.push(arrived);
      const misbehaviour = next[0] ?? always ?? {};
      next = next.slice(1);
      const timer = setTimeout(() => {
        timers.delete(timer);
        respond(response, misbehaviour, answer(world, arrived));
      }, misbehaviour.delayMs ?? 0);
      timers.add(timer);
    };
    // A client that goes away in the middle of its request gets no answer.
    serve().catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    url,
    settings: { PLACES_API_KEY: STAND_IN_KEY, PLACES_API_URL: url, GEOCODING_API_URL: url },
    requests,
    add: (...places) => {
      for (const place of places) world.places.set(place.id, place);
    },
    addAddress: (address, point) => void world.addresses.set(address, point),
    forget: (placeId) => void world.places.delete(placeId),
    rename: (placeId, newId) => {
      const place = world.places.get(placeId);
      if (place === undefined) throw new Error(`The stand-in knows no place ${placeId}.`);
      world.places.delete(placeId);
      world.places.set(newId, { ...place, id: newId });
      world.moved.set(placeId, newId);
    },
    misbehave: (...more) => {
      next = [...next, ...more];
    },
    misbehaveAlways: (misbehaviour) => {
      always = misbehaviour;
    },
    close: async () => {
      for (const timer of timers) clearTimeout(timer);
      const closed = new Promise((settle) => server.close(settle));
      server.closeAllConnections();
      await closed;
    },
  };
}

const PLACES_PATHS: Readonly<Record<string, StandInOperation>> = {
  "POST /v1/places:autocomplete": "autocomplete",
  "POST /v1/places:searchText": "search",
  "GET /maps/api/geocode/json": "geocode",
};

async function readRequest(request: IncomingMessage): Promise<StandInRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { pathname: path, searchParams } = new URL(request.url ?? "/", "http://stand-in");
  const method = request.method ?? "";
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
  const isDetails = method === "GET" && /^\/v1\/places\/[^/]+$/.test(path);
  return {
    operation: PLACES_PATHS[`${method} ${path}`] ?? (isDetails ? "details" : "other"),
    method,
    path,
    query: Object.fromEntries(searchParams),
    headers,
    fieldMask: headers["x-goog-fieldmask"],
    body: readBody(Buffer.concat(chunks)),
  };
}

function readBody(bytes: Buffer): Readonly<Record<string, unknown>> {
  return bytes.length === 0 ? {} : (JSON.parse(bytes.toString()) as Readonly<Record<string, unknown>>);
}

/** The proper answer. */
function answer(
  world: PlacesWorld,
  { operation, path, query, headers, fieldMask, body }: StandInRequest,
): StandInAnswer {
  if (operation === "other") return { status: 404, body: "<!DOCTYPE html><title>Error 404 (Not Found)!!1</title>" };
  if (operation === "geocode") {
    if (query["key"] === STAND_IN_KEY) return world.geocode(new URLSearchParams(query));
    const message = "The provided API key is invalid. ";
    return { status: 200, body: { error_message: message, results: [], status: "REQUEST_DENIED" } };
  }
  const key = headers["x-goog-api-key"];
  if (key === undefined) return providerError(403, "PERMISSION_DENIED", "The request is missing a valid API key.");
  if (key !== STAND_IN_KEY) {
    const message = "API key not valid. Please pass a valid API key.";
    return providerError(400, "INVALID_ARGUMENT", message, "API_KEY_INVALID");
  }
  if (operation === "autocomplete") return world.autocomplete(body, fieldMask);
  if (operation === "search") return world.search(body, fieldMask);
  return world.details(decodeURIComponent(path.slice("/v1/places/".length)), fieldMask);
}

function respond(response: ServerResponse, misbehaviour: Misbehaviour, proper: StandInAnswer): void {
  const { status = misbehaviour.body === undefined ? proper.status : 200, body = proper.body } = misbehaviour;
  const raw = typeof body === "string" || Buffer.isBuffer(body);
  const bytes = raw ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
  const type = raw ? "text/html; charset=UTF-8" : "application/json; charset=UTF-8";
  response.writeHead(status, { "content-type": type, "content-length": bytes.length, ...misbehaviour.headers });
  if (misbehaviour.cut !== true) {
    response.end(bytes);
    return;
  }
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}
