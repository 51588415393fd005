/** What the service sends of its own accord, as an OpenAPI operation of whoever receives it. */
import type { z } from "zod";
import { camelCase } from "./camel-case";
import type { JsonSchema, SchemaBook } from "./schema-book";

/** A type of the webhooks' catalogue; `schema` is that of the whole body. */
export interface WebhookType {
  readonly type: string;
  readonly summary: string;
  readonly schema: z.ZodType;
  readonly example?: unknown;
}

/** The area of the document under which deliveries are listed. */
export const DELIVERIES = "webhook";

const header = (name: string, description: string, example: string, pattern: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string", pattern },
  example,
});

const ID = "^[^.\\s]+$";
const SECONDS = "^\\d{10}$";
const id = "msg_0196f1d2-6c1e-7b7e-9d53-0f2f6f1c2a10";
const seconds = "1768469401";

/** The headers of every attempt; each names what it signs, so that a receiver needs no other document. */
export const deliveryParameters = {
  DeliveryId: header(
    "webhook-id",
    "The delivery, and the same in each of its attempts: what is known already is a repetition.",
    id,
    ID,
  ),
  DeliveryTimestamp: header(
    "webhook-timestamp",
    "When this attempt was signed, in seconds since 1970; refuse what is older than five minutes.",
    seconds,
    SECONDS,
  ),
  DeliverySignature: header(
    "webhook-signature",
    "Standard Webhooks 1.0: `v1,` and the base64 of HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the decoded part of the secret behind `whsec_`. While a secret is being rotated there are two, separated by a space; one that matches is enough.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
    "^v1,[A-Za-z0-9+/=]+( v1,[A-Za-z0-9+/=]+)*$",
  ),
  OwnDelivery: header("X-Service-Delivery", "The delivery again.", id, ID),
  OwnEvent: header("X-Service-Event", "The event's type, as in the body.", "alert.created", "^[a-z_.]+$"),
  OwnTimestamp: header("X-Service-Timestamp", "The moment of signing again.", seconds, SECONDS),
  OwnSignature: header(
    "X-Service-Signature",
    "`sha256=` and the hex of HMAC-SHA256 over `<timestamp>.<body>`, keyed with the whole secret as it was shown; of two secrets two, separated by a comma.",
    `sha256=${"9f".repeat(32)}`,
    "^sha256=[0-9a-f]{64}(,sha256=[0-9a-f]{64})*$",
  ),
} as const;

const parameters = Object.keys(deliveryParameters).map((name) => ({ $ref: `#/components/parameters/${name}` }));

const DESCRIPTION =
  "Sent to every registered endpoint that asked for this type. Check a signature over the body as it came before reading it, " +
  "and answer within the time limit with any status from 200 to 299; everything else is tried again, less and less often.";

export function webhookOperation({ type, summary, schema, example }: WebhookType, book: SchemaBook): JsonSchema {
  const media = { schema: book.of(schema, "output"), ...(example === undefined ? {} : { example }) };
  return {
    operationId: camelCase(`on-${type.replace(/[._]/g, "-")}`),
    tags: [DELIVERIES],
    summary,
    description: DESCRIPTION,
    security: [{ webhookSignature: [] }],
    parameters,
    requestBody: { required: true, content: { "application/json": media } },
    responses: { "2XX": { description: "Received. Anything else is tried again later." } },
  };
}
