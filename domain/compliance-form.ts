/** What a business tells the reviewers of its messaging, and which of it they need; a draft may lack any of it. */
import { z } from "zod";
import { personal } from "./fold/personal";

/** Toll-free numbers are verified; local numbers of the United States register a brand and a campaign. */
export const registrationKindSchema = z.enum(["toll_free_verification", "a2p_10dlc"]);
export type RegistrationKind = z.output<typeof registrationKindSchema>;

/** How customers agree to be written to, in the provider-neutral words of the form. */
export const optInTypes = ["verbal", "web_form", "paper_form", "via_text", "mobile_qr_code"] as const;
const optInTypeSchema = z.enum(optInTypes);
export const businessTypes = [
  "sole_proprietor",
  "private_profit",
  "public_profit",
  "non_profit",
  "government",
] as const;
const businessTypeSchema = z.enum(businessTypes);
/** Messages a month, as the provider's review asks for them. */
export const messageVolumes = [
  "10",
  "100",
  "1,000",
  "10,000",
  "100,000",
  "250,000",
  "500,000",
  "750,000",
  "1,000,000",
  "5,000,000",
  "10,000,000+",
] as const;
const messageVolumeSchema = z.enum(messageVolumes);
/** In capitals, unlike all other words of the form: the contract of the API has them so, and clients compare them. */
export const useCaseCategories = [
  "TWO_FACTOR_AUTHENTICATION",
  "ACCOUNT_NOTIFICATIONS",
  "CUSTOMER_CARE",
  "CHARITY_NONPROFIT",
  "DELIVERY_NOTIFICATIONS",
  "FRAUD_ALERT_MESSAGING",
  "EVENTS",
  "HIGHER_EDUCATION",
  "K12",
  "MARKETING",
  "POLLING_AND_VOTING_NON_POLITICAL",
  "POLITICAL_ELECTION_CAMPAIGNS",
  "PUBLIC_SERVICE_ANNOUNCEMENT",
  "SECURITY_ALERT",
] as const;
const useCaseCategorySchema = z.enum(useCaseCategories);

/** As it is stored; the endpoints' own schema says what may be entered. */
export const complianceFormSchema = z
  .object({
    businessName: personal(z.string()),
    businessWebsite: personal(z.string()),
    businessType: businessTypeSchema,
    /** The tax or company number, such as an EIN; local numbers need it unless the business is a sole proprietor's. */
    businessRegistrationNumber: personal(z.string()),
    businessStreetAddress: personal(z.string()),
    businessCity: z.string(),
    businessStateProvinceRegion: z.string(),
    businessPostalCode: personal(z.string()),
    /** ISO 3166-1 alpha-2. */
    businessCountry: z.string(),
    businessContactFirstName: personal(z.string()),
    businessContactLastName: personal(z.string()),
    businessContactEmail: personal(z.string()),
    /** E.164. */
    businessContactPhone: personal(z.string()),
    useCaseCategories: z.array(useCaseCategorySchema),
    useCaseSummary: personal(z.string()),
    productionMessageSample: personal(z.string()),
    optInType: optInTypeSchema,
    /** Pictures of where customers agree; where there are none, reviewers are shown the website. */
    optInImageUrls: z.array(personal(z.string())),
    messageVolume: messageVolumeSchema,
    messageSamples: z.array(personal(z.string())),
  })
  .partial();
export type ComplianceForm = z.output<typeof complianceFormSchema>;

export type ComplianceField = keyof ComplianceForm;

const alwaysNeeded = [
  "businessName",
  "businessWebsite",
  "businessType",
  "businessStreetAddress",
  "businessCity",
  "businessStateProvinceRegion",
  "businessPostalCode",
  "businessCountry",
  "businessContactFirstName",
  "businessContactLastName",
  "businessContactEmail",
  "businessContactPhone",
  "useCaseCategories",
  "useCaseSummary",
  "optInType",
  "messageVolume",
] as const satisfies readonly ComplianceField[];

/** With what every kind needs. */
type CompleteForm = ComplianceForm & {
  readonly [Field in (typeof alwaysNeeded)[number]]-?: NonNullable<ComplianceForm[Field]>;
};

/** Whether it lacks nothing of its kind; its type tells what no kind goes without. */
export const isComplete = (kind: RegistrationKind, form: ComplianceForm): form is CompleteForm =>
  lacks(kind, form).length === 0;

/** Reviewers of local numbers want to see several. */
export const CAMPAIGN_SAMPLES_MIN = 2;

/** What a form lacks to be submitted, field by field; empty where it is complete for its kind. */
export function lacks(
  kind: RegistrationKind,
  form: ComplianceForm,
): readonly { readonly path: ComplianceField; readonly message: string }[] {
  const needed = "Needed before it can be submitted.";
  const absent: { path: ComplianceField; message: string }[] = [];
  for (const path of alwaysNeeded) if (form[path] === undefined) absent.push({ path, message: needed });
  if (kind === "toll_free_verification") {
    if (form.productionMessageSample === undefined) absent.push({ path: "productionMessageSample", message: needed });
    return absent;
  }
  if (form.businessType !== "sole_proprietor" && form.businessRegistrationNumber === undefined) {
    const message = "Needed for a local number, unless the business is a sole proprietor's.";
    absent.push({ path: "businessRegistrationNumber", message });
  }
  if ((form.messageSamples ?? []).length < CAMPAIGN_SAMPLES_MIN)
    absent.push({ path: "messageSamples", message: `A local number needs ${CAMPAIGN_SAMPLES_MIN} samples or more.` });
  return absent;
}
