/** How customers are reached, as people write it down: given on in the one form by which the same one is found again. */
import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { z } from "zod";
import { emailSchema } from "../account/credentials";

/** The number in E.164; undefined where it is none, or has an extension. */
function inE164(text: string): string | undefined {
  const number = parsePhoneNumberFromString(text, { defaultCountry: "US", extract: false });
  return number?.isValid() === true && number.ext === undefined ? number.number : undefined;
}

/** Of any country, because a contact need not be one who is written to. */
export const contactPhoneSchema = z
  .string()
  .max(40)
  .refine((text) => inE164(text) !== undefined, "Expected a phone number without an extension, such as +12075550100")
  .transform((text) => inE164(text) ?? text)
  .describe("Kept in E.164; without a country's prefix, one of the United States or Canada.");

export const contactEmailSchema = emailSchema.transform((text) => text.toLowerCase()).describe("Kept in lower case.");

/** kari@example.com of kari+anything@example.com: both reach the same person. */
export const withoutTag = (email: string): string => email.replace(/^([^+@]+)\+[^@]*@/, "$1@");
