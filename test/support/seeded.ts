/** Chance that comes again: the same sequence for the same seed. */

export interface Seeded {
  /** From 0 to 1, without 1. */
  (): number;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  pick<Value>(values: readonly Value[]): Value;
  /** A sequence of its own, which does not depend on how far this one has come. */
  branch(name: string): Seeded;
}

export function seeded(seed: number): Seeded {
  const next = mulberry32(seed);
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return Object.assign(next, {
    between,
    pick<Value>(values: readonly Value[]): Value {
      const value = values[between(0, values.length - 1)];
      if (value === undefined) throw new Error("There is nothing to choose from.");
      return value;
    },
    branch: (name: string) => seeded(Buffer.from(name).reduce((hash, byte) => Math.imul(hash, 31) + byte, seed)),
  });
}

function mulberry32(state: number): () => number {
  let a = state;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
