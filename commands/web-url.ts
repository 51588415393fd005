/** The address of a website, as clients tell it. */
import { z } from "zod";
import { readUrl } from "../infra/outbound/read-url";

const isWeb = (text: string): boolean =>
  /^https?:\/\/[^/]/i.test(text) && !/[\s\p{C}]/u.test(text) && readUrl(text) !== null;

/** A host with a dot in it, and what may follow it. */
const BARE = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(?::\d+)?(?:[/?#]|$)/u;

/** With https:// in front where the text begins with a bare domain, as people write websites in files. */
export const withScheme = <Text extends string | undefined>(text: Text): Text | `https://${string}` =>
  text !== undefined && BARE.test(text) ? `https://${text}` : text;

/** An http or https URL, kept as it was written. Zod's own check refuses letters such as é, for the reason that {@link readUrl} gives. */
export const webUrl = z
  .string()
  .trim()
  .max(2_000)
  .refine(isWeb, "Expected an http or https URL")
  .meta({ format: "uri" });
