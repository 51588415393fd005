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
  readonly components: { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> };
}

/** What of the document was seen: `operationId status`. */
export interface CheckedFetch {
  (url: string, sent?: Sent): Promise<Reply>;
  readonly seen: ReadonlySet<string>;
  /** The same check of what another client sent and was answered. */
  exchange(url: URL, sent: Sent, reply: Reply): void;
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
  return Object.assign(fetch, { seen: check.seen, exchange: check.exchange });
}

export type DocumentCheck = ReturnType<typeof documentCheck>;

export function documentCheck(document: CheckedDocument) {
  // Whether the document's schemas are schemas is a question of its own test; asked in every file, it takes a quarter of a second.
  const schemas = [{ $id: "document", components: document.components }];
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, schemas });
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
    /** What is wrong with a value by one of the document's schemas; null for nothing. */
    faults,
    /** The id of the operation at this path; undefined where there is none. */
    operationAt: (method: string, pathname: string): string | undefined =>
      operationAt(method.toLowerCase(), pathname)?.operationId,
    /** Whether the operation promises such an answer, `answered` being its status and media type: `200 application/json`. */
    fits(operationId: string, answered: string, value: unknown): boolean {
      const [status = "", type = ""] = answered.split(" ");
      const named = operationCalled(operationId)?.responses[status];
      const media = named === undefined ? undefined : resolved<Response>(named).content?.[type];
      return media !== undefined && (media.schema === undefined || faults(media.schema, value) === null);
    },
    /** Whether any operation promises this error. */
    isError: (status: number, code: string): boolean => errorsOf(document).has(`${status} ${code}`),
    exchange(url: URL, sent: Sent, reply: Reply): void {
      const method = (sent.method ?? "GET").toLowerCase();
      const operation = operationAt(method, url.pathname);
      if (operation === undefined) return refusedElsewhere(method, url, reply);
      const where = `${operation.operationId} ${reply.status}`;
      seen.add(where);
      if (method !== "head") checkReply(operation, reply, where);
      if (reply.status < 300) checkRequest(operation, url, sent, where);
    },
  };

  function operationAt(method: string, pathname: string): Operation | undefined {
    const route = templates.find(
      ({ template, pattern }) => pattern.test(pathname) && find(template, method) !== undefined,
    );
    return route === undefined ? undefined : find(route.template, method);
  }

  function operationCalled(operationId: string): Operation | undefined {
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item) as Operation[]);
    return operations.find((one) => one.operationId === operationId);
  }

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
    checkExample(reply, where);
    if (reply.headers["x-request-id"] === undefined) throw new Error(`${where}: X-Request-Id is missing.`);
  }

  /** The example of an error has the members that the error has: `error`, `code`, and whatever there is to act on. */
  function checkExample({ status, json }: Reply, where: string): void {
    if (status < 400 || json === null || "detail" in json) return;
    const shown = document.components.examples?.[`${status}.${String(json["code"])}`]?.value;
    if (shown === undefined) return;
    const [told, promised] = [json, shown].map((one) => membersOf(one).sort().join(", "));
    if (told !== promised)
      throw new Error(`${where}: the answer has ${told}, its example in the document ${promised}.`);
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

/** All errors of the document, as `404 not_found`: its responses are named so. */
const errorsOf = ({ components }: CheckedDocument): ReadonlySet<string> => {
  const { responses = {} } = components as { readonly responses?: object };
  const named = Object.keys(responses).map((name) => name.split("."));
  return new Set(named.flatMap(([status, ...codes]) => codes.map((code) => `${status} ${code}`)));
};

function refusedElsewhere(method: string, url: URL, reply: Reply): void {
  if (reply.status >= 400) return;
  throw new Error(`${method} ${url.pathname} was answered with ${reply.status}, but is not in the document.`);
}

/** The paths of all members of an object; what lists hold is not looked at. */
function membersOf(value: unknown, at = ""): string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => [`${at}${name}`, ...membersOf(member, `${at}${name}.`)]);
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
