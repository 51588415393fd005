/** The phone of a customer to whom a business writes first, as people write numbers down; given on in E.164. */
import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { z } from "zod";

/**
 * The United States with their territories, and Canada: for these registrations are approved, and a message to them costs what
 * its sender expects. Whoever writes first, from wherever that is, can be answered.
 */
const COUNTRIES = ["US", "CA", "PR", "VI", "GU", "AS", "MP"];
/** The library cannot tell a mobile phone of these countries from another one. */
const TYPES = ["MOBILE", "FIXED_LINE_OR_MOBILE"];

/** The number in E.164; undefined where it is none that can receive a text message there. */
function inE164(text: string): string | undefined {
  const number = parsePhoneNumberFromString(text, { defaultCountry: "US", extract: false });
  if (number?.isValid() !== true || number.ext !== undefined) return undefined;
  const { country = "" } = number;
  return COUNTRIES.includes(country) && TYPES.includes(String(number.getType())) ? number.number : undefined;
}

export const customerPhoneSchema = z
  .string()
  .max(40)
  .refine((text) => inE164(text) !== undefined, "Expected the number of a phone in the United States or Canada")
  .transform((text) => inE164(text) ?? text)
  .describe("A phone of the United States or Canada, with or without +1.");

/** Who wrote, as the conversation with them is found: a number in E.164, or a short code as it is. */
export function senderOf(from: string): string {
  const number = parsePhoneNumberFromString(from, { extract: false });
  return number?.isValid() === true ? number.number : from;
}
