/** The OpenAPI 3.1 document of a set of endpoints and of the webhooks that the service sends. */
import { pathsOf } from "../check-endpoints";
import type { Endpoint } from "../endpoint";
import type { RefusalForms } from "../error-answers";
import { type ExampleBook, exampleBook, type RecordedAnswers } from "./answer-examples";
import { errorResponses } from "./error-responses";
import { fixedHeaders, fixedParameters, fixedSchemas, securitySchemes } from "./fixed-components";
import { operation, templatePath } from "./operation";
import { type JsonSchema, schemaBook } from "./schema-book";
import { DELIVERIES, deliveryParameters, webhookOperation, type WebhookType } from "./webhook-operation";

/** What operations are listed under. */
export interface Area {
  readonly name: string;
  readonly description: string;
}

export interface DocumentParts extends RefusalForms {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** In the order of the document; every endpoint's area is one of them. */
  readonly areas: readonly Area[];
  readonly endpoints: readonly Endpoint[];
  readonly webhooks: readonly WebhookType[];
  readonly recorded: RecordedAnswers;
}

export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly examples: ReturnType<ExampleBook["components"]>;
  } & JsonSchema;
  readonly [member: string]: unknown;
}

const LICENSE = { name: "Proprietary", identifier: "LicenseRef-Proprietary" } as const;
const SERVER = { url: "/", description: "Whatever serves this document: production or a test.", "x-internal": false };

/** The same document for the same parts, member by member. Throws where a schema has no JSON Schema or an id is taken. */
export function openApiDocument(parts: DocumentParts): OpenApiDocument {
  const book = schemaBook();
  const examples = exampleBook(parts.recorded);
  const responses = errorResponses(parts.namedRefusals, book, examples);
  const shared = { book, examples, responses };
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const endpoint of parts.endpoints) {
    for (const [alias, path] of pathsOf(endpoint).entries()) {
      const item = (paths[templatePath(path)] ??= {});
      item[endpoint.method.toLowerCase()] = operation(endpoint, parts.refusalStatuses, shared, alias);
    }
  }
  const webhooks = Object.fromEntries(parts.webhooks.map((one) => [one.type, { post: webhookOperation(one, book) }]));
  return {
    openapi: "3.1.0",
    info: { title: parts.title, version: parts.version, description: parts.description, license: LICENSE },
    servers: [SERVER],
    tags: tagsOf(parts),
    paths,
    webhooks,
    components: {
      securitySchemes,
      parameters: { ...fixedParameters, ...deliveryParameters },
      headers: fixedHeaders,
      responses: responses.components(),
      examples: examples.components(),
      schemas: { ...fixedSchemas, ...book.components() },
    },
  };
}

/** Throws where an endpoint's area is not described. */
function tagsOf({ areas, endpoints, webhooks }: DocumentParts): readonly Area[] {
  const used = new Set([...endpoints.map(({ area }) => area), ...(webhooks.length === 0 ? [] : [DELIVERIES])]);
  const nameless = [...used].filter((name) => !areas.some((area) => area.name === name));
  if (nameless.length > 0) throw new Error(`No description is given for the areas ${nameless.join(", ")}.`);
  return areas.filter(({ name }) => used.has(name));
}
