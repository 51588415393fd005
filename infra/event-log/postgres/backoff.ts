/** How long to wait before the next attempt: doubling from 50 ms to 2 s. */
const FIRST_MS = 50;
const LONGEST_MS = 2_000;

/** `failures` counts from 1. */
export function backoffMs(failures: number): number {
  return Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
}
