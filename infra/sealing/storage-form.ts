/** Holds an event's data to its schema, to the letter: what is stored is what was decided, and what is read equals both. */
import { z } from "zod";
import { isFields, SEALED } from "./sealed-fields";

/** An event that does not fit its own schema: a mistake in the program, never a user's. */
export class MalformedEvent extends Error {
  override readonly name = "MalformedEvent";
}

/** Characters that are no text: the databases refuse them inside JSON, and with them a whole batch of appends. */
const NO_TEXT = /[\0\p{Surrogate}]/u;

/** By schema, compiled when its first event comes: most processes append a few types. */
const compiled = new WeakMap<z.ZodObject, z.ZodObject>();

function compiledOf(schema: z.ZodObject): z.ZodObject {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const made = z.compile(schema);
  compiled.set(schema, made);
  return made;
}

/**
 * Throws MalformedEvent unless the schema accepts the data and would change nothing about it. What the schema would drop
 * is refused because it could be personal and would be stored unsealed; what it would alter, because state is folded from
 * the decided event now and from the stored one later.
 */
export function requireStorageForm(type: string, schema: z.ZodObject, data: unknown): void {
  const parsed = compiledOf(schema).safeParse(data);
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => `${issue.path.join(".") || "data"}: ${issue.message}`);
    throw new MalformedEvent(`The event ${type} does not fit its schema: ${issues.join("; ")}.`);
  }
  if (isStoredAsGiven(data, parsed.data)) return;
  const difference = firstDifference(data, parsed.data, "data");
  if (difference !== undefined)
    throw new MalformedEvent(`The event ${type} is not as its schema stores it: ${difference}.`);
}

/** Whether {@link firstDifference} finds none: most often so, and then no path to it needs to be told. */
function isStoredAsGiven(given: unknown, stored: unknown): boolean {
  if (typeof given === "string") return given === stored && !NO_TEXT.test(given);
  if (typeof given === "number") return Object.is(given, stored) && Number.isFinite(given);
  if (typeof given !== "object" || given === null) return Object.is(given, stored);
  if (typeof stored !== "object" || stored === null) return false;
  if (Array.isArray(given)) {
    const isSameList = Array.isArray(stored) && stored.length === given.length;
    return isSameList && given.every((one, index) => isStoredAsGiven(one, stored[index]));
  }
  if (!isFields(given) || !isFields(stored) || Object.hasOwn(given, SEALED)) return false;
  for (const name in given) if (!isStoredAsGiven(given[name], stored[name])) return false;
  for (const name in stored) if (!Object.hasOwn(given, name)) return false;
  return true;
}

function firstDifference(given: unknown, stored: unknown, path: string): string | undefined {
  if (Array.isArray(given)) {
    if (!Array.isArray(stored) || stored.length !== given.length) return `${path} would change`;
    return firstOf(given.map((one, index) => [one, stored[index], `${path}.${index}`]));
  }
  if (isFields(given)) {
    if (!isFields(stored)) return `${path} would change`;
    if (Object.hasOwn(given, SEALED)) return `${path} has the reserved member ${SEALED}`;
    const names = new Set([...Object.keys(given), ...Object.keys(stored)]);
    return firstOf([...names].map((name) => [given[name], stored[name], `${path}.${name}`]));
  }
  if (typeof given === "number" && !Number.isFinite(given)) return `${path} is no number that JSON can hold`;
  if (typeof given === "string" && NO_TEXT.test(given)) return `${path} holds characters that are no text`;
  return Object.is(given, stored) ? undefined : `${path} is not declared, or would change`;
}

function firstOf(pairs: readonly (readonly [unknown, unknown, string])[]): string | undefined {
  for (const [given, stored, path] of pairs) {
    const difference = firstDifference(given, stored, path);
    if (difference !== undefined) return difference;
  }
  return undefined;
}
