/** Numbers as queries carry them: one way of writing each. What is empty, hexadecimal, in powers of ten or padded is refused, not guessed. */
import { z } from "zod";

const DIGITS = /^(0|-?[1-9]\d*)$/;
const DECIMAL = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** Both bounds are included. */
export const wholeNumber = (min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER) =>
  z.preprocess(writtenAs(DIGITS), numberOr("Expected a whole number in digits").int().min(min).max(max));

/** With a fraction or without; both bounds are included. */
export const decimal = (min: number, max: number) =>
  z.preprocess(writtenAs(DECIMAL), numberOr("Expected a decimal number").min(min).max(max));

/** Without the sign of a zero, which says nothing and is found in no answer. */
const writtenAs = (form: RegExp) => (told: unknown) =>
  typeof told === "string" && form.test(told) ? Number(told) + 0 : told;

/** What is a number and merely out of bounds is told the bounds, in zod's words. */
const numberOr = (otherwise: string) =>
  z.number({ error: ({ code }: { readonly code?: string }) => (code === "invalid_type" ? otherwise : undefined) });
