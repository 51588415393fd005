/** The parts of the document that are the same for every service with this kernel: errors, headers, security. */

import { MOMENT_CHARS_MAX } from "../moments";

const text = { type: "string" } as const;
const count = { type: "integer", format: "int64", minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;
const members = {
  error: { ...text, description: "A sentence for people; the `code` again where a `message` holds the sentence." },
  code: { ...text, description: "A stable name for programs." },
  requestId: { ...text, description: "Names this request in the service's log." },
  details: {
    type: "array",
    description: "What is wrong with the request, and where.",
    items: { type: "object", required: ["path", "message"], properties: { path: text, message: text } },
  },
  requiredScope: { ...text, description: "The scope that the key lacks." },
  requiredPlan: { ...text, description: "The lowest plan that may do this." },
  requiredPermission: { ...text, description: "The team permission that is missing." },
  quota: {
    type: "object",
    description: "The limit that is used up; a quota of the plan by the name that `GET /api/v1/usage` has for it.",
    required: ["name", "limit", "used"],
    properties: {
      name: text,
      limit: count,
      used: count,
      resetSeconds: { ...count, description: "After which it begins anew, where it does." },
    },
  },
} as const;
const required = ["error", "code", "requestId"];

export const fixedSchemas = {
  Error: { type: "object", required, properties: members },
  Problem: {
    description: "The same members as RFC 9457, for clients that accept application/problem+json.",
    type: "object",
    required: [...required, "type", "title", "status", "detail"],
    properties: {
      ...members,
      type: text,
      title: text,
      status: { type: "integer", format: "int32", minimum: 400, maximum: 599 },
      detail: text,
    },
  },
  DryRun: {
    type: "object",
    required: ["valid"],
    properties: {
      valid: { const: true },
      would: {
        type: "object",
        description: "What would be answered, where the operation says that it tells so.",
        additionalProperties: true,
      },
    },
    additionalProperties: false,
  },
} as const;

/** Of an event in the log. */
const position = count;

const header = (description: string, schema: object = text) => ({ description, schema });

export const fixedHeaders = {
  "X-Request-Id": header("Names this request; the client's own where it sent one."),
  "X-Service-As-Of": header(
    "With `asOf`: the position of the last event of the business and its places that the answer tells of; 0 for none.",
    position,
  ),
  "X-Service-Position": header("How far this write moved the log; for X-Service-Min-Position.", position),
  ETag: header("The tag of this state, for If-None-Match, and for If-Match where it is of a revision."),
  RateLimit: header(
    "What is left of each limit of requests, and of each quota of the plan that the operation counts against, by the name that `GET /api/v1/usage` has for it; and the seconds until it begins anew, where it does. Absent where the request was refused before it was counted, as without credentials; quotas also where it was refused for its form.",
  ),
  "RateLimit-Policy": header(
    "The limits and quotas that count, and the seconds of the window within which; beside RateLimit.",
  ),
  "Retry-After": header("Seconds after which a repetition makes sense.", count),
  "Idempotency-Replayed": header("This is the first answer to this Idempotency-Key again.", { const: "true" }),
} as const;

export const headerRefs = (...names: readonly (keyof typeof fixedHeaders)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });

export const fixedParameters = {
  IdempotencyKey: parameter(
    "Idempotency-Key",
    "A repetition with the same key gives the first answer, for 24 hours at least.",
    { ...text, minLength: 1, maxLength: 255, pattern: "^[\\x20-\\x7e]+$" },
  ),
  RequestId: parameter("X-Request-Id", "A name for this request; one of another form is not taken up.", {
    ...text,
    minLength: 1,
    maxLength: 128,
    pattern: "^[A-Za-z0-9._-]+$",
  }),
  MinPosition: parameter("X-Service-Min-Position", "Answer only from what has reached this position.", position),
  IfNoneMatch: parameter("If-None-Match", "Tags that the client has; 304 where one is still right.", {
    ...text,
    maxLength: 1_000,
    pattern: "^[\\x20-\\x7e]*$",
  }),
  IfMatch: parameter(
    "If-Match",
    "The tag of the revision to change, as a write gave it; 412 where it was changed since.",
    { ...text, maxLength: 20, pattern: '^(\\*|"r\\d{1,15}")$' },
  ),
  AsOf: {
    name: "asOf",
    in: "query",
    description:
      "Answer as it was when the log had come to this position, or at this instant, such as `4711` or `2026-01-15T09:30:00.000Z`: everything up to the first event after it. " +
      "Rights are those of today, and what was erased since stays so. Counts as ten requests within a minute.",
    schema: {
      anyOf: [
        { ...text, maxLength: 16, pattern: "^\\d{1,16}$" },
        { ...text, maxLength: MOMENT_CHARS_MAX, format: "date-time" },
      ],
    },
  },
  ValidateOnly: {
    name: "validateOnly",
    in: "query",
    description: "Check everything and change nothing.",
    schema: { ...text, enum: ["true", "false"], default: "false" },
  },
} as const;

function parameter(name: string, description: string, schema: object) {
  return { name, in: "header", description, schema };
}

export const securitySchemes = {
  serviceKey: { type: "apiKey", in: "header", name: "X-Service-Key", description: "An API key." },
  bearerKey: { type: "http", scheme: "bearer", description: "The same API key as a bearer token." },
  session: { type: "apiKey", in: "cookie", name: "service_session", description: "The cookie of a signed-in browser." },
  administratorSession: {
    type: "apiKey",
    in: "cookie",
    name: "service_session",
    description: "The cookie of a browser in which an administrator is signed in.",
  },
  collectorToken: { type: "http", scheme: "bearer", description: "A collector's token." },
  providerSignature: {
    type: "apiKey",
    in: "header",
    name: "X-Twilio-Signature",
    description:
      "A provider's signature over the address and the body of the request, in the header that it uses for it.",
  },
  webhookSignature: {
    type: "apiKey",
    in: "header",
    name: "webhook-signature",
    description: "How receivers of webhooks know the service: a signature with the secret of their endpoint.",
  },
} as const;

/** Which of them opens an endpoint; any one is enough. */
export const securityBy = {
  api_key: [{ serviceKey: [] }, { bearerKey: [] }],
  session: [{ session: [] }],
  admin: [{ administratorSession: [] }],
  collector: [{ collectorToken: [] }, { administratorSession: [] }],
  signature: [{ providerSignature: [] }],
  open: [],
} as const;
