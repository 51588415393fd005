/** Instants as others may tell them: of a time in which anything here can have happened, so that every store can hold and compare them. */
import { z } from "zod";

const FIRST = Date.UTC(1900, 0);
const AFTER_LAST = Date.UTC(2200, 0);
const CHARS_MAX = 40;
const RANGE = "Expected an instant in the years 1900 to 2199";

const inRange = (text: string): boolean => {
  const at = Date.parse(text);
  return at >= FIRST && at < AFTER_LAST;
};

/** An ISO instant with any offset; given on in UTC with milliseconds, so that instants sort as their texts do. */
export const instantSchema = z.iso
  .datetime({ offset: true, abort: true })
  .max(CHARS_MAX)
  .refine(inRange, RANGE)
  .transform((text) => new Date(text).toISOString());

/** The same once it is stored: in UTC, with nothing left to transform. */
export const storedInstantSchema = z.iso.datetime({ abort: true }).max(CHARS_MAX).refine(inRange, RANGE);
