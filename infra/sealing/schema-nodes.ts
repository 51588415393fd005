/** Walks zod schemas: which nodes a node contains, and every node that a schema reaches. */
import type { z } from "zod";

export type SchemaNode = z.core.$ZodType;
type Definition = z.core.$ZodTypes["_zod"]["def"];

/** A node within a schema; `name` is what a reader of the schema would call it. */
export interface ChildNode {
  readonly name: string;
  readonly node: SchemaNode;
}

/** A node's definition, as the union over all kinds that zod has. */
export function definitionOf(node: SchemaNode): Definition {
  return node._zod.def as Definition;
}

/** The node inside a wrapper that passes its value through, such as `optional`; undefined where the node is no wrapper. */
export function unwrapped(node: SchemaNode): SchemaNode | undefined {
  const definition = definitionOf(node);
  switch (definition.type) {
    case "optional":
    case "nullable":
    case "nonoptional":
    case "readonly":
    case "default":
    case "prefault":
    case "catch":
      return definition.innerType;
    case "lazy":
      return definition.getter();
    default:
      return undefined;
  }
}

/** The nodes directly inside a node. */
export function childrenOf(node: SchemaNode): readonly ChildNode[] {
  const inner = unwrapped(node);
  if (inner !== undefined) return [{ name: "", node: inner }];
  const definition = definitionOf(node);
  switch (definition.type) {
    case "object":
      return [
        ...Object.entries(definition.shape).map(([name, child]) => ({ name, node: child })),
        ...(definition.catchall === undefined ? [] : [{ name: "*", node: definition.catchall }]),
      ];
    case "array":
      return [{ name: "[]", node: definition.element }];
    case "record":
      return [
        { name: "(key)", node: definition.keyType },
        { name: "*", node: definition.valueType },
      ];
    case "tuple":
      return [
        ...definition.items.map((child, index) => ({ name: String(index), node: child })),
        ...(definition.rest === null ? [] : [{ name: "[]", node: definition.rest }]),
      ];
    case "union":
      return definition.options.map((child) => ({ name: "", node: child }));
    case "intersection":
      return [definition.left, definition.right].map((child) => ({ name: "", node: child }));
    case "pipe":
      return [definition.in, definition.out].map((child) => ({ name: "", node: child }));
    default:
      return [];
  }
}

/** Every node that a schema reaches, itself included, each once; `path` is the way to it, such as `contacts.[].name`. */
export function reachable(schema: SchemaNode): ReadonlyMap<SchemaNode, string> {
  const found = new Map<SchemaNode, string>([[schema, ""]]);
  // A Map may grow while it is walked: what is added is visited, so recursive schemas end by themselves.
  for (const [node, path] of found) {
    for (const child of childrenOf(node)) {
      const name = child.name === "" || path === "" ? path + child.name : `${path}.${child.name}`;
      if (!found.has(child.node)) found.set(child.node, name);
    }
  }
  return found;
}
