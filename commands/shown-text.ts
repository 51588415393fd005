/** Text that clients write and others are shown: nothing in it hides, or turns round what stands beside it. */
import { z } from "zod";

/** Lines may end in it: addresses often have several. */
const HIDDEN = /[^\P{Cc}\t\n\r]|[\u202A-\u202E\u2066-\u2069]/u;
const EVERY_HIDDEN = new RegExp(`${HIDDEN.source}|\\p{Surrogate}`, "gu");

export const shownText = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine(
      (text) => !HIDDEN.test(text),
      "Must not contain control characters or marks that turn the direction of text",
    );

const LINE_END = /[\t\n\r\u2028\u2029]/;

/** Of one line: what stands in a mail or a message among words of ours, which nobody ends to put words of their own below. */
export const shownLine = (max: number) =>
  shownText(max).refine((text) => !LINE_END.test(text), "Must be one line, without tabs");

/** The same of what was taken before it had to be one line. */
export const asLine = (text: string): string => text.replaceAll(/\s+/g, " ");

const NOTHING_SHOWS = "\uFFFD";

/**
 * The same of a text that comes from elsewhere and cannot be refused, because nobody would write it again: what is hidden or
 * no text at all is replaced by one visible character, and everything else is kept.
 */
export const storableText = (text: string, charactersMax: number): string =>
  text.slice(0, charactersMax).replace(EVERY_HIDDEN, NOTHING_SHOWS);
