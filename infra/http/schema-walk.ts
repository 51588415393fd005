/** What can be found wrong with the schema of a request by walking through it. */
import { z } from "zod";

type Judge = (schema: z.ZodType) => boolean;

/** Where, below a body schema, objects would let unknown members pass. */
export const looseObjects = (schema: z.ZodType): readonly string[] =>
  partsWhere((part) => part instanceof z.ZodObject && part.def.catchall?._zod.def.type !== "never", schema);

/** Where texts and lists of any length would pass. Texts of a fixed form, such as addresses, end by themselves. */
export const unboundedParts = (schema: z.ZodType): readonly string[] =>
  partsWhere(
    (part) =>
      (part instanceof z.ZodString || part instanceof z.ZodURL || part instanceof z.ZodArray) &&
      !hasGreatestLength(part),
    schema,
  );

/** Where instants of any year would pass: not every store can hold all of them. */
export const boundlessInstants = (schema: z.ZodType): readonly string[] =>
  partsWhere((part) => part instanceof z.ZodISODateTime && part.safeParse("0000-01-01T00:00:00Z").success, schema);

const hasGreatestLength = (schema: z.ZodType): boolean =>
  (schema.def.checks ?? []).some(({ _zod }) => ["max_length", "length_equals"].includes(_zod.def.check));

function partsWhere(judge: Judge, schema: z.ZodType, at = "", seen = new Set<unknown>()): readonly string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const below = (inner: unknown, name = "") => partsWhere(judge, inner as z.ZodType, `${at}${name}`, seen);
  return [...(judge(schema) ? [at] : []), ...insideOf(schema, below)];
}

function insideOf(schema: z.ZodType, below: (inner: unknown, name?: string) => readonly string[]): readonly string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, member]) => below(member, `.${name}`));
  if (schema instanceof z.ZodArray) return below(schema.element, "[]");
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => below(option));
  if (schema instanceof z.ZodPipe) return below(schema.in);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return below(schema.unwrap());
  }
  return [];
}
