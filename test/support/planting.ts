/** Finds every text that the API takes for a business, and makes requests that carry a marker in each. */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Endpoint } from "../../infra/http/endpoint";

const LETTERS = "ghijklmnopqrstuvwxyz";

/** A text that nothing else holds: of letters that are no hexadecimal digits, so that no id has eight of them in a row. */
export const newMarker = (): string =>
  `mark${[...randomBytes(20)].map((byte) => LETTERS[byte % LETTERS.length]).join("")}`;

/** A text in a request: where it stands, such as `body.name`. */
export interface TextField {
  readonly where: "query" | "body";
  readonly path: readonly string[];
}

interface JsonSchema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

/** Endpoints whose requests concern one business, whoever makes them. */
export const concernsBusiness = ({ on, path }: Endpoint): boolean =>
  on === "business" || /^\/api\/(admin\/)?businesses(\/|$)|\/sms-sandbox\/|\/ai-answers$/.test(path);

/** Whoever looks around says where: a life has places of many names, and no business keeps to one. */
const aroundIn = ({ query }: Endpoint): Readonly<Record<string, string>> =>
  query !== undefined && "latitude" in query.shape && "longitude" in query.shape
    ? { latitude: "59.91", longitude: "10.75" }
    : {};

/** Every text of a fixed form, such as an instant or one of some words, is left out. */
export function textFields({ query, body }: Endpoint): readonly TextField[] {
  return [
    ...textsIn(query).map((path) => ({ where: "query" as const, path })),
    ...textsIn(body).map((path) => ({ where: "body" as const, path })),
  ];
}

function textsIn(schema: z.ZodType | undefined): readonly (readonly string[])[] {
  if (schema === undefined) return [];
  const found = pathsIn(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema);
  return [...new Map(found.map((path) => [path.join("."), path])).values()];
}

function pathsIn(schema: JsonSchema): readonly (readonly string[])[] {
  const { type, format, properties = {}, additionalProperties, items, anyOf = [], oneOf = [], allOf = [] } = schema;
  const below = (name: string, inner: JsonSchema) => pathsIn(inner).map((path) => [name, ...path]);
  const isFree = type === "string" && schema.enum === undefined && schema.const === undefined && format !== "date-time";
  return [
    ...(isFree ? [[]] : []),
    ...Object.entries(properties).flatMap(([name, inner]) => below(name, inner)),
    ...(typeof additionalProperties === "object" ? below("*", additionalProperties) : []),
    ...(items === undefined ? [] : below("[]", items)),
    ...[...anyOf, ...oneOf, ...allOf].flatMap(pathsIn),
  ];
}

/** How a text is planted: what the field takes, with the marker in it. */
type Plant = (marker: string) => string;
const text: Plant = (marker) => `Kept ${marker} here`;
const url: Plant = (marker) => `https://${marker}.example/`;
const email: Plant = (marker) => `${marker}@example.com`;

/** By the name of the field; an endpoint that uses a name otherwise has it in `ofEndpoint`. */
const planted: Readonly<Record<string, Plant>> = {
  name: text,
  website: url,
  website_url: url,
  category: text,
  city: text,
  state: text,
  country: text,
  targetCustomer: text,
  differentiator: text,
  address: text,
  reason: text,
  businessName: text,
  businessWebsite: url,
  businessRegistrationNumber: text,
  businessStreetAddress: text,
  businessCity: text,
  businessStateProvinceRegion: text,
  businessContactFirstName: text,
  businessContactLastName: text,
  businessContactEmail: email,
  useCaseSummary: text,
  productionMessageSample: text,
  optInImageUrls: url,
  messageSamples: text,
  message: text,
  body: text,
  customerName: text,
  title: text,
  origins: url,
  email,
  tags: text,
  note: text,
  externalId: text,
  reference: text,
  reviewUrl: url,
  text,
  // Filters of auditors: what they asked for is kept with the business, as a look at it.
  type: (marker) => marker,
  actor: (marker) => `user:${marker}`,
  topic: text,
  // Of answers of AI engines; those who hand them in name them.
  id: text,
  checkId: text,
  location: text,
  query: text,
  mentionText: text,
  competitorsMentioned: text,
};

