/** The phone numbers of one business: asked of the messaging provider, and what became of each. */
import { z } from "zod";
import { aggregate, type Decision } from "./fold/aggregate";
import { defineEvents, type EventsOf } from "./fold/event";
import { personal } from "./fold/personal";
import { refuse } from "./refusals";

/** A local number is one of the United States; toll-free ones can also be Canadian. */
export const numberKindSchema = z.enum(["toll_free", "local"]);
export type NumberKind = z.output<typeof numberKindSchema>;
export const numberCountrySchema = z.enum(["US", "CA"]);
export type NumberCountry = z.output<typeof numberCountrySchema>;
/** The area codes of toll-free numbers, and of no others, in both countries. */
const TOLL_FREE_AREA_CODES = ["800", "833", "844", "855", "866", "877", "888"];
/** `sandbox` numbers exist on no network. */
export const smsProviderNameSchema = z.enum(["twilio", "sandbox"]);
export type SmsProviderName = z.output<typeof smsProviderNameSchema>;

/** Whether numbers of this kind can have this area code. */
export const isAreaCodeOf = (kind: NumberKind, areaCode: string): boolean =>
  TOLL_FREE_AREA_CODES.includes(areaCode) === (kind === "toll_free");

const ids = { businessId: z.string(), accountId: z.string(), phoneNumberId: z.string() };

export const phoneNumberEvents = defineEvents({
  PhoneNumberRequested: z.object({
    ...ids,
    kind: numberKindSchema,
    country: numberCountrySchema,
    /** Three digits; null where any will do. */
    areaCode: z.string().nullable(),
  }),
  PhoneNumberProvisioned: z.object({
    ...ids,
    /** E.164. */
    phoneNumber: personal(z.string()),
    provider: smsProviderNameSchema,
    /** What the provider calls it. */
    providerNumberId: z.string(),
  }),
  /**
   * There was none to be had, the provider refused or could not be reached for long, or the business was deleted meanwhile:
   * no number is kept.
   */
  PhoneNumberProvisioningFailed: z.object({
    ...ids,
    reason: z.enum(["none_available", "refused", "unavailable", "business_deleted"]),
    message: z.string(),
  }),
});
export type PhoneNumberEvent = EventsOf<typeof phoneNumberEvents>;
export type ProvisioningFailure = Extract<PhoneNumberEvent, { type: "PhoneNumberProvisioningFailed" }>["data"];

interface Asked {
  readonly phoneNumberId: string;
  readonly kind: NumberKind;
  readonly country: NumberCountry;
  readonly areaCode: string | null;
}
export type ActiveNumber = Asked & {
  readonly status: "active";
  readonly phoneNumber: string;
  readonly provider: SmsProviderName;
  readonly providerNumberId: string;
};
export type PhoneNumber =
  (Asked & { readonly status: "provisioning" }) | (Asked & { readonly status: "failed" }) | ActiveNumber;
/** By id. */
export type PhoneNumbers = ReadonlyMap<string, PhoneNumber>;

export const phoneNumbers = aggregate({
  category: "phonenumbers",
  owner: "business",
  events: phoneNumberEvents,
  initial: new Map() as PhoneNumbers,
  evolve: (numbers, event): PhoneNumbers => {
    const { phoneNumberId } = event.data;
    if (event.type === "PhoneNumberRequested") {
      const { kind, country, areaCode } = event.data;
      return new Map(numbers).set(phoneNumberId, { phoneNumberId, kind, country, areaCode, status: "provisioning" });
    }
    const asked = numbers.get(phoneNumberId);
    if (asked === undefined) return numbers;
    const { kind, country, areaCode } = asked;
    const known = { phoneNumberId, kind, country, areaCode };
    if (event.type === "PhoneNumberProvisioningFailed")
      return new Map(numbers).set(phoneNumberId, { ...known, status: "failed" });
    const { phoneNumber, provider, providerNumberId } = event.data;
    return new Map(numbers).set(phoneNumberId, { ...known, status: "active", phoneNumber, provider, providerNumberId });
  },
});

type NumberDecision = Decision<PhoneNumbers, PhoneNumberEvent>;

/** Numbers count while they are being provisioned or active; one that could not be had does not. */
export const numbersUsed = (numbers: PhoneNumbers): number =>
  [...numbers.values()].filter(({ status }) => status !== "failed").length;

export const requestNumber =
  (
    number: Asked & { readonly businessId: string; readonly accountId: string },
    { quota }: { readonly quota: number },
  ): NumberDecision =>
  (numbers) => {
    if (numbers.has(number.phoneNumberId)) return [];
    const used = numbersUsed(numbers);
    return used >= quota
      ? refuse("phone_number_quota_reached", `The plan allows ${quota} phone numbers for a business.`, {
          quota: { name: "phoneNumbersPerBusiness", limit: quota, used },
        })
      : [{ type: "PhoneNumberRequested", data: number }];
  };

/** How provisioning ended; nothing is said of one that has ended already. */
export const settleNumber =
  (
    ended: Extract<PhoneNumberEvent, { type: "PhoneNumberProvisioned" | "PhoneNumberProvisioningFailed" }>,
  ): NumberDecision =>
  (numbers) =>
    numbers.get(ended.data.phoneNumberId)?.status === "provisioning" ? [ended] : [];

/** The number while it can be used; undefined otherwise. */
export function activeNumber(numbers: PhoneNumbers, phoneNumberId: string): ActiveNumber | undefined {
  const number = numbers.get(phoneNumberId);
  return number?.status === "active" ? number : undefined;
}

/**
 * What the provider may hold for the business; `had` is null where it is not known whether there is a number: it is on its way, or
 * it failed, and the answer to an attempt before was lost.
 */
export interface HeldNumber {
  readonly phoneNumberId: string;
  readonly had: Pick<ActiveNumber, "provider" | "providerNumberId"> | null;
}

export const heldNumbers = (numbers: PhoneNumbers): readonly HeldNumber[] =>
  [...numbers.values()].map((number) => ({
    phoneNumberId: number.phoneNumberId,
    had: number.status === "active" ? { provider: number.provider, providerNumberId: number.providerNumberId } : null,
  }));
