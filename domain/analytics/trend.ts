/** The straight line through daily values, by least squares, and how sure its slope is. Source: any text on simple regression. */

export interface DayValue {
  /** Days since any fixed day. */
  readonly day: number;
  readonly value: number;
}

export interface Trend {
  readonly n: number;
  readonly perDay: number;
  /** The standard error of `perDay`. */
  readonly error: number;
}

/** Fewer days, or less time between the first and the last, show no trend. */
export const TREND_RULE = { daysMin: 5, spanMin: 14 } as const;

/** Null where {@link TREND_RULE} is not met. */
export function trendOf(points: readonly DayValue[]): Trend | null {
  const n = points.length;
  const days = points.map(({ day }) => day);
  if (n < TREND_RULE.daysMin || Math.max(...days) - Math.min(...days) < TREND_RULE.spanMin) return null;
  const sum = (of: (point: DayValue) => number) => points.reduce((total, point) => total + of(point), 0);
  const [meanDay, meanValue] = [sum(({ day }) => day) / n, sum(({ value }) => value) / n];
  const spread = sum(({ day }) => (day - meanDay) ** 2);
  const perDay = sum(({ day, value }) => (day - meanDay) * (value - meanValue)) / spread;
  const unexplained = sum(({ day, value }) => (value - meanValue - perDay * (day - meanDay)) ** 2);
  return { n, perDay, error: Math.sqrt(unexplained / (n - 2) / spread) };
}
