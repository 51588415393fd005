/** PATCH /api/businesses/me/phone-compliance/:id: changes a registration that reviewers turned down, or a draft, and submits it. */
import { z } from "zod";
import { compliance } from "../../domain/compliance";
import { editForm, inSequence, submit } from "../../domain/compliance-decisions";
import { isRefusal } from "../../domain/fold/refusal";
import { refuse } from "../../domain/refusals";
import { command, session } from "../../infra/http/endpoint";
import { invalid } from "../../infra/http/failure";
import { oneRegistration } from "../../read-api/messaging/compliance-view";
import { complianceFields, enteredForm } from "./compliance-form";
import { answerRegistered } from "./compliance-registration";
import { messagingFails, phoneNumberIdSchema, usableNumber } from "./usable-number";

/** What is left out stays; null takes out what was there. */
const changes = Object.fromEntries(
  Object.entries(complianceFields).map(([name, field]) => [name, field.nullable().optional()]),
) as { [Field in keyof typeof complianceFields]: z.ZodOptional<z.ZodNullable<(typeof complianceFields)[Field]>> };

export const resubmitPhoneCompliance = command({
  id: "resubmit-phone-compliance",
  method: "PATCH",
  path: "/api/businesses/me/phone-compliance/:id",
  access: session(),
  on: "business",
  area: "sms",
  summary: "Change and resubmit a registration",
  description:
    "For drafts, and for what was rejected, has expired or needs action. Only what is given changes, null takes a field out; then it is submitted, unless `asDraft` keeps it as it is. Nothing changes where it cannot be submitted.",
  params: z.strictObject({ id: z.string() }),
  body: z.strictObject({
    phoneNumberId: phoneNumberIdSchema
      .optional()
      .describe("That of the registration: it is not moved to another number."),
    asDraft: z.boolean().default(false),
    ...changes,
  }),
  responds: { status: 200, body: oneRegistration },
  refusals: [
    "phone_number_not_found",
    "phone_number_not_active",
    "phone_number_of_other_provider",
    "compliance_not_found",
    "compliance_in_review",
    "compliance_already_approved",
    "compliance_incomplete",
  ],
  fails: messagingFails,
  example: { useCaseSummary: "Guests who ask for it at the counter hear that their table is ready." },
  handle: async ({ params: { id }, body: { phoneNumberId, asDraft, ...entered } }, context) => {
    const { business, services } = context;
    const known = (await services.runner.load(compliance, business.id)).state.get(id);
    if (known === undefined) return refuse("compliance_not_found", "There is no such registration.");
    if (phoneNumberId !== undefined && phoneNumberId !== known.phoneNumberId)
      throw invalid([{ path: "phoneNumberId", message: "The registration is that of another number." }]);
    const number = await usableNumber(context, known.phoneNumberId);
    if (isRefusal(number)) return number;
    const edit = editForm(id, enteredForm(entered, known.form));
    const decide = asDraft ? edit : inSequence(edit, submit(id, context.now.toISOString()));
    return answerRegistered(context, id, await context.execute(compliance, business.id, decide));
  },
});
