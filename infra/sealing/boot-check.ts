/** The start-up check of event schemas: what the program declares is sound, and it can read whatever the log may hold. */
import { isPersonal, retentionOf } from "../../domain/fold/personal";
import type { EventDefinition } from "../../domain/fold/event";
import type { DeclaredAggregate } from "./event-catalog";
import type { EventVersion } from "./event-versions";
import { RETENTION_NAME } from "./retention-keys";
import { childrenOf, definitionOf, reachable, unwrapped, type SchemaNode } from "./schema-nodes";

/** What is wrong with the declared events, a sentence each. */
export class EventSchemasRefused extends Error {
  override readonly name = "EventSchemasRefused";
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The event schemas cannot be used:\n${faults.map((fault) => `- ${fault}`).join("\n")}`);
    this.faults = faults;
  }
}

/** Throws EventSchemasRefused, naming every fault. `stored` is what `EventVersions.stored()` gives. */
export function checkEventSchemas(aggregates: readonly DeclaredAggregate[], stored: readonly EventVersion[]): void {
  const definitions = new Map(aggregates.flatMap(({ events }) => Object.entries(events)));
  const faults = [
    ...categoryFaults(aggregates),
    ...sharedNames(
      aggregates.flatMap(({ events }) => Object.keys(events)),
      "event type",
    ),
    ...[...definitions].flatMap(([type, definition]) => [
      ...versionFaults(type, definition),
      ...schemaFaults(type, definition),
    ]),
    ...stored.flatMap((version) => storedFaults(version, definitions.get(version.type))),
  ];
  if (faults.length > 0) throw new EventSchemasRefused(faults);
}

function categoryFaults(aggregates: readonly DeclaredAggregate[]): readonly string[] {
  const categories = aggregates.map(({ category }) => category);
  const unfit = categories.filter((category) => !/^[a-z][a-zA-Z0-9_]*$/.test(category));
  return [
    ...sharedNames(categories, "stream category"),
    ...unfit.map((category) => `The stream category "${category}" is not one word of letters, digits and underscores.`),
  ];
}

function sharedNames(names: readonly string[], kind: string): readonly string[] {
  const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return [...twice].map((name) => `The ${kind} ${name} is declared by two aggregates.`);
}

function versionFaults(type: string, { version, upcasters }: EventDefinition): readonly string[] {
  if (!Number.isInteger(version) || version < 1)
    return [`${type} has the schema version ${version}; versions count from 1.`];
  const steps = Array.from({ length: version - 1 }, (_, index) => index + 1);
  const gaps = steps.filter((from) => upcasters[from] === undefined);
  const surplus = Object.keys(upcasters).filter((from) => !steps.includes(Number(from)));
  return [
    ...gaps.map((from) => `${type} has no upcaster from schema version ${from} to ${from + 1}.`),
    ...surplus.map(
      (from) => `${type} has an upcaster from schema version ${from}, but its newest version is ${version}.`,
    ),
  ];
}

function storedFaults(
  { type, schemaVersion }: EventVersion,
  definition: EventDefinition | undefined,
): readonly string[] {
  if (definition === undefined) return [`The log holds ${type} events, which no aggregate declares.`];
  if (schemaVersion <= definition.version) return [];
  return [`The log holds ${type} events of schema version ${schemaVersion}; this program knows ${definition.version}.`];
}

function schemaFaults(type: string, { schema }: EventDefinition): readonly string[] {
  return [...reachable(schema)].flatMap(([node, path]) => {
    const field = path === "" ? type : `${type}.${path}`;
    return [...markFaults(node, field), ...storageFaults(node, field)];
  });
}

function markFaults(node: SchemaNode, field: string): readonly string[] {
  const faults = isPersonal(node) && !isText(node) ? [`${field} is marked personal but is not a string.`] : [];
  const retention = retentionOf(node);
  if (retention !== undefined && !RETENTION_NAME.test(retention))
    faults.push(`${field} has the retention "${retention}", which is not one word of small letters.`);
  const definition = definitionOf(node);
  if (definition.type !== "record") return faults;
  const marked = [...reachable(definition.keyType).keys()].some(isPersonal);
  return marked ? [...faults, `${field} has personal keys; only values can be sealed.`] : faults;
}

const TEXT_KINDS: ReadonlySet<string> = new Set(["string", "enum", "template_literal", "null", "undefined"]);

/** Whether every value that the node accepts is a string, null or absent. */
function isText(node: SchemaNode): boolean {
  const inner = unwrapped(node);
  if (inner !== undefined) return isText(inner);
  const definition = definitionOf(node);
  if (definition.type === "union") return definition.options.every(isText);
  if (definition.type === "literal")
    return definition.values.every((value) => typeof value === "string" || value === null);
  return TEXT_KINDS.has(definition.type);
}

const UNSTORABLE_KINDS: ReadonlySet<string> = new Set([
  "bigint",
  "date",
  "file",
  "function",
  "map",
  "nan",
  "pipe",
  "promise",
  "set",
  "symbol",
  "transform",
  "void",
]);

/** Stored data is JSON and reads back as it was: nothing that JSON cannot hold, nothing that changes what it parses. */
function storageFaults(node: SchemaNode, field: string): readonly string[] {
  const { type } = definitionOf(node);
  const faults = UNSTORABLE_KINDS.has(type)
    ? [`${field} is a "${type}", which does not read from JSON as it was written.`]
    : [];
  const reserved = type === "object" && childrenOf(node).some(({ name }) => name === "$sealed");
  return reserved ? [...faults, `${field} declares "$sealed", which is reserved for sealed fields.`] : faults;
}
