/** Turns a raw request into a handler's input: every part parsed by its schema, whatever it does not declare refused. */
import type { z } from "zod";
import { isUnstorable } from "../postgres/storable";
import type { Moment } from "../time-travel/time-travel";
import type { Arriving } from "./authentication";
import { AS_OF, knowsAsOf, requirePast } from "./as-of";
import type { Endpoint, Input } from "./endpoint";
import { type Detail, Failure, invalid } from "./failure";
import type { HttpRequest } from "./message";
import { momentSchema } from "./moments";
import { BODY_BYTES_MAX, readJsonBody } from "./request-body";

type AnyInput = Input<undefined, undefined, unknown>;

export interface ParsedRequest {
  readonly input: AnyInput;
  /** The body as it was sent, for the fingerprint. */
  readonly bodyText: string;
  readonly dryRun: boolean;
  /** The moment that is asked about; undefined for the present. */
  readonly asOf: Moment | undefined;
}

/** Throws a Failure: 413 and 415 before 400. */
export async function readInput({ endpoint, request, signed }: Arriving): Promise<ParsedRequest> {
  const body = signed === undefined ? await bodyOf(endpoint, request) : { text: signed.body, value: undefined };
  requireDecodable(request.target);
  const { dryRun, asOf: moment, values } = queryOf(endpoint, request.search);
  if (moment !== undefined) requirePast(endpoint);
  const details: Detail[] = [];
  const asOf = parsed(momentSchema.optional(), moment, `query.${AS_OF}`, details) as Moment | undefined;
  const input = {
    params: parsed(endpoint.params, storable(request.params, "params"), "params", details),
    query: parsed(endpoint.query, values, "query", details),
    body: endpoint.body === undefined ? undefined : parsed(endpoint.body, body.value, "", details),
    headers: request.headers,
    stream: request.stream,
    signed,
  };
  if (details.length > 0) throw invalid(details);
  return { input: input as AnyInput, bodyText: body.text, dryRun, asOf };
}

async function bodyOf(endpoint: Endpoint, request: HttpRequest): Promise<{ text: string; value: unknown }> {
  if (endpoint.bodyStream !== undefined) {
    const type = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
    if (type === endpoint.bodyStream) return { text: "", value: undefined };
    throw new Failure(415, "unsupported_media_type", `Send the body as ${endpoint.bodyStream}.`);
  }
  // What it is told stands in its address, so that every form is taken and none is read.
  if (endpoint.method === "GET" || endpoint.forms !== undefined) return { text: "", value: undefined };
  const body = await readJsonBody(request, endpoint.bodyBytesMax ?? BODY_BYTES_MAX);
  if (endpoint.body === undefined && body.value !== undefined) {
    const members = typeof body.value === "object" && body.value !== null ? Object.keys(body.value) : [""];
    if (members.length > 0)
      throw invalid(members.map((path) => ({ path, message: "Nothing is expected in the body." })));
  }
  return body;
}

interface QueryValues {
  readonly dryRun: boolean;
  readonly asOf: string | undefined;
  /** What the endpoint itself declares. */
  readonly values: Record<string, string>;
}

/** The parameters that the kernel itself understands there. */
const understood = (endpoint: Endpoint): readonly string[] => [
  ...(endpoint.kind === "command" ? ["validateOnly"] : []),
  ...(knowsAsOf(endpoint) ? [AS_OF] : []),
];

function queryOf(endpoint: Endpoint, search: URLSearchParams): QueryValues {
  const values = Object.create(null) as Record<string, string>;
  const ours = new Set(understood(endpoint));
  const known = new Set([...Object.keys(endpoint.query?.shape ?? {}), ...ours]);
  const details: Detail[] = [];
  for (const [name, value] of search) {
    if (!known.has(name)) details.push({ path: `query.${name}`, message: "There is no such query parameter." });
    else if (name in values) details.push({ path: `query.${name}`, message: "The query parameter is given twice." });
    values[name] = value;
  }
  const given = (name: string) => (ours.has(name) ? values[name] : undefined);
  const validateOnly = given("validateOnly") ?? "false";
  if (validateOnly !== "true" && validateOnly !== "false") {
    details.push({ path: "query.validateOnly", message: "Expected true or false." });
  }
  if (details.length > 0) throw invalid(details);
  const own = Object.fromEntries(Object.entries(values).filter(([name]) => !ours.has(name)));
  return { dryRun: validateOnly === "true", asOf: given(AS_OF), values: storable(own, "query") };
}

/** What is no UTF-8 in percent-encoding would be taken for something else that nobody asked for. */
function requireDecodable(target: string): void {
  const [, query = ""] = /^[^?]*\?(.*)$/s.exec(target) ?? [];
  const bad = query.split("&").filter((part) => !isDecodable(part));
  if (bad.length === 0) return;
  const names = bad.map((part) => [...new URLSearchParams(part).keys()].join());
  throw invalid(names.map((name) => ({ path: `query.${name}`, message: "Expected UTF-8 in percent-encoding." })));
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function storable<Values extends Readonly<Record<string, string>>>(values: Values, prefix: string): Values {
  const bad = Object.entries(values).filter(([, value]) => isUnstorable(value));
  if (bad.length > 0)
    throw invalid(
      bad.map(([name]) => ({ path: `${prefix}.${name}`, message: "Holds a character that cannot be stored." })),
    );
  return values;
}

function parsed(schema: z.ZodType | undefined, value: unknown, prefix: string, details: Detail[]): unknown {
  if (schema === undefined) return {};
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const detail of detailsOf(result.error, prefix)) details.push(detail);
  return undefined;
}

/** One line per thing wrong; each unknown member under its own path. */
export function detailsOf(error: z.ZodError, prefix: string): readonly Detail[] {
  const at = (...parts: readonly PropertyKey[]) =>
    [prefix, ...parts.map(String)].filter((part) => part !== "").join(".");
  return error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ path: at(...issue.path, key), message: "There is no such member." }))
      : [{ path: at(...issue.path), message: `${issue.message}.` }],
  );
}
