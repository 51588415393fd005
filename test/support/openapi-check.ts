/** Holds every request and answer of a test's client against the OpenAPI document, by a validator that shares no code with ours. */
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { type Reply, send, type Sent } from "./http-client";

interface MediaTypes {
  readonly [type: string]: { readonly schema?: object } | undefined;
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly required?: boolean;
  readonly schema?: object;
}

interface Response {
  readonly content?: MediaTypes;
}

interface Reference {
  readonly $ref: string;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: MediaTypes };
  readonly responses: Readonly<Record<string, Response | Reference | undefined>>;
}

/** A document as read from its file. */
export interface CheckedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: object;
}

/** What of the document was seen: `operationId status`. */
export interface CheckedFetch {
  (url: string, sent?: Sent): Promise<Reply>;
  readonly seen: ReadonlySet<string>;
}

/**
 * A client that throws where an answer is not what the document promises, or where a request that was answered with
 * success is not what the document allows. Requests that are wrong on purpose are fine as long as they are refused.
 */
export function checkedFetch(document: CheckedDocument): CheckedFetch {
  const check = documentCheck(document);
  const fetch = async (url: string, sent: Sent = {}): Promise<Reply> => {
    const reply = await send(url, sent);
    check.exchange(new URL(url), sent, reply);
    return reply;
  };
  return Object.assign(fetch, { seen: check.seen });
}

export function documentCheck(document: CheckedDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, schemas: [{ ...document, $id: "document" }] });
  addFormats(ajv);
  // Named in the document, but no formats of the standard: they are for people.
  for (const format of ["cidrv4", "cidrv6"]) ajv.addFormat(format, true);
  const compiled = new Map<object, ValidateFunction>();
  const seen = new Set<string>();
  const templates = Object.keys(document.paths)
    .sort((left, right) => literals(right) - literals(left))
    .map((template) => ({ template, pattern: patternOf(template) }));

  const faults = (schema: object, value: unknown): string | null => {
    const known = compiled.get(schema);
    const validate = known ?? ajv.compile(rooted(schema) as object);
    compiled.set(schema, validate);
    return validate(value) ? null : ajv.errorsText(validate.errors, { separator: "; " });
  };
  const resolved = <Part extends object>(one: Part | Reference): Part =>
    "$ref" in one ? (one.$ref.slice(2).split("/").reduce<unknown>(memberOf, document) as Part) : one;

  return {
    seen: seen as ReadonlySet<string>,
    exchange(url: URL, sent: Sent, reply: Reply): void {
      const method = (sent.method ?? "GET").toLowerCase();
      const route = templates.find(
        ({ template, pattern }) => pattern.test(url.pathname) && find(template, method) !== undefined,
      );
      const operation = route === undefined ? undefined : find(route.template, method);
      if (operation === undefined) return refusedElsewhere(method, url, reply);
      const where = `${operation.operationId} ${reply.status}`;
      seen.add(where);
      if (method !== "head") checkReply(operation, reply, where);
      if (reply.status < 300) checkRequest(operation, url, sent, where);
    },
  };

  function find(template: string, method: string): Operation | undefined {
    return document.paths[template]?.[method === "head" ? "get" : method] as Operation | undefined;
  }

  function checkReply({ responses }: Operation, reply: Reply, where: string): void {
    const named = responses[String(reply.status)];
    if (named === undefined) throw new Error(`${where}: the document names no such status.`);
    const promised = resolved<Response>(named);
    const type = String(reply.headers["content-type"] ?? "").split(";")[0] ?? "";
    if (promised.content === undefined) {
      if (reply.text !== "") throw new Error(`${where}: the document promises no body.`);
      return;
    }
    const media = promised.content[type];
    if (media === undefined) throw new Error(`${where}: the document names no ${type === "" ? "empty answer" : type}.`);
    const fault =
      media.schema === undefined ? null : faults(media.schema, /[/+]json$/.test(type) ? reply.json : reply.text);
    if (fault !== null) throw new Error(`${where}: the answer is not what the document promises: ${fault}`);
    if (reply.headers["x-request-id"] === undefined) throw new Error(`${where}: X-Request-Id is missing.`);
  }

  function checkRequest(operation: Operation, url: URL, sent: Sent, where: string): void {
    const parameters = (operation.parameters ?? [])
      .map((one) => resolved<Parameter>(one))
      .filter((one) => one.in === "query");
    for (const [name, value] of url.searchParams) {
      const declared = parameters.find((one) => one.name === name);
      if (declared === undefined) throw new Error(`${where}: the document knows no query parameter ${name}.`);
      const read = /^-?\d+(\.\d+)?$/.test(value) ? [value, Number(value)] : [value];
      const fault = read.map((one) => faults(declared.schema ?? {}, one));
      if (!fault.includes(null))
        throw new Error(`${where}: the query parameter ${name} is not allowed: ${String(fault[0])}`);
    }
    const media = operation.requestBody?.content["application/json"];
    if (media?.schema === undefined || typeof sent.body !== "object") return;
    const fault = faults(media.schema, JSON.parse(JSON.stringify(sent.body)));
    if (fault !== null)
      throw new Error(`${where}: the document does not allow this body, but the service did: ${fault}`);
  }
}

function refusedElsewhere(method: string, url: URL, reply: Reply): void {
  if (reply.status >= 400) return;
  throw new Error(`${method} ${url.pathname} was answered with ${reply.status}, but is not in the document.`);
}

const memberOf = (value: unknown, name: string) => (value as Readonly<Record<string, unknown>>)[name];
const literals = (template: string) => template.split("/").filter((part) => !part.startsWith("{")).length;
const patternOf = (template: string) =>
  new RegExp(`^${template.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "[^/]+")}$`);

/** The schema with its references led to the whole document, which ajv holds under a name. */
function rooted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rooted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) =>
      name === "$ref" && typeof member === "string" ? [name, `document${member}`] : [name, rooted(member)],
    ),
  );
}
