/** Compiles a schema into the walk that seals its personal fields, once per event type. */
import { z } from "zod";
import { isPersonal, retentionOf } from "../../domain/fold/personal";
import { definitionOf, reachable, unwrapped, type SchemaNode } from "./schema-nodes";
import { isFields, sealField, type KeyName, type Path, type Sealing } from "./sealed-fields";

/** Gives the value with its personal fields sealed; never changes what it was given. */
type Walk = (value: unknown, path: Path, sealing: Sealing) => unknown;

/** The walk for a schema, or undefined where nothing in it is personal. */
export function compileSealer(schema: SchemaNode): ((data: unknown, sealing: Sealing) => unknown) | undefined {
  if (!hasPersonal(schema)) return undefined;
  const walk = compile(schema, new Map());
  return (data, sealing) => walk(data, [], sealing);
}

/** The retentions of a schema's fields: whose keys, beside the owner's, its walk asks for. */
export function retentionsIn(schema: SchemaNode): readonly string[] {
  const named = [...reachable(schema).keys()].flatMap((node) => retentionOf(node) ?? []);
  return [...new Set(named)];
}

const hasPersonal = (schema: SchemaNode) => [...reachable(schema).keys()].some(isPersonal);

function compile(schema: SchemaNode, compiled: Map<SchemaNode, Walk>): Walk {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  // A recursive schema meets itself while it is being compiled; by the time anything is walked, `walk` is there.
  compiled.set(schema, (value, path, sealing) => walk(value, path, sealing));
  const walk: Walk = isPersonal(schema)
    ? sealWith(retentionOf(schema))
    : compileInner(schema, (inner) => compile(inner, compiled));
  compiled.set(schema, walk);
  return walk;
}

const sealWith =
  (retention: KeyName): Walk =>
  (value, path, sealing) =>
    typeof value === "string" ? sealField(value, path, retention, sealing) : value;

const leave: Walk = (value) => value;

function compileInner(schema: SchemaNode, compileNode: (inner: SchemaNode) => Walk): Walk {
  if (!hasPersonal(schema)) return leave;
  const inner = unwrapped(schema);
  if (inner !== undefined) return compileNode(inner);
  const definition = definitionOf(schema);
  switch (definition.type) {
    case "object": {
      const fields = new Map(Object.entries(definition.shape).map(([name, node]) => [name, compileNode(node)]));
      const rest = definition.catchall === undefined ? leave : compileNode(definition.catchall);
      return mapFields((name) => fields.get(name) ?? rest);
    }
    case "record": {
      const each = compileNode(definition.valueType);
      return mapFields(() => each);
    }
    case "array": {
      const each = compileNode(definition.element);
      return mapItems(() => each);
    }
    case "tuple": {
      const items = definition.items.map(compileNode);
      const rest = definition.rest === null ? leave : compileNode(definition.rest);
      return mapItems((index) => items[index] ?? rest);
    }
    case "union":
      return whicheverMatches(definition.options, compileNode);
    case "intersection":
      return whicheverMatches([definition.left, definition.right], compileNode);
    default:
      throw new Error(`A personal field lies inside a schema of kind "${definition.type}", where it cannot be sealed.`);
  }
}

function mapFields(walkOf: (name: string) => Walk): Walk {
  return (value, path, sealing) => {
    if (!isFields(value)) return value;
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([name, one]) => [name, walkOf(name)(one, [...path, name], sealing)]));
  };
}

function mapItems(walkOf: (index: number) => Walk): Walk {
  return (value, path, sealing) =>
    Array.isArray(value) ? value.map((one, index) => walkOf(index)(one, [...path, String(index)], sealing)) : value;
}

/** Seals by every option that accepts the value: where two do, a field that either calls personal is sealed. */
function whicheverMatches(options: readonly SchemaNode[], compileNode: (inner: SchemaNode) => Walk): Walk {
  const personal = options.filter(hasPersonal).map((option) => ({ option, walk: compileNode(option) }));
  return (value, path, sealing) =>
    personal
      .filter(({ option }) => z.safeParse(option, value).success)
      .reduce((sealed, { walk }) => walk(sealed, path, sealing), value);
}
