/** A stand-in of Twilio over real HTTP: it speaks the published API, each product below a path of its name, or misbehaves as told. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { twilioError, TwilioWorld, type TwilioAnswer, type TwilioRequest } from "./twilio-stand-in-world";

export const TWILIO_ACCOUNT = `AC${"0a".repeat(16)}`;
export const TWILIO_TOKEN = "f00dfeedf00dfeedf00dfeedf00dfeed";
export const TWILIO_PRIMARY_PROFILE = `BU${"1f".repeat(16)}`;

/** What happens in place of the proper answer. With `lost` the work is done, and its answer never arrives. */
export interface TwilioMisbehaviour {
  readonly status?: number;
  /** Text as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly delayMs?: number;
  readonly lost?: true;
}

export interface TwilioStandIn {
  readonly url: string;
  readonly world: TwilioWorld;
  /** What arrived, in order. */
  readonly requests: readonly TwilioRequest[];
  /** For the service under test. */
  readonly settings: Readonly<Record<string, string>>;
  /** The requests that changed something, as `POST /messaging/v1/Services`. */
  written(): readonly string[];
  /** Makes the next requests, one each, end so. */
  misbehave(...next: readonly TwilioMisbehaviour[]): void;
  /** Makes the next request to such a place, as `POST /Services`, end so. */
  misbehaveAt(request: string, misbehaviour: TwilioMisbehaviour): void;
  misbehaveAlways(misbehaviour: TwilioMisbehaviour | null): void;
  close(): Promise<void>;
}

export async function startTwilioStandIn(now: () => Date): Promise<TwilioStandIn> {
  const world = new TwilioWorld(now);
  const requests: TwilioRequest[] = [];
  const timers = new Set<NodeJS.Timeout>();
  let next: readonly TwilioMisbehaviour[] = [];
  let always: TwilioMisbehaviour | null = null;
  const places = new Map<string, TwilioMisbehaviour>();
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await readRequest(incoming);
    requests.push(request);
    const [place] = [...places.keys()].filter((known) => isAt(request, known));
    const misbehaviour = next[0] ?? (place === undefined ? always : places.get(place)) ?? {};
    next = next.slice(1);
    if (place !== undefined) places.delete(place);
    const { status, body, delayMs = 0, lost } = misbehaviour;
    const proper = status === undefined ? answer(world, incoming, request) : { status, body };
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (lost === true) response.destroy();
      else respond(response, proper);
    }, delayMs);
    timers.add(timer);
  };
  const server = createServer((incoming, response) => void serve(incoming, response).catch(() => response.destroy()));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    url,
    world,
    requests,
    settings: {
      SMS_PROVIDER: "twilio",
      TWILIO_ACCOUNT_SID: TWILIO_ACCOUNT,
      TWILIO_AUTH_TOKEN: TWILIO_TOKEN,
      TWILIO_PRIMARY_PROFILE_SID: TWILIO_PRIMARY_PROFILE,
      TWILIO_API_URL: url,
    },
    written: () =>
      requests
        .filter(({ method }) => method !== "GET")
        .map(({ method, product, path }) => `${method} /${product}${path}`.replace(/(?<=\/[A-Z]{2})[0-9a-f]{32}/g, "")),
    misbehave: (...more) => {
      next = [...next, ...more];
    },
    misbehaveAt: (request, misbehaviour) => void places.set(request, misbehaviour),
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

/** `POST /Services`: the method, and how the path ends. */
function isAt({ method, path }: TwilioRequest, place: string): boolean {
  const [wantedMethod, end = ""] = place.split(" ");
  return method === wantedMethod && path.endsWith(end);
}

function answer(world: TwilioWorld, incoming: IncomingMessage, request: TwilioRequest): TwilioAnswer {
  const credentials = Buffer.from(`${TWILIO_ACCOUNT}:${TWILIO_TOKEN}`).toString("base64");
  if (incoming.headers.authorization !== `Basic ${credentials}`) return twilioError(401, 20003, "Authenticate");
  const type = incoming.headers["content-type"];
  if (request.method === "POST" && type !== "application/x-www-form-urlencoded")
    return twilioError(415, 20415, "Unsupported media type");
  return world.answer(request);
}

async function readRequest(incoming: IncomingMessage): Promise<TwilioRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://stand-in");
  const [, product = "", path = ""] = /^\/([a-z]+)(\/.*?)(?:\.json)?$/.exec(pathname) ?? [];
  const form = new URLSearchParams(Buffer.concat(chunks).toString());
  return { method: incoming.method ?? "", product, path, query: searchParams, form };
}

function respond(response: ServerResponse, { status, body }: TwilioAnswer): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body));
}
