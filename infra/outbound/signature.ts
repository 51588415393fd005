/** Signs what is sent to a receiver, so that it can be verified with the header of this service or with a foreign library. */

import { createHmac } from "node:crypto";

export interface DeliveryToSign {
  /** Every secret valid at this moment, the newest first: one, or two while a rotation overlaps. */
  readonly secrets: readonly string[];
  /** Stable over every retry of the delivery. */
  readonly deliveryId: string;
  /** Unix seconds, fresh at each attempt. */
  readonly timestamp: number;
  /** The very bytes that are sent. */
  readonly body: Buffer | string;
  readonly eventType: string;
}

export type SignatureHeaders = Readonly<
  Record<
    | "X-Service-Delivery"
    | "X-Service-Event"
    | "X-Service-Timestamp"
    | "X-Service-Signature"
    | "webhook-id"
    | "webhook-timestamp"
    | "webhook-signature",
    string
  >
>;

const SECRET_PREFIX = "whsec_";
const SECRET_BYTES_MIN = 24;
const SECRET_BYTES_MAX = 64;
const SECRET_BYTES = 32;

/**
 * Makes the headers of one attempt.
 *
 * - `X-Service-Signature`: `sha256=<hex>` of HMAC-SHA256 over `<timestamp>.<body>`. The key is the secret as it was
 *   shown, `whsec_` included, as UTF-8. Several secrets give several values, joined with `,`.
 * - `webhook-signature` (Standard Webhooks 1.0): `v1,<base64>` of HMAC-SHA256 over `<id>.<timestamp>.<body>`. The key
 *   is the decoded part behind `whsec_`. Several secrets give several values, joined with a space.
 *
 * A receiver accepts the delivery if any value matches. Throws on a malformed secret, an empty list of secrets, a
 * timestamp that is no whole number of seconds, and a delivery id with a dot, which would make the signed text ambiguous.
 */
export function signDelivery(delivery: DeliveryToSign): SignatureHeaders {
  const { secrets, deliveryId, timestamp, eventType } = delivery;
  if (secrets.length === 0) throw new Error("A delivery is signed with at least one secret.");
  if (!Number.isSafeInteger(timestamp) || timestamp < 0)
    throw new Error("A signature's timestamp is in whole seconds.");
  if (deliveryId === "" || deliveryId.includes(".")) throw new Error("A delivery id is not empty and has no dot.");
  const seconds = String(timestamp);
  const body = typeof delivery.body === "string" ? Buffer.from(delivery.body) : delivery.body;
  return {
    "X-Service-Delivery": deliveryId,
    "X-Service-Event": eventType,
    "X-Service-Timestamp": seconds,
    "X-Service-Signature": secrets.map((secret) => ownSignature(secret, seconds, body)).join(","),
    "webhook-id": deliveryId,
    "webhook-timestamp": seconds,
    "webhook-signature": secrets.map((secret) => standardSignature(secret, deliveryId, seconds, body)).join(" "),
  };
}

/** Makes a webhook secret: `whsec_` and the base64 of 32 bytes from the given source. */
export function newWebhookSecret(randomBytes: (sizeBytes: number) => Buffer): string {
  return `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;
}

/** Reads the key bytes of a secret; throws unless it is `whsec_` and the base64 of 24 to 64 bytes. */
export function webhookSecretKey(secret: string): Buffer {
  const encoded = secret.slice(SECRET_PREFIX.length);
  const key = Buffer.from(encoded, "base64");
  const isExact = key.toString("base64") === encoded && secret.startsWith(SECRET_PREFIX);
  if (isExact && key.length >= SECRET_BYTES_MIN && key.length <= SECRET_BYTES_MAX) return key;
  throw new Error("A webhook secret is whsec_ and the base64 of 24 to 64 bytes.");
}

function ownSignature(secret: string, seconds: string, body: Buffer): string {
  return `sha256=${createHmac("sha256", secret).update(`${seconds}.`).update(body).digest("hex")}`;
}

function standardSignature(secret: string, id: string, seconds: string, body: Buffer): string {
  const mac = createHmac("sha256", webhookSecretKey(secret)).update(`${id}.${seconds}.`).update(body);
  return `v1,${mac.digest("base64")}`;
}
