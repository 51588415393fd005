/** How crowded a market segment is, from where its businesses are: a direction, no estimate of traffic. */
import { rounded, share } from "./statistics";

export const SATURATION_RULE = {
  /** The side of the squares in which neighbours are counted. */
  cellMeters: 1_000,
  /** So many neighbours in the own square take the index to 63 of 100. */
  neighbours: 10,
} as const;

export interface Saturation {
  /** 0 for a segment whose businesses are alone, towards 100; null where nobody's place is known. */
  readonly index: number | null;
  /** How many others of its kind a business finds in its own square, on average. */
  readonly neighbours: number | null;
  /** Businesses whose coordinates are known, and the squares that they are in. */
  readonly n: number;
  readonly cells: number;
}

/** `counts`: how many businesses of the segment each square holds. */
export function saturation(counts: readonly number[]): Saturation {
  const n = counts.reduce((sum, count) => sum + count, 0);
  // Seen from a business: squares with many of them are seen by many.
  const seen = share(
    counts.reduce((sum, count) => sum + count * (count - 1), 0),
    n,
  );
  return {
    index: seen === null ? null : Math.round(100 * (1 - Math.exp(-seen / SATURATION_RULE.neighbours))),
    neighbours: rounded(seen, 2),
    n,
    cells: counts.length,
  };
}
