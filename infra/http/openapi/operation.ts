/** One endpoint as an OpenAPI operation. */
import { answersAsOf } from "../as-of";
import type { Endpoint } from "../endpoint";
import { PARAM_CHARS_MAX } from "../message";
import { isIdempotent } from "../once";
import type { ExampleBook, WithExamples } from "./answer-examples";
import { camelCase } from "./camel-case";
import { dependsOnRevision, type ErrorCode, errorCodes, type ErrorResponses } from "./error-responses";
import { type fixedParameters, headerRefs, schemaRef, securityBy } from "./fixed-components";
import type { JsonSchema, SchemaBook } from "./schema-book";

const JSON_TYPE = "application/json";

/** `/competitors/:id` as `/competitors/{id}`. */
export const templatePath = (path: string): string => path.replace(/:(\w+)/g, "{$1}");

const parameterRef = (name: keyof typeof fixedParameters) => ({ $ref: `#/components/parameters/${name}` });

/** What operations share, each thing of it once in the document. */
export interface Shared {
  readonly book: SchemaBook;
  readonly examples: ExampleBook;
  readonly responses: ErrorResponses;
}

/** `alias` counts the further paths of the same endpoint, because an operation's id is unique. */
export function operation(
  endpoint: Endpoint,
  refusalStatuses: Readonly<Record<string, number>>,
  shared: Shared,
  alias: number,
): JsonSchema {
  const { id, area, summary, access } = endpoint;
  const description = [endpoint.description, ...needs(endpoint)].filter((part) => part !== undefined).join(" ");
  const { book, responses } = shared;
  const body = requestBody(endpoint, book);
  const codes = errorCodes(endpoint, refusalStatuses);
  // The page that stands for nothing is the operation's own.
  const shown = endpoint.responds.absent === undefined ? codes : codes.filter(({ status }) => status !== 404);
  return {
    operationId: alias === 0 ? camelCase(id) : `${camelCase(id)}Alias${alias}`,
    tags: [area],
    summary,
    ...(description === "" ? {} : { description }),
    // A page is opened with any session: who may not have it gets another one.
    security: endpoint.turnedAway === undefined ? securityBy[access.by] : securityBy.session,
    parameters: parameters(endpoint, book),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: { ...errors(shown, responses), ...turnedAway(endpoint, shown, shared), ...success(endpoint, shared) },
  };
}

const needs = ({ access, presentOnly, uses }: Endpoint): readonly string[] => [
  ...(access.scopes === undefined
    ? []
    : [`Needs the scope ${access.scopes.map((scope) => `\`${scope}\``).join(" or ")}.`]),
  ...(access.plan === undefined ? [] : [`Needs the ${access.plan} plan or a higher one.`]),
  ...(uses === undefined
    ? []
    : [`Counts against ${uses.map((name) => `\`${name}\``).join(" and ")}, of which \`RateLimit\` tells.`]),
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
      // The kernel finds nothing behind what is longer.
      schema: where === "path" ? { maxLength: PARAM_CHARS_MAX, ...member } : member,
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

/** Of a provider in its own form, which its adapter knows. */
const sentForms = ({ access, forms = {}, example }: Endpoint, book: SchemaBook) => ({
  required: access.by === "signature",
  ...(access.by === "signature" ? { description: "What the provider has to say, as it signed it." } : {}),
  content: Object.fromEntries(
    Object.entries(forms).map(([type, form]) => [
      type,
      { schema: book.of(form, "input"), ...exampleOf((example as Partial<Examples>)[type]) },
    ]),
  ),
});

type Examples = Readonly<Record<string, unknown>>;
const exampleOf = (example: unknown) => (example === undefined ? {} : { example });

function requestBody(endpoint: Endpoint, book: SchemaBook): object | undefined {
  const example = exampleOf(endpoint.example);
  if (endpoint.forms !== undefined) return sentForms(endpoint, book);
  if (endpoint.bodyStream !== undefined) {
    return { required: true, content: { [endpoint.bodyStream]: { schema: { type: "string" }, ...example } } };
  }
  if (endpoint.body === undefined) return undefined;
  const required = !endpoint.body.safeParse(undefined).success;
  return { required, content: { [JSON_TYPE]: { schema: book.of(endpoint.body, "input"), ...example } } };
}

