/** Refuses misdeclared endpoints at start-up, all at once, each with a sentence. */
import { AS_OF, answersAsOf, knowsAsOf } from "./as-of";
import type { Endpoint } from "./endpoint";
import { boundlessInstants, looseObjects, unboundedParts } from "./schema-walk";
import { SIGNED_MEDIA_TYPES } from "./signed-request";

/** What endpoints may refer to. */
export interface Declarables {
  /** The status that answers each refusal code. */
  readonly refusalStatuses: Readonly<Record<string, number>>;
  /** Plans by rank; a higher one may do all that a lower one may. */
  readonly planRank: Readonly<Record<string, number>>;
  readonly scopes: readonly string[];
  /** What the quotas of plans are called. */
  readonly quotas: readonly string[];
  /** The read tables whose rows as they were can be folded for a business. */
  readonly pastTables: readonly string[];
}

type Rule = (endpoint: Endpoint, known: Declarables) => readonly string[];

/** Throws an Error whose message lists everything that is wrong. */
export function checkEndpoints(endpoints: readonly Endpoint[], known: Declarables): void {
  const faults = endpoints.flatMap((endpoint) =>
    rules.flatMap((rule) => rule(endpoint, known).map((fault) => `${endpoint.id}: ${fault}`)),
  );
  faults.push(...repeated(endpoints.map(({ id }) => id)).map((id) => `Two endpoints have the id ${id}.`));
  const routes = endpoints.flatMap((endpoint) =>
    pathsOf(endpoint).map((path) => `${endpoint.method} ${routeShape(path)}`),
  );
  faults.push(...repeated(routes).map((route) => `Two endpoints answer ${route}.`));
  if (faults.length > 0) throw new Error(`Endpoints are misdeclared:\n- ${faults.join("\n- ")}`);
}

export const pathsOf = (endpoint: Endpoint): readonly string[] => [endpoint.path, ...(endpoint.aliases ?? [])];

/** The names of a path's parameters, in order. */
export const paramsOf = (path: string): readonly string[] =>
  [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? "");

const routeShape = (path: string) => path.replace(/:\w+/g, ":");
const repeated = (names: readonly string[]) => [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
const when = (wrong: boolean, sentence: string) => (wrong ? [sentence] : []);

const naming: Rule = ({ id, summary, area }) => [
  ...when(!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id), "Its id is not in kebab-case."),
  ...when(!/^[A-Z]/.test(summary), "Its summary does not start with a capital letter."),
  ...when(area === "", "It has no area."),
];

const path: Rule = (endpoint) => {
  const declared = Object.keys(endpoint.params?.shape ?? {})
    .sort()
    .join(", ");
  return pathsOf(endpoint).flatMap((one) => [
    ...when(!/^(\/(:\w+|[\w.-]+))+$/.test(one), `The path ${one} is not of the form /part/:param.`),
    ...when(
      [...paramsOf(one)].sort().join(", ") !== declared,
      `The params of ${one} are not those that its schema declares.`,
    ),
  ]);
};

const body: Rule = ({ method, body: schema, bodyStream, kind, example }) => [
  ...when(method === "GET" && (schema !== undefined || bodyStream !== undefined), "A GET has no body."),
  ...when(schema !== undefined && bodyStream !== undefined, "Its body is either parsed or streamed, not both."),
  ...when(bodyStream !== undefined && kind !== "action", "Only an action reads its body as a stream."),
  ...(schema === undefined ? [] : looseObjects(schema).map((at) => `Its body${at} is not a z.strictObject.`)),
  ...when((schema ?? bodyStream) !== undefined && example === undefined, "Its body has no example."),
  ...when(
    schema !== undefined && example !== undefined && !schema.safeParse(example).success,
    "Its example does not fit its body.",
  ),
];

/** Path parameters are bounded by the kernel for all. */
const bounds: Rule = ({ body: schema, query }) =>
  [["body", schema] as const, ["query", query] as const].flatMap(([part, declared]) =>
    declared === undefined
      ? []
      : [
          ...unboundedParts(declared).map((at) => `Its ${part}${at} has no greatest length.`),
          ...boundlessInstants(declared).map((at) => `Its ${part}${at} takes an instant of any year.`),
        ],
  );

