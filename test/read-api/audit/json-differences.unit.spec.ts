/** Differences of JSON values tell the whole of a change, and nothing but the change. */
import fc from "fast-check";
import { differencesOf, type Difference } from "../../../read-api/audit/json-differences";

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const [BACKSLASH, DOT] = ["\u0001", "\u0002"];
const partsOf = (path: string): readonly string[] =>
  path
    .replaceAll("\\\\", BACKSLASH)
    .replaceAll("\\.", DOT)
    .split(".")
    .map((part) => part.replaceAll(DOT, ".").replaceAll(BACKSLASH, "\\"));

/** The value with what the difference says of one of its members. */
function patched(value: unknown, way: readonly string[], difference: Difference): unknown {
  const [name, ...rest] = way;
  if (name === undefined) return difference.after;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown>;
  const inner = rest.length === 0 ? difference.after : patched(copy[name], rest, difference);
  Object.defineProperty(copy, name, { value: inner, enumerable: true, configurable: true, writable: true });
  return copy;
}

function applied(value: unknown, differences: readonly Difference[]): unknown {
  const after = differences.reduce<unknown>(
    (current, difference) => patched(current, difference.path === "" ? [] : partsOf(difference.path), difference),
    value ?? {},
  );
  // Members that went are undefined now; items can only have gone from the end.
  return pruned(after);
}

function pruned(value: unknown): unknown {
  if (Array.isArray(value)) return (value as unknown[]).filter((one) => one !== undefined).map(pruned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (one === undefined ? [] : [[name, pruned(one)]])),
  );
}

const name = fc.constantFrom("a", "b", "c", "with.dot", "back\\slash");
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<Json>(null, true, 1, 2, "x", "y"),
    fc.array(tie("json"), { maxLength: 3 }),
    fc.dictionary(name, tie("json"), { maxKeys: 4 }),
  ),
}));
const object = fc.option(fc.dictionary(name, json, { maxKeys: 5 }), { nil: null });

test("made in the value before, the differences give the value after, whatever room there is", () => {
  fc.assert(
    fc.property(object, object, fc.integer({ min: 1, max: 12 }), (before, after, max) => {
      const differences = differencesOf(before, after, max);
      expect(differences.length).toBeLessThanOrEqual(max);
      expect(applied(plain(before), differences)).toEqual(plain(after ?? {}));
    }),
    { numRuns: 500 },
  );
});

test("each tells something that differs, and equal values have none", () => {
  fc.assert(
    fc.property(object, object, (before, after) => {
      expect(differencesOf(before, plain(before), 50)).toEqual([]);
      for (const difference of differencesOf(before, after, 50))
        expect(difference.before).not.toEqual(difference.after);
    }),
  );
});

test("with room enough they are as fine as can be: no two objects and no two lists are told as a whole", () => {
  fc.assert(
    fc.property(object, object, (before, after) => {
      for (const { path, before: was, after: is } of differencesOf(before, after, 1_000)) {
        const kinds = [was, is].map((one) => (Array.isArray(one) ? "list" : one === null ? "null" : typeof one));
        if (path !== "" && kinds[0] === kinds[1]) expect(["list", "object"]).not.toContain(kinds[0]);
      }
    }),
  );
});

test("members are named by their way, items by their index, and what was not there is left out", () => {
  const before = { profile: { name: "Fjord" }, tags: ["a", "b"], "v1.2": 1 };
  const after = { profile: { name: "Fjord Coffee", city: "Oslo" }, tags: ["a"], "v1.2": 2 };
  expect(differencesOf(before, after, 10)).toEqual([
    { path: "profile.name", before: "Fjord", after: "Fjord Coffee" },
    { path: "profile.city", after: "Oslo" },
    { path: "tags.1", before: "b" },
    { path: "v1\\.2", before: 1, after: 2 },
  ]);
});

test("what has no room is told of the value that holds it", () => {
  const places = (count: number, seen: boolean) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, { seen }]));
  const differences = differencesOf({ places: places(9, false), day: 1 }, { places: places(9, true), day: 2 }, 5);
  expect(differences).toEqual([
    { path: "places", before: places(9, false), after: places(9, true) },
    { path: "day", before: 1, after: 2 },
  ]);
});