/** By the name of the field, and why nothing that identifies anybody can be in it. */
const unplanted: Readonly<Record<string, string>> = {
  engine: "a machine of the world, by a word",
  source: "an operator's own program, by a word",
  placeId: "names a place of the world, whose facts stay (decision 0003)",
  place_id: "names a place of the world, whose facts stay (decision 0003)",
  businessId: "an id that the service made; another one finds nothing and leaves nothing",
  competitorId: "an id that the service made; another one finds nothing and leaves nothing",
  competitor_id: "an id that the service made; another one finds nothing and leaves nothing",
  competitorIds: "ids that the service made; another one finds nothing and leaves nothing",
  endpointId: "an id that the service made; another one finds nothing and leaves nothing",
  contentId: "an id that the service made; another one names nothing and is kept with the post",
  contactId: "an id that the service made; another one finds nothing and leaves nothing",
  phone: "a phone number, which is looked for as well",
  currency: "three letters of a list",
  cursor: "made and signed by the service",
  after: "made and signed by the service",
  sourceUrl: "a page that must be there; what is kept of it goes where the draft goes",
  refinementFeedback: "kept nowhere but for its length",
  previousOutput: "kept nowhere",
  sourceGenerationId: "an id that the service made; another one finds nothing",
  include: "some of the words that the service offers",
  tables: "some of the words that the service offers",
  at: "a moment: a position or an instant",
  asOf: "a moment: a position or an instant",
  from: "a moment, or a phone number that is looked for as well",
  to: "a moment, or a phone number that is looked for as well",
  customerPhone: "a phone number, which is looked for as well",
  businessContactPhone: "a phone number, which goes where the e-mail address goes",
  businessPostalCode: "too short for a marker; goes where the street goes",
  areaCode: "three digits",
  code: "of a provider's rule; too short for a marker, and goes where the message goes",
  phoneNumberId: "an id that the service made; another one finds nothing and leaves nothing",
  registrationId: "an id that the service made; another one finds nothing and leaves nothing",
  businessType: "one of the words that the service offers",
  businessCountry: "one of the countries",
  useCaseCategories: "some of the words that the service offers",
  optInType: "one of the words that the service offers",
  messageVolume: "one of the words that the service offers",
};

const csv = (marker: string): string =>
  `name,place_id,address,website_url\n"Row ${marker}",imported-${marker.length},"Street ${marker}",https://${marker}.example/\n"No place ${marker}",,,\n`;

/** Bodies of endpoints whose texts are more than a field each; all of their text fields are meant. */
const ofEndpoint: Readonly<Record<string, (marker: string) => readonly unknown[]>> = {
  "import-competitors": (marker) => [
    { type: "csv", data: csv(marker) },
    { type: "maps_urls", data: [`https://www.google.com/maps/search/?q=${marker}`] },
  ],
};

/** Of a list's entries, the list's. */
const nameOf = (path: readonly string[]): string => path.findLast((part) => part !== "[]") ?? "";

/** Texts of which nobody has said yet how a marker is planted, or why none can be. */
export const unknownTexts = (endpoint: Endpoint): readonly string[] =>
  ofEndpoint[endpoint.id] !== undefined
    ? []
    : textFields(endpoint)
        .filter(({ path }) => planted[nameOf(path)] === undefined && unplanted[nameOf(path)] === undefined)
        .map(({ where, path }) => `${endpoint.id}: ${where}.${path.join(".")}`);

/** A request of the endpoint with markers in all texts that can hold one. */
export interface Planted {
  readonly query: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Which marker stands where. */
  readonly markers: ReadonlyMap<string, string>;
}

export function plantedRequests(endpoint: Endpoint): readonly Planted[] {
  const special = ofEndpoint[endpoint.id];
  if (special !== undefined) {
    const marker = newMarker();
    const markers = new Map([[`${endpoint.id} body`, marker]]);
    return special(marker).map((body) => ({ query: {}, body, markers }));
  }
  const markers = new Map<string, string>();
  const query: Record<string, string> = { ...aroundIn(endpoint) };
  let body: unknown = endpoint.example;
  for (const { where, path } of textFields(endpoint)) {
    const plant = planted[nameOf(path)];
    if (plant === undefined) continue;
    const marker = newMarker();
    markers.set(`${endpoint.id} ${where}.${path.join(".")}`, marker);
    if (where === "query") query[path.join(".")] = plant(marker);
    else body = withText(body, path, plant(marker));
  }
  return [{ query, ...(endpoint.body === undefined ? {} : { body }), markers }];
}

function withText(body: unknown, [name, ...rest]: readonly string[], said: string): unknown {
  if (name === undefined) return said;
  if (name === "[]") return [withText(Array.isArray(body) ? body[0] : undefined, rest, said)];
  const fields = typeof body === "object" && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
  return { ...fields, [name]: withText(fields[name], rest, said) };
}

const account = "the account's: its address, its keys and its endpoints serve all of its businesses and outlive each";
const asked = "asked of whoever knows the world's places, and kept nowhere";
const ids = "ids that the service made, and page marks that it signed";

/** Requests with texts that do not concern one business, and whose those texts are. */
export const ofOthers: Readonly<Record<string, string>> = {
  "autocomplete-places": asked,
  "find-places-nearby": asked,
  "search-places": asked,
  "sign-in": account,
  "sign-up": account,
  "create-api-key": account,
  "revoke-api-key-as-admin": account,
  "suspend-api-key": account,
  "change-webhook": account,
  "register-webhook": account,
  "list-failed-webhook-deliveries": ids,
  "list-integration-events": ids,
  "list-webhook-deliveries": ids,
  "retry-webhook-delivery": ids,
  "list-phone-compliance-as-admin": ids,
  "receive-compliance-status": "the provider's digest of what it sent",
  "receive-sms": ids,
  "receive-sms-status": ids,
  "lease-collection-requests": "the collector's own list of what it can bring",
};