const answer: Rule = ({ kind, method, responds }) => [
  ...when(responds.status === 204 && responds.body !== undefined, "A 204 has no body."),
  ...when(
    responds.status !== 204 && responds.body === undefined && !responds.alternatives,
    "Its answer has no schema.",
  ),
  ...when(kind === "query" && method !== "GET", "A query is a GET."),
  ...when(kind === "command" && method === "GET", "A GET writes nothing, so it is no command."),
];

const permission: Rule = ({ access, on, surface }: Endpoint & { surface?: string }, known) => [
  ...when(
    on !== "none" && ["open", "collector", "signature"].includes(access.by),
    `Its callers need not have an account, so it cannot act on ${on}.`,
  ),
  ...when(
    access.plan !== undefined && known.planRank[access.plan] === undefined,
    `There is no plan ${String(access.plan)}.`,
  ),
  ...(access.scopes ?? [])
    .filter((scope) => !known.scopes.includes(scope))
    .map((scope) => `There is no scope ${scope}.`),
  ...when(surface !== undefined, "Its surface belongs into its access."),
];

/** What was signed is the handler's to read, from a body in the provider's own form. */
const signature: Rule = ({ access, method, body: schema, bodyStream, kind, example, forms = {} }) => [
  ...when(access.by === "signature" && method !== "POST", "What a provider signs is a POST."),
  ...when(
    access.by === "signature" && (schema !== undefined || bodyStream !== undefined),
    "Its body is what a provider signed, so it declares none.",
  ),
  ...when(access.by === "signature" && example === undefined, "Its body has no example."),
  ...(access.by === "signature" ? SIGNED_MEDIA_TYPES : [])
    .filter((type) => forms[type] === undefined)
    .map((type) => `What a provider sends as ${type} has no schema.`),
  ...Object.entries(forms)
    .filter(
      ([type, form]) => !form.safeParse((example as Readonly<Record<string, unknown>> | undefined)?.[type]).success,
    )
    .map(([type]) => `Its example of ${type} does not fit its form.`),
  ...when(
    access.by === "signature" && kind !== "action",
    "A provider has something to say, and neither rehearses it nor names a revision, so it is an action.",
  ),
  ...when(
    access.by === "signature" && [access.scopes, access.plan, access.permission].some((one) => one !== undefined),
    "A provider has no scopes, plan or permission.",
  ),
];

const refusals: Rule = ({ refusals: codes = [], kind }, { refusalStatuses }) => [
  ...codes.filter((code) => refusalStatuses[code] === undefined).map((code) => `The refusal ${code} has no status.`),
  ...repeated(codes).map((code) => `The refusal ${code} is listed twice.`),
  ...when(kind === "query" && codes.some((code) => (refusalStatuses[code] ?? 0) === 409), "A read cannot conflict."),
];

const quotas: Rule = ({ uses = [], access }, { quotas: names }) => [
  ...uses.filter((name) => !names.includes(name)).map((name) => `There is no quota ${name}.`),
  ...repeated(uses).map((name) => `The quota ${name} is listed twice.`),
  ...when(
    uses.length > 0 && !["api_key", "session"].includes(access.by),
    "Its callers need not have a plan, so it counts against none of its quotas.",
  ),
];

const reserved: Rule = (endpoint) => [
  ...when(
    endpoint.kind === "command" && endpoint.query?.shape["validateOnly"] !== undefined,
    "validateOnly is understood by every command already.",
  ),
  ...when(
    knowsAsOf(endpoint) && endpoint.query?.shape[AS_OF] !== undefined,
    `${AS_OF} is understood by every query of a business already.`,
  ),
];

const past: Rule = (endpoint, { pastTables }) => [
  ...when(
    answersAsOf(endpoint) && (endpoint.reads ?? []).length === 0,
    `It reads no tables, so it cannot answer ${AS_OF}: it names those in reads, or says why not in presentOnly.`,
  ),
  ...(answersAsOf(endpoint) ? (endpoint.reads ?? []) : [])
    .filter((table) => !pastTables.includes(table))
    .map(
      (table) => `The table ${table} has no past of a business, so presentOnly has to say that ${AS_OF} is refused.`,
    ),
  ...when(
    endpoint.presentOnly !== undefined && !knowsAsOf(endpoint),
    `It is no query of a business and knows no ${AS_OF}, so presentOnly refuses nothing.`,
  ),
];

const rules: readonly Rule[] = [
  naming,
  path,
  body,
  bounds,
  answer,
  permission,
  signature,
  refusals,
  quotas,
  reserved,
  past,
];
