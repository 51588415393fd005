/** One endpoint as an OpenAPI operation. */
import { answersAsOf } from "../as-of";
import type { Endpoint } from "../endpoint";
import { isIdempotent } from "../once";
import { SIGNED_MEDIA_TYPES } from "../signed-request";
import { dependsOnRevision, type ErrorCode, errorCodes, type ErrorResponses } from "./error-responses";
import { type fixedParameters, headerRefs, schemaRef, securityBy } from "./fixed-components";
import type { JsonSchema, SchemaBook } from "./schema-book";

const JSON_TYPE = "application/json";

/** `get-competitor` as `getCompetitor`: the operation's id and the export's name. */
export const camelCase = (id: string): string => id.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());

/** `/competitors/:id` as `/competitors/{id}`. */
export const templatePath = (path: string): string => path.replace(/:(\w+)/g, "{$1}");

const parameterRef = (name: keyof typeof fixedParameters) => ({ $ref: `#/components/parameters/${name}` });

/** `alias` counts the further paths of the same endpoint, because an operation's id is unique. */
export function operation(
  endpoint: Endpoint,
  refusalStatuses: Readonly<Record<string, number>>,
  { book, responses }: { readonly book: SchemaBook; readonly responses: ErrorResponses },
  alias: number,
): JsonSchema {
  const { id, area, summary, access } = endpoint;
  const description = [endpoint.description, ...needs(endpoint)].filter((part) => part !== undefined).join(" ");
  const body = requestBody(endpoint, book);
  return {
    operationId: alias === 0 ? camelCase(id) : `${camelCase(id)}Alias${alias}`,
    tags: [area],
    summary,
    ...(description === "" ? {} : { description }),
    security: securityBy[access.by],
    parameters: parameters(endpoint, book),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: { ...errors(errorCodes(endpoint, refusalStatuses), responses), ...success(endpoint, book) },
  };
}

const needs = ({ access, presentOnly }: Endpoint): readonly string[] => [
  ...(access.scopes === undefined
    ? []
    : [`Needs the scope ${access.scopes.map((scope) => `\`${scope}\``).join(" or ")}.`]),
  ...(access.plan === undefined ? [] : [`Needs the ${access.plan} plan or a higher one.`]),
  ...(presentOnly === undefined ? [] : [`Refuses \`asOf\`. ${presentOnly}`]),
];

function parameters(endpoint: Endpoint, book: SchemaBook): readonly object[] {
  const declared = (schema: Endpoint["params"], where: "path" | "query") => {
    if (schema === undefined) return [];
    const { properties = {}, required = [] } = book.of(schema, "input") as {
      properties?: Record<string, { description?: string }>;
      required?: readonly string[];
    };
    return Object.entries(properties).map(([name, { description, ...member }]) => ({
      name,
      in: where,
      required: where === "path" || required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: member,
    }));
  };
  return [
    ...declared(endpoint.params, "path"),
    ...declared(endpoint.query, "query"),
    ...(endpoint.kind === "command" ? [parameterRef("ValidateOnly")] : []),
    ...(answersAsOf(endpoint) ? [parameterRef("AsOf")] : []),
    parameterRef("RequestId"),
    ...(isIdempotent(endpoint) ? [parameterRef("IdempotencyKey")] : []),
    ...(dependsOnRevision(endpoint) ? [parameterRef("IfMatch")] : []),
    ...(endpoint.reads === undefined ? [] : [parameterRef("MinPosition")]),
    ...(endpoint.kind === "query" ? [parameterRef("IfNoneMatch")] : []),
  ];
}

/** In the provider's own form, which its adapter knows. */
const signedBody = {
  required: true,
  description: "What the provider has to say, as it signed it.",
  content: Object.fromEntries(SIGNED_MEDIA_TYPES.map((type) => [type, { schema: {} }])),
};

function requestBody(endpoint: Endpoint, book: SchemaBook): object | undefined {
  if (endpoint.access.by === "signature") return signedBody;
  if (endpoint.bodyStream !== undefined) {
    return { required: true, content: { [endpoint.bodyStream]: { schema: { type: "string" } } } };
  }
  if (endpoint.body === undefined) return undefined;
  const example = endpoint.example === undefined ? {} : { example: endpoint.example };
  const required = !endpoint.body.safeParse(undefined).success;
  return { required, content: { [JSON_TYPE]: { schema: book.of(endpoint.body, "input"), ...example } } };
}

function success(endpoint: Endpoint, book: SchemaBook): Record<string, object> {
  const { status, also, body, alternatives = [] } = endpoint.responds;
  const schema = body === undefined ? undefined : book.of(body, "output");
  const dry = endpoint.kind === "command";
  const own = dry && status === 200 && schema !== undefined ? { anyOf: [schema, schemaRef("DryRun")] } : schema;
  const content = {
    ...(own === undefined ? {} : { [JSON_TYPE]: { schema: own } }),
    ...Object.fromEntries(alternatives.map((type) => [type, { schema: { type: "string" } }])),
  };
  const asOfHeader = answersAsOf(endpoint) ? (["X-Service-As-Of"] as const) : [];
  const headers = headerRefs(
    "X-Request-Id",
    ...(endpoint.access.surface === "ops" ? [] : (["RateLimit", "RateLimit-Policy"] as const)),
    ...(endpoint.kind === "query" ? [] : (["X-Service-Position"] as const)),
    ...(endpoint.kind === "action" ? [] : (["ETag"] as const)),
    ...asOfHeader,
    ...(isIdempotent(endpoint) ? (["Idempotency-Replayed"] as const) : []),
  );
  const hasContent = Object.keys(content).length > 0;
  const responses: Record<string, object> = {
    [status]: { description: "Done.", headers, ...(hasContent ? { content } : {}) },
  };
  if (also !== undefined) responses[also] = { description: "The same, of what cannot serve.", headers, content };
  if (dry && status !== 200) {
    responses["200"] = {
      description: "A dry run found nothing wrong.",
      content: { [JSON_TYPE]: { schema: schemaRef("DryRun") } },
    };
  }
  if (endpoint.kind === "query")
    responses["304"] = { description: "Unchanged.", headers: headerRefs("X-Request-Id", "ETag", ...asOfHeader) };
  return responses;
}

/** References to the document's error responses, by status. */
function errors(codes: readonly ErrorCode[], responses: ErrorResponses): Record<string, object> {
  const statuses = [...new Set(codes.map(({ status }) => status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const names = codes.filter((one) => one.status === status).map(({ code }) => code);
      return [String(status), { $ref: `#/components/responses/${responses.of(status, names)}` }];
    }),
  );
}
