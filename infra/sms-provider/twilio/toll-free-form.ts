/** The form in the words of a toll-free verification (Twilio, "Tollfree Verification resource"). */
import type { RegistrationForm } from "../registration-form";
import type { Sdk } from "./sdk";

type Verifications = Sdk["messaging"]["v1"]["tollfreeVerifications"];
type Asked = Parameters<Verifications["create"]>[0];
/** What can be changed of a verification that was rejected: all but the number, and what we call it. */
export type VerificationFields = Omit<Asked, "tollfreePhoneNumberSid" | "externalReferenceId" | "customerProfileSid">;

const ADDITIONAL_CHARS_MAX = 500;

const authorities: ReadonlyMap<string, NonNullable<Asked["businessRegistrationAuthority"]>> = new Map([
  ["US", "EIN"],
  ["CA", "CBN"],
  ["GB", "CRN"],
  ["AU", "ACN"],
  ["NZ", "NZBN"],
  ["FR", "SIREN"],
  ["BR", "CNPJ"],
]);

const businessTypes = {
  sole_proprietor: "SOLE_PROPRIETOR",
  private_profit: "PRIVATE_PROFIT",
  public_profit: "PUBLIC_PROFIT",
  non_profit: "NON_PROFIT",
  government: "GOVERNMENT",
} as const;

const optInTypes = {
  verbal: "VERBAL",
  web_form: "WEB_FORM",
  paper_form: "PAPER_FORM",
  via_text: "VIA_TEXT",
  mobile_qr_code: "MOBILE_QR_CODE",
} as const;

export function verificationFields(form: RegistrationForm): VerificationFields {
  const { businessRegistrationNumber: registered, businessCountry } = form;
  const registration = registered !== null && {
    businessRegistrationNumber: registered,
    businessRegistrationAuthority: authorities.get(businessCountry) ?? "OTHER",
    businessRegistrationCountry: businessCountry,
  };
  const samples = form.messageSamples.length > 0 && {
    additionalInformation: `Further samples: ${form.messageSamples.join(" | ")}`.slice(0, ADDITIONAL_CHARS_MAX),
  };
  return {
    businessName: form.businessName,
    businessWebsite: form.businessWebsite,
    businessType: businessTypes[form.businessType],
    businessStreetAddress: form.businessStreetAddress,
    businessCity: form.businessCity,
    businessStateProvinceRegion: form.businessStateProvinceRegion,
    businessPostalCode: form.businessPostalCode,
    businessCountry,
    businessContactFirstName: form.businessContactFirstName,
    businessContactLastName: form.businessContactLastName,
    businessContactEmail: form.businessContactEmail,
    businessContactPhone: form.businessContactPhone,
    notificationEmail: form.businessContactEmail,
    useCaseCategories: [...form.useCaseCategories],
    useCaseSummary: form.useCaseSummary,
    productionMessageSample: form.productionMessageSample,
    optInType: optInTypes[form.optInType],
    // Reviewers want to see where customers agree; where there are no pictures of it, the website is what there is.
    optInImageUrls: form.optInImageUrls.length > 0 ? [...form.optInImageUrls] : [form.businessWebsite],
    messageVolume: form.messageVolume,
    ...registration,
    ...samples,
  };
}
