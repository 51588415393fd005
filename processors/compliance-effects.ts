/** The effects of `sms-compliance`. */
import { activeNumber, phoneNumbers } from "../domain/phone-numbers";
import type { CommandRunner } from "../infra/command-runner/command-runner";
import type { Effect } from "../infra/process-manager/process-manager";
import { sendComplianceNotice, type NoticeParts } from "./compliance-notices";
import type { AlertIntent } from "./place-alerts";
import { raiseAlert } from "./raise-alert";
import { reviewRegistration, type ReviewParts } from "./review-registration";

export const complianceEffects = (parts: ReviewParts & NoticeParts): Readonly<Record<string, Effect>> => ({
  advance_registration: reviewRegistration(parts),
  send_compliance_notice: sendComplianceNotice(parts),
  raise_alert: raiseChange(parts.runner),
});

/** What concerns a number of the stand-in says so. */
function raiseChange(runner: CommandRunner): Effect {
  const raise = raiseAlert(runner, "sms-compliance");
  return async (payload, context) => {
    const { businessId, data } = payload as unknown as AlertIntent;
    const numbers = (await runner.load(phoneNumbers, businessId)).state;
    const sandbox = activeNumber(numbers, String(data["phoneNumberId"]))?.provider === "sandbox";
    return raise({ ...payload, data: { ...data, sandbox } }, context);
  };
}
