/** The form in the words of TrustHub's end users (Twilio, "A2P 10DLC onboarding guide for ISVs", steps 1 and 2). */
import type { RegistrationForm } from "../../registration-form";
import type { Plan } from "./plan";

export interface EndUserForm {
  readonly part: string;
  readonly type: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const businessTypes = {
  sole_proprietor: "Sole Proprietorship",
  // The registry knows private companies as one kind; the form does not tell their legal forms apart.
  private_profit: "Limited Liability Corporation",
  public_profit: "Corporation",
  non_profit: "Non-profit Corporation",
  government: "Non-profit Corporation",
} as const satisfies Record<RegistrationForm["businessType"], string>;

const companyTypes = {
  sole_proprietor: "private",
  private_profit: "private",
  public_profit: "public",
  non_profit: "non_profit",
  government: "government",
} as const satisfies Record<RegistrationForm["businessType"], string>;

const industries: ReadonlyMap<string, string> = new Map([
  ["non_profit", "NOT_FOR_PROFIT"],
  ["government", "GOVERNMENT"],
]);
const registers: ReadonlyMap<string, string> = new Map([
  ["US", "EIN"],
  ["CA", "CBN"],
]);

/** Who the business is, and who speaks for it. */
export function profileEndUsers(form: RegistrationForm, plan: Plan): readonly EndUserForm[] {
  const contact = {
    first_name: form.businessContactFirstName,
    last_name: form.businessContactLastName,
    email: form.businessContactEmail,
    phone_number: form.businessContactPhone,
  };
  if (plan.isSoleProprietor)
    return [{ part: "sole_person", type: "starter_customer_profile_information", attributes: contact }];
  const business = {
    business_name: form.businessName,
    business_identity: "direct_customer",
    business_type: businessTypes[form.businessType],
    // The form does not ask for the industry; most local businesses serve consumers.
    business_industry: industries.get(form.businessType) ?? "CONSUMER",
    business_registration_identifier: registers.get(form.businessCountry) ?? "Other",
    business_registration_number: form.businessRegistrationNumber ?? "",
    business_regions_of_operation: "USA_AND_CANADA",
    website_url: form.businessWebsite,
    social_media_profile_urls: "",
  };
  const title = { business_title: "Authorized representative", job_position: "Other" };
  return [
    { part: "business", type: "customer_profile_business_information", attributes: business },
    { part: "representative", type: "authorized_representative_1", attributes: { ...contact, ...title } },
  ];
}

/** What the registry wants to know beyond that. */
export function trustEndUsers(form: RegistrationForm, plan: Plan): readonly EndUserForm[] {
  if (plan.isSoleProprietor) {
    const attributes = {
      brand_name: form.businessName,
      mobile_phone_number: form.businessContactPhone,
      vertical: "PROFESSIONAL",
    };
    return [{ part: "sole_proprietor", type: "sole_proprietor_information", attributes }];
  }
  const company_type = companyTypes[form.businessType];
  // The registry writes to this address to make sure that a public company knows of its brand.
  const attributes: EndUserForm["attributes"] =
    company_type === "public" ? { company_type, brand_contact_email: form.businessContactEmail } : { company_type };
  return [{ part: "messaging", type: "us_a2p_messaging_profile_information", attributes }];
}
