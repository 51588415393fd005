/** A map that is never changed and is cheap to have with one entry more: it lies in buckets, of which only one is copied. */
import { digest } from "./places/digest";

const BUCKETS = 256;

export type Buckets<Value> = ReadonlyMap<number, ReadonlyMap<string, Value>>;

const bucketOf = (key: string): number => digest(key) % BUCKETS;

export const found = <Value>(buckets: Buckets<Value>, key: string): Value | undefined =>
  buckets.get(bucketOf(key))?.get(key);

/** `entriesMax` bounds what one bucket remembers: its oldest entries give way. */
export function put<Value>(
  buckets: Buckets<Value>,
  key: string,
  value: Value,
  entriesMax = Number.POSITIVE_INFINITY,
): Buckets<Value> {
  const bucket = new Map(buckets.get(bucketOf(key))).set(key, value);
  const [oldest] = bucket.keys();
  if (bucket.size > entriesMax && oldest !== undefined) bucket.delete(oldest);
  return new Map(buckets).set(bucketOf(key), bucket);
}

export function without<Value>(buckets: Buckets<Value>, key: string): Buckets<Value> {
  const known = buckets.get(bucketOf(key));
  if (known?.has(key) !== true) return buckets;
  const bucket = new Map(known);
  bucket.delete(key);
  return new Map(buckets).set(bucketOf(key), bucket);
}
