/** What a client may enter of a compliance form: formats are checked here, and what a submission needs by the decision. */
import { isSupportedCountry, parsePhoneNumberFromString, type CountryCode } from "libphonenumber-js/max";
import { z } from "zod";
import type { FormChanges } from "../../domain/compliance-decisions";
import {
  businessTypes,
  messageVolumes,
  optInTypes,
  useCaseCategories,
  type ComplianceForm,
} from "../../domain/compliance-form";
import { invalid } from "../../infra/http/failure";
import { givenOnly } from "../business/business-profile";
import { emailSchema } from "../account/credentials";
import { shownText } from "../shown-text";
import { webUrl } from "../web-url";

/** Letters and digits alone, so that `WEB_FORM`, `web-form` and `web_form` are one word, and `10000` is `10,000`. */
const bare = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** One of these words, however it is spelled. */
const oneOf = <Word extends string>(words: readonly [Word, ...Word[]]) =>
  z
    .string()
    .max(60)
    .transform((text) => words.find((word) => bare(word) === bare(text)) ?? text)
    .pipe(z.enum(words))
    .describe(`${words.join(", ")}; case and punctuation are of no matter.`);

/** Codes that the library knows and ISO 3166-1 has not assigned: telephony needs them. */
const UNASSIGNED = ["AC", "TA", "XK"];
const countryCode = z
  .string()
  .trim()
  .toUpperCase()
  .length(2, { abort: true })
  .refine((code) => isSupportedCountry(code) && !UNASSIGNED.includes(code), "Expected a country's code, such as US")
  .describe("ISO 3166-1 alpha-2.");

const SAMPLE_CHARS_MAX = 1_024;

export const complianceFields = {
  businessName: shownText(200),
  businessWebsite: webUrl,
  businessType: oneOf(businessTypes),
  businessRegistrationNumber: shownText(50).describe(
    "The tax or company number, such as an EIN. Local numbers need it, unless the business is a sole proprietor's.",
  ),
  businessStreetAddress: shownText(200),
  businessCity: shownText(100),
  businessStateProvinceRegion: shownText(100),
  businessPostalCode: shownText(20),
  businessCountry: countryCode,
  businessContactFirstName: shownText(100),
  businessContactLastName: shownText(100),
  businessContactEmail: emailSchema,
  businessContactPhone: shownText(40).describe("Kept in E.164; without a country's prefix, one of businessCountry."),
  useCaseCategories: z
    .array(oneOf(useCaseCategories))
    .min(1)
    .max(useCaseCategories.length)
    .transform((categories) => [...new Set(categories)]),
  useCaseSummary: shownText(500),
  productionMessageSample: shownText(SAMPLE_CHARS_MAX).describe("Toll-free numbers need it."),
  optInType: oneOf(optInTypes),
  optInImageUrls: z.array(webUrl).max(5).describe("Pictures of where customers agree to be written to."),
  messageVolume: oneOf(messageVolumes).describe(`Messages a month: ${messageVolumes.join("; ")}.`),
  messageSamples: z.array(shownText(SAMPLE_CHARS_MAX)).min(1).max(5).describe("Local numbers need two or more."),
} satisfies Readonly<Record<keyof ComplianceForm, z.ZodType>>;

export const complianceExample = {
  businessName: "Harbour Café",
  businessWebsite: "https://harbour.example",
  businessType: "private_profit",
  businessRegistrationNumber: "12-3456789",
  businessStreetAddress: "1 Pier Street",
  businessCity: "Portland",
  businessStateProvinceRegion: "ME",
  businessPostalCode: "04101",
  businessCountry: "US",
  businessContactFirstName: "Ada",
  businessContactLastName: "Berg",
  businessContactEmail: "ada@harbour.example",
  businessContactPhone: "(207) 555-0100",
  useCaseCategories: ["CUSTOMER_CARE"],
  useCaseSummary: "Guests who ask for it at the counter hear that their table is ready.",
  productionMessageSample: "Your table is ready. Reply STOP to hear no more.",
  optInType: "verbal",
  messageVolume: "1,000",
  messageSamples: ["Your table is ready. Reply STOP to hear no more.", "We keep your table for ten minutes more."],
};

type Entered = { readonly [Field in keyof ComplianceForm]?: ComplianceForm[Field] | null | undefined };

/** What was entered, with the phone number in E.164. `known` is the form so far. Throws a 400 Failure for another number. */
export function enteredForm(entered: Entered, known: ComplianceForm): FormChanges {
  const given: FormChanges = givenOnly(entered);
  const { businessContactPhone: phone } = given;
  if (phone === undefined || phone === null) return given;
  const country = given.businessCountry === undefined ? known.businessCountry : given.businessCountry;
  return { ...given, businessContactPhone: inE164(phone, country ?? undefined) };
}

function inE164(text: string, country: string | undefined): string {
  const parsed = parsePhoneNumberFromString(text, {
    extract: false,
    // A country that was entered is one that the library knows.
    ...(country === undefined ? {} : { defaultCountry: country as CountryCode }),
  });
  if (parsed?.isValid() === true && parsed.ext === undefined) return parsed.number;
  const message = "Expected a telephone number without an extension, such as +12075550100.";
  throw invalid([{ path: "businessContactPhone", message }]);
}
