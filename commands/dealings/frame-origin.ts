/** The origin of a page that may frame ours, such as `https://shop.example`: in the one form that a policy can hold. */
import { z } from "zod";
import { readUrl } from "../../infra/outbound/read-url";

const CHARS_MAX = 300;
/** A policy is separated by spaces, commas and semicolons, which a host's name could hold as far as URLs go. */
const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/;

/** Undefined for what is more than an origin, or is not safe to name in a policy. */
function originOf(text: string): string | undefined {
  const url = readUrl(text);
  if (url === null || url.protocol !== "https:" || !HOST.test(url.hostname)) return undefined;
  const isBare =
    url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "" && url.password === "";
  return isBare ? url.origin : undefined;
}

export const frameOriginSchema = z
  .string()
  .max(CHARS_MAX)
  .refine((text) => originOf(text) !== undefined, "Expected an origin, such as https://shop.example")
  .transform((text) => originOf(text) ?? text)
  .describe("https, a host and, where it is not 443, a port.");
