/** The form in the words of a US campaign (Twilio, "US A2P 10DLC campaign", UsAppToPerson resource). */
import type { RegistrationForm } from "../../registration-form";
import type { Sdk } from "../sdk";
import type { Plan } from "./plan";

type Campaigns = ReturnType<Sdk["messaging"]["v1"]["services"]>["usAppToPerson"];
type Asked = Parameters<Campaigns["create"]>[0];
export type CampaignFields = Omit<Asked, "brandRegistrationSid" | "usAppToPersonUsecase">;

const SAMPLES_MAX = 5;
const FLOW_CHARS_MAX = 2_048;

/** The registry's use cases; for what it has none of its own, a mixed one. */
const useCases: ReadonlyMap<string, string> = new Map([
  ["TWO_FACTOR_AUTHENTICATION", "2FA"],
  ["ACCOUNT_NOTIFICATIONS", "ACCOUNT_NOTIFICATION"],
  ["CUSTOMER_CARE", "CUSTOMER_CARE"],
  ["CHARITY_NONPROFIT", "CHARITY"],
  ["DELIVERY_NOTIFICATIONS", "DELIVERY_NOTIFICATION"],
  ["FRAUD_ALERT_MESSAGING", "FRAUD_ALERT"],
  ["HIGHER_EDUCATION", "HIGHER_EDUCATION"],
  ["K12", "K12_EDUCATION"],
  ["MARKETING", "MARKETING"],
  ["POLLING_AND_VOTING_NON_POLITICAL", "POLLING_VOTING"],
  ["POLITICAL_ELECTION_CAMPAIGNS", "POLITICAL"],
  ["PUBLIC_SERVICE_ANNOUNCEMENT", "PUBLIC_SERVICE_ANNOUNCEMENT"],
  ["SECURITY_ALERT", "SECURITY_ALERT"],
]);

const consents = {
  verbal: "Customers agree by word of mouth at the business",
  web_form: "Customers agree in a form on the website, by a box that they tick themselves",
  paper_form: "Customers agree on a paper form at the business",
  via_text: "Customers agree by sending the keyword START to the number",
  mobile_qr_code: "Customers agree on a page that they open by a QR code at the business",
} as const satisfies Record<RegistrationForm["optInType"], string>;

/** One campaign of low volume may be for anything, and costs least. */
export function useCaseOf({ useCaseCategories }: RegistrationForm, plan: Plan): string {
  if (plan.isSoleProprietor) return "SOLE_PROPRIETOR";
  const [category = "", ...others] = useCaseCategories;
  const only = others.length === 0 ? useCases.get(category) : undefined;
  return only ?? (plan.isLowVolume ? "LOW_VOLUME" : "MIXED");
}

export function campaignFields(form: RegistrationForm): CampaignFields {
  const messageSamples = [...new Set([...form.messageSamples, form.productionMessageSample])]
    .filter((sample) => sample.trim() !== "")
    .slice(0, SAMPLES_MAX);
  const optIn = form.optInType === "via_text" && {
    optInKeywords: ["START"],
    optInMessage: `${form.businessName}: you will receive our messages. Reply HELP for help, STOP to end. Message and data rates may apply.`,
  };
  return {
    description: form.useCaseSummary,
    messageFlow: messageFlow(form),
    messageSamples,
    hasEmbeddedLinks: messageSamples.some(hasLink),
    hasEmbeddedPhone: messageSamples.some(hasPhone),
    subscriberOptIn: true,
    ageGated: false,
    directLending: false,
    ...optIn,
  };
}

/** What of it can be changed once it was handed in. */
export function campaignChanges(form: RegistrationForm): Parameters<ReturnType<Campaigns>["update"]>[0] {
  const { description, messageFlow: flow, messageSamples, hasEmbeddedLinks, hasEmbeddedPhone } = campaignFields(form);
  const unchanged = { ageGated: false, directLending: false };
  return { description, messageFlow: flow, messageSamples, hasEmbeddedLinks, hasEmbeddedPhone, ...unchanged };
}

function messageFlow({
  optInType,
  businessName,
  businessWebsite,
  optInImageUrls,
  useCaseSummary,
}: RegistrationForm): string {
  const shown = optInImageUrls.length === 0 ? "" : ` Where they agree is shown at ${optInImageUrls.join(" and ")}.`;
  const flow = `${consents[optInType]} (${businessName}, ${businessWebsite}).${shown} They can end it at any time by replying STOP, and get help by replying HELP. ${useCaseSummary}`;
  return flow.slice(0, FLOW_CHARS_MAX);
}

export function hasLink(sample: string): boolean {
  return /https?:\/\/|\bwww\.|\b[a-z0-9-]{1,63}\.(?:com|net|org|io|co|us|ca|biz|info|shop|app|me|ly|gl)\b/i.test(
    sample,
  );
}

/** Seven digits or more, however they are set. */
export function hasPhone(sample: string): boolean {
  return /\d(?:[\s().-]{0,2}\d){6,14}/.test(sample);
}
