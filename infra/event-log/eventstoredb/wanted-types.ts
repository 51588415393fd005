/** Which event types the readers of this process want, so that the server sends no others. */

/** Undefined means every type. */
export type Types = readonly string[] | undefined;

export interface WantedTypes {
  /** Until released. Calls `grown` where what was last taken does not hold these. */
  want(types: Types): () => void;
  /** For good. */
  add(types: readonly string[]): void;
  /** What to ask the server for from now on. */
  take(): Types;
}

export function createWantedTypes(always: readonly string[], grown: () => void): WantedTypes {
  const readers = new Set<{ readonly types: Types }>();
  const added = new Set(always);
  let taken: ReadonlySet<string> | "all" | undefined;
  const compare = (types: Types): void => {
    if (taken === undefined || taken === "all") return;
    const held = taken;
    if (types?.every((type) => held.has(type)) === true) return;
    taken = undefined;
    grown();
  };
  return {
    want: (types) => {
      const reader = { types };
      readers.add(reader);
      compare(types);
      return () => void readers.delete(reader);
    },
    add: (types) => {
      for (const type of types) {
        if (added.has(type)) continue;
        added.add(type);
        compare([type]);
      }
    },
    take: () => {
      const all = new Set(added);
      taken = all;
      for (const { types } of readers) {
        if (types === undefined) {
          taken = "all";
          return undefined;
        }
        for (const type of types) all.add(type);
      }
      return [...all].sort();
    },
  };
}
