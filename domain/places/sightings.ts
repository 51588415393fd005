/**
 * Which of two sightings counts: the later one. Where two of one instant contradict each other, what differs from everything
 * known before that instant counts, and of several such values the greatest. So the order in which they arrive does not
 * matter, nor how often they do, although what repeats what was known is not recorded.
 */

/** A value and when it was seen. `before` is what was known when it was first seen; missing where nothing was. */
export interface Seen<Value = unknown> {
  readonly value: Value;
  readonly at: string;
  readonly before?: Value;
}

/** Whether a value that was seen at an instant takes the place of what is known. What is equal never does. */
export function outweighs(known: Seen | undefined, value: unknown, at: string): boolean {
  if (known === undefined) return true;
  if (known.at > at) return false;
  if (known.value === value) return false;
  const text = fingerprint(value);
  const knownText = fingerprint(known.value);
  if (text === knownText) return false;
  if (known.at < at || known.before === undefined) return known.at < at || isGreater(value, known.value);
  const before = fingerprint(known.before);
  if (text === before) return false;
  return knownText === before || isGreater(value, known.value);
}

/** What is known once a value counts: of one instant it remembers what was known before all of it. */
export function seen<Value>(known: Seen<Value> | undefined, value: Value, at: string): Seen<Value> {
  if (known === undefined) return { value, at };
  if (known.at < at) return { value, at, before: known.value };
  return known.at > at || known.before === undefined ? { value, at } : { value, at, before: known.before };
}

/** Numbers by size, everything else as text: some order that is the same everywhere is all that is wanted. */
const isGreater = (one: unknown, other: unknown): boolean =>
  typeof one === "number" && typeof other === "number" ? one > other : fingerprint(one) > fingerprint(other);

/** Equal for equal content, whatever the order of an object's members. */
export function fingerprint(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return JSON.stringify(value, (_member, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : part,
  );
}
