/** Medians and spreads, and how they are written. */

export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** NaN throughout where there are no values. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((left, right) => left - right);
  return { median: percentile(sorted, 0.5), least: sorted[0] ?? NaN, most: sorted.at(-1) ?? NaN };
}

/** Of values in ascending order; of an even number the median is the mean of the two in the middle. */
export function percentile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(at)] ?? NaN, sorted[Math.ceil(at)] ?? NaN];
  return below + (above - below) * (at - Math.floor(at));
}

/** The percentiles that latencies are told by. */
export function latencies(values: readonly number[]): Readonly<Record<"p50" | "p99" | "max", number>> {
  const sorted = [...values].sort((left, right) => left - right);
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), max: sorted.at(-1) ?? NaN };
}

/** As many digits as tell something. */
export function shown(value: number): string {
  if (Number.isNaN(value)) return "–";
  if (value >= 1_000) return Math.round(value).toLocaleString("en");
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

export const shownSpread = ({ median, least, most }: Spread): string =>
  `${shown(median)} (${shown(least)}–${shown(most)})`;
