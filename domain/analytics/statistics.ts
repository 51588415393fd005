/** The few statistics that figures are made of. */

/** Of at least one value; null of none. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[sorted.length >> 1] as number;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[(sorted.length >> 1) - 1] as number)) / 2;
}

/** Null of no values. */
export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** `part` of `whole`, 0 to 1; null of nothing. */
export const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** To `digits` decimals, halves away from zero; null stays null. */
export function rounded<Value extends number | null>(value: Value, digits = 2): Value {
  if (value === null) return value;
  // By the decimal form: 1.005 times 100 is below 100.5 in binary.
  const shifted = Math.round(Number(`${Math.abs(value).toFixed(12)}e${digits}`));
  return (Math.sign(value) * Number(`${shifted}e-${digits}`)) as Value;
}

/** The 97.5 % quantile of the normal distribution: what lies within so many standard errors 19 times of 20. */
const Z95 = 1.959964;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Where a share lies 19 times of 20 of which `part` of `whole` were seen, 0 to 1: Wilson's score interval (Wilson 1927), which
 * holds for few and for shares of nothing or all as well. Null of nothing.
 */
export function wilsonInterval(part: number, whole: number): Interval | null {
  if (whole === 0) return null;
  const p = part / whole;
  const spread = Z95 ** 2 / whole;
  const middle = (p + spread / 2) / (1 + spread);
  const half = (Z95 / (1 + spread)) * Math.sqrt((p * (1 - p)) / whole + spread / (4 * whole));
  return { low: clamp01(middle - half), high: clamp01(middle + half) };
}

/**
 * What lies within so many standard errors 19 times of 20, of an error that is itself estimated with so many degrees of
 * freedom: the 97.5 % quantile of Student's t, by its expansion around the normal one (Abramowitz and Stegun 26.7.5), right to
 * one per cent from 3 on.
 */
export function errorsOf95(freedom: number): number {
  const z = Z95;
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
  ];
  return terms.reduce((sum, term, at) => sum + term / freedom ** (at + 1), z);
}

export const clamp01 = (value: number): number => Math.min(1, Math.max(0, value));
