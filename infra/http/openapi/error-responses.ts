/** Which errors an endpoint can answer with: what the kernel checks for it, and the refusals that it declares. */
import { answersAsOf } from "../as-of";
import type { Endpoint } from "../endpoint";
import type { RefusalForms } from "../error-answers";
import { isIdempotent } from "../once";
import { isWitnessed } from "../witnessed";
import type { ExampleBook } from "./answer-examples";
import { headerRefs, schemaRef } from "./fixed-components";
import type { SchemaBook } from "./schema-book";

export interface ErrorCode {
  readonly status: number;
  readonly code: string;
}

const code = (status: number, ...codes: readonly string[]): readonly ErrorCode[] =>
  codes.map((one) => ({ status, code: one }));

/** Every status and code, in order of status. */
export function errorCodes(
  endpoint: Endpoint,
  refusalStatuses: Readonly<Record<string, number>>,
): readonly ErrorCode[] {
  const { access, method, params, bodyStream, on, presentOnly, responds, refusals = [], fails = {} } = endpoint;
  const writes = method !== "GET";
  const all = [
    ...code(400, "invalid_request", ...unreadable(endpoint)),
    ...(presentOnly === undefined ? [] : code(400, "as_of_not_offered")),
    ...(access.by === "open" ? [] : code(401, "unauthenticated")),
    ...code(403, ...forbidden(endpoint)),
    ...(params === undefined ? [] : code(404, "not_found")),
    ...(on === "business" ? code(404, "no_active_business") : []),
    ...(isIdempotent(endpoint)
      ? [...code(409, "idempotency_in_progress"), ...code(422, "idempotency_key_reused")]
      : []),
    ...(dependsOnRevision(endpoint) ? code(412, "precondition_failed") : []),
    ...(writes && bodyStream === undefined ? code(413, "body_too_large") : []),
    ...(writes ? code(415, "unsupported_media_type") : []),
    ...(access.surface === "ops" ? [] : code(429, "rate_limited", "too_many_attempts")),
    ...(answersAsOf(endpoint) ? code(422, "history_too_long") : []),
    ...(answersAsOf(endpoint) || endpoint.heavy === true ? code(503, "time_travel_busy") : []),
    ...(endpoint.heavy === true && responds.alternatives !== undefined ? code(429, "too_many_streams") : []),
    ...code(431, "head_too_large"),
    ...code(500, "internal_error"),
    // Strangers are those who hand in passwords.
    ...(access.by === "open" && writes ? code(503, "busy") : []),
    ...code(
      503,
      "log_unavailable",
      "database_unavailable",
      ...(writes ? ["contention"] : []),
      "read_position_not_reached",
    ),
    ...refusals.map((one) => ({ status: refusalStatuses[one] ?? 500, code: one })),
    ...Object.entries(fails).map(([one, status]) => ({ status, code: one })),
  ];
  return all.sort((left, right) => left.status - right.status);
}

function unreadable({ access, method }: Endpoint): readonly string[] {
  if (access.by === "signature") return ["malformed_body", "unreadable_callback"];
  return method === "GET" ? [] : ["malformed_json"];
}

function forbidden(endpoint: Endpoint): readonly string[] {
  const { access, method } = endpoint;
  const isStranger = access.by === "open" && access.surface !== "dashboard";
  const byCookie = access.by !== "api_key" && access.by !== "signature" && !isStranger;
  return [
    ...(access.plan === undefined ? [] : ["insufficient_plan"]),
    ...(access.scopes === undefined ? [] : ["insufficient_scope"]),
    ...(access.permission === undefined ? [] : ["insufficient_permission"]),
    ...(access.by === "admin" || access.by === "collector" ? ["admin_only"] : []),
    ...((method !== "GET" || isWitnessed(endpoint)) && byCookie ? ["origin_not_allowed"] : []),
  ];
}

/** Whether `If-Match` is understood. */
export const dependsOnRevision = (endpoint: Endpoint): boolean =>
  endpoint.kind === "command" && (endpoint.method === "PATCH" || endpoint.method === "DELETE");

/** The document's error responses: endpoints that can fail in the same ways share one. */
export interface ErrorResponses {
  /** The name of the response with this status and these codes. */
  of(status: number, codes: readonly string[]): string;
  /** A response of its own, which may also have this content. */
  beside(status: number, codes: readonly string[], content: Readonly<Record<string, object>>): object;
  components(): Readonly<Record<string, object>>;
}

type NamedRefusals = RefusalForms["namedRefusals"];

export function errorResponses(
  named: NamedRefusals,
  book: Pick<SchemaBook, "of">,
  examples: Pick<ExampleBook, "errors">,
): ErrorResponses {
  const known = new Map<string, object>();
  return {
    of(status, codes) {
      const names = [...new Set(codes)].sort();
      const name = [status, ...names].join(".");
      known.set(name, errorResponse(status, names, formsOf(names, named, book), examples));
      return name;
    },
    beside(status, codes, content) {
      const names = [...new Set(codes)].sort();
      const response = errorResponse(status, names, formsOf(names, named, book), examples);
      return { ...response, content: { ...response.content, ...content } };
    },
    components: () => Object.fromEntries([...known].sort(([left], [right]) => (left < right ? -1 : 1))),
  };
}

/** What of their members differs: those that are named in `error` each have their own. */
function formsOf(codes: readonly string[], named: NamedRefusals, book: Pick<SchemaBook, "of">): readonly object[] {
  const usual = codes.filter((one) => named[one] === undefined);
  const forms = codes.flatMap((one) => {
    const facts = named[one];
    if (facts === undefined) return [];
    const { properties = {}, required = [] } = book.of(facts, "output") as {
      properties?: object;
      required?: readonly string[];
    };
    const members = { code: { const: one }, error: { const: one }, message: { type: "string" } };
    return [{ required: ["message", ...required], properties: { ...properties, ...members } }];
  });
  return [...(usual.length === 0 ? [] : [{ properties: { code: { enum: usual } } }]), ...forms];
}

function errorResponse(
  status: number,
  names: readonly string[],
  forms: readonly object[],
  examples: Pick<ExampleBook, "errors">,
) {
  const media = (form: "Error" | "Problem") => ({
    schema: { allOf: [schemaRef(form), forms.length === 1 ? forms[0] : { anyOf: forms }] },
    ...examples.errors(status, names, form),
  });
  return {
    description: names.map((name) => `\`${name}\``).join(", "),
    headers: headerRefs(
      "X-Request-Id",
      ...(status < 500 ? (["RateLimit", "RateLimit-Policy"] as const) : []),
      ...([429, 502, 503].includes(status) ? (["Retry-After"] as const) : []),
    ),
    content: { "application/json": media("Error"), "application/problem+json": media("Problem") },
  };
}
