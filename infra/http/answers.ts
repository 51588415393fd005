/** Makes an answer of what a handler gave: parsed by the declared schema, so that nothing undeclared leaves the service; what Postgres wrote is held to it by tests. */
import { JsonText } from "../postgres/json-answers";
import { Answer, type Endpoint } from "./endpoint";
import { contentTag, matchesAny, revisionTag } from "./entity-tags";
import type { Progress } from "./execute";
import { type Headers, type HttpAnswer, type HttpRequest, isStreamed } from "./message";
import { POSITION_HEADER } from "./read-position";
import { detailsOf } from "./request-input";

const JSON_TYPE = "application/json; charset=utf-8";

/** Throws where the handler's answer is not what the endpoint declares: a defect, and a 500. */
export function answerWith(
  endpoint: Endpoint,
  request: HttpRequest,
  result: unknown,
  progress: Progress,
  dryRun: boolean,
): HttpAnswer {
  if (dryRun) return rehearsed(endpoint, result);
  const given = result instanceof Answer ? result : new Answer(endpoint.responds.status, result);
  const headers = { ...lowerCased(given.headers), ...progressHeaders(endpoint, progress) };
  const answer = withBody(endpoint, given.status, headers, given.body);
  return endpoint.kind === "query" ? tagged(answer, request) : answer;
}

function rehearsed(endpoint: Endpoint, result: unknown): HttpAnswer {
  const would = endpoint.rehearses === true ? { would: endpoint.responds.body?.parse(result) } : {};
  return { status: 200, headers: { "content-type": JSON_TYPE }, body: JSON.stringify({ valid: true, ...would }) };
}

function progressHeaders(endpoint: Endpoint, { position, revision }: Progress): Record<string, string> {
  const headers: Record<string, string> = {};
  if (position !== undefined) headers[POSITION_HEADER] = String(position);
  if (endpoint.kind === "command" && revision !== undefined && revision >= 0) headers["etag"] = revisionTag(revision);
  return headers;
}

function withBody(endpoint: Endpoint, status: number, headers: Headers, body: unknown): HttpAnswer {
  if (isStreamed(body)) return { status, headers: { "content-type": body.contentType, ...headers }, body };
  if (body instanceof JsonText) return { status, headers: { "content-type": JSON_TYPE, ...headers }, body: body.text };
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  if (isRaw && headers["content-type"] !== undefined) return { status, headers, body };
  const schema = endpoint.responds.body;
  if (schema === undefined) {
    if (body === undefined) return { status, headers, body: undefined };
    throw new Error(`The endpoint ${endpoint.id} answered with a body, but declares none.`);
  }
  // A redirect or an empty answer of its own status has nothing to parse.
  if (body === undefined && status !== endpoint.responds.status) return { status, headers, body: undefined };
  const parsed = schema.safeParse(body);
  if (!parsed.success) {
    const faults = detailsOf(parsed.error, "").map(({ path, message }) => `${path}: ${message}`);
    throw new Error(`The endpoint ${endpoint.id} answered with what it does not declare: ${faults.join(" ")}`);
  }
  return { status, headers: { "content-type": JSON_TYPE, ...headers }, body: JSON.stringify(parsed.data) };
}

function tagged(answer: HttpAnswer, request: HttpRequest): HttpAnswer {
  const { body, headers, status } = answer;
  if (status !== 200 || body === undefined || isStreamed(body)) return answer;
  const own = headers["etag"];
  const etag = typeof own === "string" ? own : contentTag(body);
  const matched = matchesAny(request.headers["if-none-match"], etag);
  if (!matched) return { status, headers: { ...headers, etag }, body };
  const { "content-type": _type, ...kept } = headers;
  return { status: 304, headers: { ...kept, etag }, body: undefined };
}

const lowerCased = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
