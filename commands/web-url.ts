/** The address of a website, as clients tell it. */
import { z } from "zod";
import { readUrl } from "../infra/outbound/read-url";

const isWeb = (text: string): boolean =>
  /^https?:\/\/[^/]/i.test(text) && !/[\s\p{C}]/u.test(text) && readUrl(text) !== null;

/** An http or https URL, kept as it was written. Zod's own check refuses letters such as é, for the reason that {@link readUrl} gives. */
export const webUrl = z
  .string()
  .trim()
  .max(2_000)
  .refine(isWeb, "Expected an http or https URL")
  .meta({ format: "uri" });
