/** Finds the endpoint for a method and path: literal parts go before parameters, whatever the order of declaration. */
import { pathsOf } from "./check-endpoints";
import type { Endpoint } from "./endpoint";

export type Found =
  | { readonly kind: "endpoint"; readonly endpoint: Endpoint; readonly params: Readonly<Record<string, string>> }
  /** The path exists, but not for this method. */
  | { readonly kind: "other_methods"; readonly allow: readonly string[] }
  | { readonly kind: "nothing" };

interface Branch {
  readonly literals: Map<string, Branch>;
  parameter: Branch | null;
  readonly leaves: Map<string, { readonly endpoint: Endpoint; readonly names: readonly string[] }>;
}

const branch = (): Branch => ({ literals: new Map(), parameter: null, leaves: new Map() });

/** `find(method, path)`: the path as it was sent, without the query. A HEAD is found as a GET. */
export function dispatchTable(endpoints: readonly Endpoint[]): (method: string, path: string) => Found {
  const root = branch();
  for (const endpoint of endpoints) for (const path of pathsOf(endpoint)) grow(root, endpoint, path);
  const literal = literalPaths(endpoints);
  return (method, path) => {
    const known = literal.get(path)?.get(method === "HEAD" ? "GET" : method);
    if (known !== undefined) return known;
    const parts = decoded(path);
    if (parts === null) return { kind: "nothing" };
    const allow = new Set<string>();
    const found = search(root, method === "HEAD" ? "GET" : method, parts, [], allow);
    if (found !== null) return found;
    return allow.size === 0 ? { kind: "nothing" } : { kind: "other_methods", allow: [...allow].sort() };
  };
}

/** Addresses without parameters go before all others anyway, and are found without being taken apart. */
function literalPaths(endpoints: readonly Endpoint[]): ReadonlyMap<string, ReadonlyMap<string, Found>> {
  const paths = new Map<string, Map<string, Found>>();
  for (const endpoint of endpoints)
    for (const path of pathsOf(endpoint)) {
      if (path.includes("/:")) continue;
      const methods = paths.get(path) ?? new Map<string, Found>();
      paths.set(path, methods.set(endpoint.method, { kind: "endpoint", endpoint, params: {} }));
    }
  return paths;
}

function grow(root: Branch, endpoint: Endpoint, path: string): void {
  let at = root;
  const names: string[] = [];
  for (const part of path.split("/").slice(1)) {
    if (part.startsWith(":")) {
      names.push(part.slice(1));
      at = at.parameter ??= branch();
    } else {
      const next = at.literals.get(part) ?? branch();
      at.literals.set(part, next);
      at = next;
    }
  }
  at.leaves.set(endpoint.method, { endpoint, names });
}

function search(
  at: Branch,
  method: string,
  parts: readonly string[],
  values: readonly string[],
  allow: Set<string>,
): Found | null {
  const [part, ...rest] = parts;
  if (part === undefined) {
    const leaf = at.leaves.get(method);
    if (leaf === undefined) {
      for (const other of at.leaves.keys())
        for (const name of other === "GET" ? ["GET", "HEAD"] : [other]) allow.add(name);
      return null;
    }
    const params = Object.fromEntries(leaf.names.map((name, index) => [name, values[index] ?? ""]));
    return { kind: "endpoint", endpoint: leaf.endpoint, params };
  }
  const literal = at.literals.get(part);
  const found = literal === undefined ? null : search(literal, method, rest, values, allow);
  // An address that is there to the letter is no id: by other methods, nothing is named there.
  const isThere = allow.size > 0;
  if (found !== null || isThere || at.parameter === null || part === "") return found;
  return search(at.parameter, method, rest, [...values, part], allow);
}

function decoded(path: string): readonly string[] | null {
  try {
    return path.split("/").slice(1).map(decodeURIComponent);
  } catch {
    // What cannot be decoded names nothing that we have.
    return null;
  }
}
