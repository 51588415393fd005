/** A phone number with which something can be done: the business's own, in use, and of the messaging provider of this service. */
import { z } from "zod";
import type { Refusal } from "../../domain/fold/refusal";
import { phoneNumbers, type ActiveNumber } from "../../domain/phone-numbers";
import { refuse } from "../../domain/refusals";
import type { Context } from "../../infra/http/endpoint";
import { Failure } from "../../infra/http/failure";
import type { Services } from "../../infra/http/services";

/** What an endpoint declares that needs one: what can go wrong beside refusals, by status. */
export const messagingFails = { sms_not_configured: 503 };

type Messaging = NonNullable<Services["sms"]>;

/** Throws a 503 Failure on a service that has chosen no messaging provider. */
export function messagingOf({ sms }: Pick<Services, "sms">): Messaging {
  if (sms === null)
    throw new Failure(503, "sms_not_configured", "No messaging provider is configured on this service.");
  return sms;
}

/** Any text: what is no id is the id of no number. */
export const phoneNumberIdSchema = z.string().max(100);

export const usableNumberRefusals = [
  "phone_number_not_found",
  "phone_number_not_active",
  "phone_number_of_other_provider",
] as const;

export async function usableNumber(
  { services, business }: Context<"business">,
  phoneNumberId: string,
): Promise<ActiveNumber | Refusal> {
  const sms = messagingOf(services);
  const number = (await services.runner.load(phoneNumbers, business.id)).state.get(phoneNumberId);
  if (number === undefined) return refuse("phone_number_not_found", "There is no such phone number.");
  if (number.status !== "active") return refuse("phone_number_not_active", "The phone number is not in use.");
  return number.provider === sms.name
    ? number
    : refuse("phone_number_of_other_provider", "The phone number belongs to another provider.");
}
