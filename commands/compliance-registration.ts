/** What registering a phone number and changing its registration have in common. */
import type { z } from "zod";
import { isRefusal, type Refusal } from "../domain/fold/refusal";
import { phoneNumbers, type ActiveNumber } from "../domain/phone-numbers";
import { refuse } from "../domain/refusals";
import { Answer, type Context } from "../infra/http/endpoint";
import { Failure } from "../infra/http/failure";
import { untilVisible } from "../infra/http/visible";
import { complianceTables, registrationsOf, type oneRegistration } from "../read-api/compliance-view";

/** The declaration of an endpoint that registers: what can go wrong beside refusals, by status. */
export const registeringFails = { sms_not_configured: 503 };

/** A number that can be registered: the business's own, in use, and of the provider whose reviewers will see it. */
export async function registrableNumber(
  { services, business }: Context<"business">,
  phoneNumberId: string,
): Promise<ActiveNumber | Refusal> {
  if (services.sms === null)
    throw new Failure(503, "sms_not_configured", "No messaging provider is configured on this service.");
  const number = (await services.runner.load(phoneNumbers, business.id)).state.get(phoneNumberId);
  if (number === undefined) return refuse("phone_number_not_found", "There is no such phone number.");
  if (number.status !== "active") return refuse("phone_number_not_active", "The phone number is not in use.");
  return number.provider === services.sms.name
    ? number
    : refuse("phone_number_of_other_provider", "The phone number was had of another provider than the present one.");
}

/** The registration as the lists show it from here on, or why it was not changed. */
export async function answerRegistered(
  context: Context<"business">,
  registrationId: string,
  executed: { readonly position: number } | Refusal,
): Promise<z.input<typeof oneRegistration> | Answer | Refusal> {
  if (isRefusal(executed)) return executed;
  // Nothing was written that could be shown.
  if (context.dryRun) return new Answer(200, undefined);
  await untilVisible(context, complianceTables, executed.position);
  const [registration] = await registrationsOf(context, registrationId);
  if (registration === undefined) return refuse("compliance_not_found", "There is no such registration.");
  return { registration, sandbox: registration.sandbox };
}