function success(endpoint: Endpoint, { book, examples }: Shared): Record<string, object> {
  const { status, also, absent, body, alternatives = [] } = endpoint.responds;
  const schema = body === undefined ? undefined : book.of(body, "output");
  const dry = endpoint.kind === "command";
  const own = dry && status === 200 && schema !== undefined ? { anyOf: [schema, schemaRef("DryRun")] } : schema;
  const answers = (answered: number): WithExamples => {
    const { examples: done = {} } = examples.answer(endpoint, answered, JSON_TYPE);
    return { examples: { ...done, ...(own === schema ? {} : examples.dryRun().examples) } };
  };
  const contentOf = (answered: number) => ({
    ...(own === undefined ? {} : { [JSON_TYPE]: { schema: own, ...answers(answered) } }),
    ...Object.fromEntries(
      alternatives.map((type) => [type, { schema: { type: "string" }, ...examples.answer(endpoint, answered, type) }]),
    ),
  });
  const content = contentOf(status);
  const asOfHeader = answersAsOf(endpoint) ? (["X-Service-As-Of"] as const) : [];
  const counted = endpoint.access.surface === "ops" ? [] : (["RateLimit", "RateLimit-Policy"] as const);
  const headers = headerRefs(
    "X-Request-Id",
    ...counted,
    ...(endpoint.kind === "query" ? [] : (["X-Service-Position"] as const)),
    ...(endpoint.kind === "action" ? [] : (["ETag"] as const)),
    ...asOfHeader,
    ...(isIdempotent(endpoint) ? (["Idempotency-Replayed"] as const) : []),
  );
  const hasContent = Object.keys(content).length > 0;
  const responses: Record<string, object> = {
    [status]: { description: "Done.", headers, ...(hasContent ? { content } : {}) },
  };
  if (also !== undefined)
    responses[also] = { description: "The same, of what cannot serve.", headers, content: contentOf(also) };
  if (absent !== undefined) responses["404"] = absentResponse(endpoint, absent, examples);
  if (dry && status !== 200) {
    responses["200"] = {
      description: "A dry run found nothing wrong.",
      headers: headerRefs("X-Request-Id", ...counted),
      content: { [JSON_TYPE]: { schema: schemaRef("DryRun"), ...examples.dryRun() } },
    };
  }
  if (endpoint.kind === "query")
    responses["304"] = { description: "Unchanged.", headers: headerRefs("X-Request-Id", "ETag", ...asOfHeader) };
  return responses;
}

/** What those get who may not have the page: the page for them, or the error. */
function turnedAway(endpoint: Endpoint, codes: readonly ErrorCode[], { examples, responses }: Shared) {
  if (endpoint.turnedAway === undefined) return {};
  const one = (status: number) => {
    const names = codes.filter((code) => code.status === status).map(({ code }) => code);
    const page = { schema: { type: "string" }, ...examples.answer(endpoint, status, "text/html") };
    return [String(status), responses.beside(status, names, { "text/html": page })];
  };
  return Object.fromEntries([401, 403].map(one)) as Record<string, object>;
}

/** An address that is too long to be anything is refused before its page is asked for. */
const absentResponse = (endpoint: Endpoint, type: string, examples: ExampleBook): object => ({
  description: "There is nothing at this address.",
  headers: headerRefs("X-Request-Id", "RateLimit", "RateLimit-Policy"),
  content: {
    [type]: { schema: { type: "string" }, ...examples.answer(endpoint, 404, type) },
    [JSON_TYPE]: { schema: schemaRef("Error"), ...examples.errors(404, ["not_found"], "Error") },
    "application/problem+json": { schema: schemaRef("Problem"), ...examples.errors(404, ["not_found"], "Problem") },
  },
});

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
