/** POST /api/businesses/me/phone-compliance: what reviewers need to know of a phone number's messages, submitted or as a draft. */
import { z } from "zod";
import { compliance } from "../../domain/compliance";
import { draft, inSequence, registrationKind, submit } from "../../domain/compliance-decisions";
import type { ComplianceForm } from "../../domain/compliance-form";
import { isRefusal } from "../../domain/fold/refusal";
import { command, session } from "../../infra/http/endpoint";
import { oneRegistration } from "../../read-api/messaging/compliance-view";
import { complianceExample, complianceFields, enteredForm } from "./compliance-form";
import { answerRegistered } from "./compliance-registration";
import { messagingFails, phoneNumberIdSchema, usableNumber } from "./usable-number";

export const registerPhoneCompliance = command({
  id: "register-phone-compliance",
  method: "POST",
  path: "/api/businesses/me/phone-compliance",
  access: session(),
  on: "business",
  area: "sms",
  summary: "Register a phone number for SMS",
  description:
    "Toll-free numbers are verified; local numbers register a brand and a campaign. What is to be submitted needs every field of its kind; with `asDraft` it is kept as it is, and the answer says what is `missing`. A number has one registration: `details` of the refusal name it.",
  body: z.strictObject({
    phoneNumberId: phoneNumberIdSchema,
    asDraft: z.boolean().default(false),
    ...z.strictObject(complianceFields).partial().shape,
  }),
  responds: { status: 201, body: oneRegistration },
  refusals: [
    "phone_number_not_found",
    "phone_number_not_active",
    "phone_number_of_other_provider",
    "compliance_already_registered",
    "compliance_incomplete",
    "compliance_not_found",
  ],
  fails: messagingFails,
  example: { phoneNumberId: "0196f1d2-6c1e-7b7e-9d53-41c0de5a7e02", ...complianceExample },
  handle: async ({ body: { phoneNumberId, asDraft, ...entered } }, context) => {
    const { account, business, services } = context;
    const number = await usableNumber(context, phoneNumberId);
    if (isRefusal(number)) return number;
    const registrationId = services.ids.next();
    const ids = { businessId: business.id, accountId: account.id, registrationId, phoneNumberId };
    // Nothing is taken out of what is not there yet.
    const form = enteredForm(entered, {}) as ComplianceForm;
    const begun = draft({ ...ids, kind: registrationKind(number.kind), form });
    const decide = asDraft ? begun : inSequence(begun, submit(registrationId, context.now.toISOString()));
    const executed = await context.execute(compliance, business.id, decide);
    // A repeated command finds the id that was given first.
    const first = isRefusal(executed) ? undefined : executed.events[0];
    return answerRegistered(context, first?.data.registrationId ?? registrationId, executed);
  },
});
