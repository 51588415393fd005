/** Text that clients write and others are shown: nothing in it hides, or turns round what stands beside it. */
import { z } from "zod";

/** Lines may end in it: addresses often have several. */
const HIDDEN = /[^\P{Cc}\t\n\r]|[\u202A-\u202E\u2066-\u2069]/u;

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
