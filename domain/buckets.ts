/** A map that is never changed and is cheap to have with one entry more: it lies in buckets, of which only one is copied. */
import { digest } from "./places/digest";

const BUCKETS = 256;

export type Buckets<Value> = readonly ReadonlyMap<string, Value>[];

export const noBuckets: Buckets<never> = Array.from({ length: BUCKETS }, () => new Map<string, never>());

const numberOf = (key: string): number => digest(key) % BUCKETS;

export const found = <Value>(buckets: Buckets<Value>, key: string): Value | undefined =>
  buckets[numberOf(key)]?.get(key);

/** `entriesMax` bounds what one bucket remembers: its oldest entries give way. */
export function put<Value>(
  buckets: Buckets<Value>,
  key: string,
  value: Value,
  entriesMax = Number.POSITIVE_INFINITY,
): Buckets<Value> {
  const bucket = new Map(buckets[numberOf(key)]).set(key, value);
  const [oldest] = bucket.keys();
  if (bucket.size > entriesMax && oldest !== undefined) bucket.delete(oldest);
  return buckets.with(numberOf(key), bucket);
}

export function without<Value>(buckets: Buckets<Value>, key: string): Buckets<Value> {
  if (found(buckets, key) === undefined) return buckets;
  const bucket = new Map(buckets[numberOf(key)]);
  bucket.delete(key);
  return buckets.with(numberOf(key), bucket);
}

export const entriesOf = <Value>(buckets: Buckets<Value>): readonly (readonly [string, Value])[] =>
  buckets.flatMap((bucket) => [...bucket]);
