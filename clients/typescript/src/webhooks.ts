/** Verifies a webhook before a word of it is believed. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { webhooks } from "./api";

/** The body of a delivery; its `type` says which `data` it has. */
export type WebhookEvent = {
  [Type in keyof webhooks]: webhooks[Type]["post"]["requestBody"]["content"]["application/json"];
}[keyof webhooks];

interface HeaderGetter {
  get(name: string): string | null;
}
type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Those of Node, of Express, or of fetch. */
export type WebhookHeaders = HeaderGetter | HeaderRecord;

export interface WebhookRequest {
  readonly headers: WebhookHeaders;
  /** The bytes as they came, before anything parsed them. */
  readonly body: Uint8Array | string;
  /** `whsec_…` as it was shown; during a rotation the old one and the new one. */
  readonly secrets: string | readonly string[];
  /** How far the time of sending may be from now; 300 unless told. */
  readonly toleranceSeconds?: number;
  /** The system's time unless told. */
  readonly now?: Date;
}

export type WebhookFault = "unsigned" | "outside_tolerance" | "wrong_signature" | "unreadable_body";

const sentences: Readonly<Record<WebhookFault, string>> = {
  unsigned: "The request carries no signature of the service.",
  outside_tolerance: "The request was signed too long ago, or in the future.",
  wrong_signature: "The signature is of another body, time or secret.",
  unreadable_body: "The body is no JSON object.",
};

/** To be answered with 401, and with no more words than that. */
export class WebhookRefused extends Error {
  override readonly name = "WebhookRefused";
  constructor(readonly fault: WebhookFault) {
    super(sentences[fault]);
  }
}

const TOLERANCE_SECONDS = 300;
const SECRET = /^whsec_([A-Za-z0-9+/]{32,}={0,2})$/;

interface Signed {
  readonly timestamp: string;
  readonly given: readonly string[];
  expected(secret: string): string;
}

/**
 * The event of a delivery. Both kinds of signature are looked at, `X-Service-Signature` and the `webhook-signature` of
 * Standard Webhooks: one must be there, and each that is there must match one of the secrets and be of the present.
 * Throws a `WebhookRefused`, and a TypeError where a secret is none or is not given.
 *
 * Deliveries come at least once: who acts on an event remembers its `id`.
 */
export function verifyWebhook(request: WebhookRequest): WebhookEvent {
  const { toleranceSeconds = TOLERANCE_SECONDS, now = new Date() } = request;
  const secrets = typeof request.secrets === "string" ? [request.secrets] : request.secrets;
  if (secrets.length === 0 || !secrets.every((secret) => SECRET.test(secret)))
    throw new TypeError("A webhook is verified with at least one secret, whsec_ and base64, as the service showed it.");
  const body = Buffer.from(request.body);
  const signatures = [ownSignature(request.headers, body), standardSignature(request.headers, body)];
  const present = signatures.filter((signed) => signed !== null);
  if (present.length === 0) throw new WebhookRefused("unsigned");
  for (const { timestamp, given, expected } of present) {
    const ageSeconds = /^\d{1,12}$/.test(timestamp) ? now.getTime() / 1000 - Number(timestamp) : NaN;
    if (!(Math.abs(ageSeconds) <= toleranceSeconds)) throw new WebhookRefused("outside_tolerance");
    const matches = secrets.some((secret) => given.some((one) => isSame(one, expected(secret))));
    if (!matches) throw new WebhookRefused("wrong_signature");
  }
  return readEvent(body);
}

/** `sha256=<hex>`, keyed with the secret as it was shown, over `<timestamp>.<body>`; several are joined by commas. */
function ownSignature(headers: WebhookHeaders, body: Buffer): Signed | null {
  const [signature, timestamp = ""] = [header(headers, "x-service-signature"), header(headers, "x-service-timestamp")];
  if (signature === undefined) return null;
  const expected = (secret: string): string =>
    `sha256=${createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex")}`;
  return { timestamp, given: signature.split(",").map((one) => one.trim()), expected };
}

/** `v1,<base64>`, keyed with the bytes behind `whsec_`, over `<id>.<timestamp>.<body>`; several are joined by spaces. */
function standardSignature(headers: WebhookHeaders, body: Buffer): Signed | null {
  const [signature, timestamp = ""] = [header(headers, "webhook-signature"), header(headers, "webhook-timestamp")];
  if (signature === undefined) return null;
  const id = header(headers, "webhook-id") ?? "";
  const expected = (secret: string): string => {
    const key = Buffer.from(secret.replace(SECRET, "$1"), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64")}`;
  };
  return { timestamp, given: signature.split(" "), expected };
}

/** Names are in lower case in Node; proxies may have written them otherwise. */
function header(headers: WebhookHeaders, name: string): string | undefined {
  if (isGetter(headers)) return headers.get(name) ?? undefined;
  const key = Object.keys(headers).find((one) => one.toLowerCase() === name);
  const value = key === undefined ? undefined : headers[key];
  return typeof value === "object" ? value.join(",") : value;
}

const isGetter = (headers: WebhookHeaders): headers is HeaderGetter => typeof headers.get === "function";

/** In a time that tells nothing of where they differ. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function readEvent(body: Buffer): WebhookEvent {
  try {
    const event: unknown = JSON.parse(body.toString("utf8"));
    if (typeof event === "object" && event !== null) return event as WebhookEvent;
  } catch {
    // Told as a refusal below, without the parser's words.
  }
  throw new WebhookRefused("unreadable_body");
}
