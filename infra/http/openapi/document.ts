/** The OpenAPI 3.1 document of a set of endpoints and of the webhooks that the service sends. */
import type { z } from "zod";
import { pathsOf } from "../check-endpoints";
import type { Endpoint } from "../endpoint";
import type { RefusalForms } from "../error-answers";
import { errorResponses } from "./error-responses";
import { fixedHeaders, fixedParameters, fixedSchemas, securitySchemes } from "./fixed-components";
import { camelCase, operation, templatePath } from "./operation";
import { type JsonSchema, type SchemaBook, schemaBook } from "./schema-book";

/** A type of the webhooks' catalogue; `schema` is that of the whole body. */
export interface WebhookType {
  readonly type: string;
  readonly summary: string;
  readonly schema: z.ZodType;
  readonly example?: unknown;
}

export interface DocumentParts extends RefusalForms {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly endpoints: readonly Endpoint[];
  readonly webhooks: readonly WebhookType[];
}

export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> } & JsonSchema;
  readonly [member: string]: unknown;
}

/** The same document for the same parts, member by member. Throws where a schema has no JSON Schema or an id is taken. */
export function openApiDocument(parts: DocumentParts): OpenApiDocument {
  const book = schemaBook();
  const responses = errorResponses(parts.namedRefusals, book);
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const endpoint of parts.endpoints) {
    for (const [alias, path] of pathsOf(endpoint).entries()) {
      const item = (paths[templatePath(path)] ??= {});
      item[endpoint.method.toLowerCase()] = operation(endpoint, parts.refusalStatuses, { book, responses }, alias);
    }
  }
  const webhooks = Object.fromEntries(parts.webhooks.map((one) => [one.type, { post: webhook(one, book) }]));
  const areas = [...new Set(parts.endpoints.map(({ area }) => area))].sort();
  return {
    openapi: "3.1.0",
    info: { title: parts.title, version: parts.version, description: parts.description },
    servers: [{ url: "/" }],
    tags: areas.map((name) => ({ name })),
    paths,
    webhooks,
    components: {
      securitySchemes,
      parameters: fixedParameters,
      headers: fixedHeaders,
      responses: responses.components(),
      schemas: { ...fixedSchemas, ...book.components() },
    },
  };
}

function webhook({ type, summary, schema, example }: WebhookType, book: SchemaBook): JsonSchema {
  const media = { schema: book.of(schema, "output"), ...(example === undefined ? {} : { example }) };
  return {
    operationId: camelCase(`on-${type.replace(/[._]/g, "-")}`),
    summary,
    requestBody: { required: true, content: { "application/json": media } },
    responses: { "2XX": { description: "Received. Anything else is tried again later." } },
  };
}
