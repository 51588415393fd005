/** The effects of `sms-compliance`. */
import type { Effect } from "../infra/process-manager/process-manager";
import { sendComplianceNotice, type NoticeParts } from "./compliance-notices";
import { raiseAlert } from "./raise-alert";
import { reviewRegistration, type ReviewParts } from "./review-registration";

export const complianceEffects = (parts: ReviewParts & NoticeParts): Readonly<Record<string, Effect>> => ({
  advance_registration: reviewRegistration(parts),
  send_compliance_notice: sendComplianceNotice(parts),
  raise_alert: raiseAlert(parts.runner, "sms-compliance"),
});
