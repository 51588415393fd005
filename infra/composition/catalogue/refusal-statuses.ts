/** The HTTP status of every refusal, and the form of some: the one place where a decision meets the protocol. */
import { z } from "zod";
import { complianceStatusSchema } from "../../../domain/compliance-status";
import type { RefusalCode } from "../../../domain/refusals";

export const refusalStatuses: Readonly<Record<RefusalCode, number>> = {
  account_not_found: 404,
  administrator_token_required: 403,
  alert_not_found: 404,
  api_key_already_revoked: 409,
  api_key_not_found: 404,
  api_key_quota_reached: 403,
  api_key_shown_before: 409,
  business_already_exists: 409,
  business_deleted: 409,
  business_erasure_ordered: 410,
  business_not_deleted: 409,
  business_not_found: 404,
  business_quota_reached: 403,
  competitor_already_tracked: 409,
  competitor_is_own_place: 409,
  competitor_not_found: 404,
  competitor_quota_reached: 403,
  compliance_already_approved: 409,
  compliance_already_registered: 409,
  compliance_in_review: 409,
  compliance_incomplete: 400,
  compliance_not_found: 404,
  conversation_not_found: 404,
  email_already_registered: 409,
  history_not_whole: 409,
  invalid_credentials: 401,
  message_limit_reached: 429,
  observation_from_the_future: 400,
  phone_number_not_active: 409,
  phone_number_not_found: 404,
  phone_number_of_other_provider: 409,
  phone_number_quota_reached: 403,
  place_is_competitor: 409,
  recipient_opted_out: 409,
  refresh_limit_reached: 429,
  restore_window_elapsed: 410,
  sms_compliance_pending: 409,
  webhook_delivery_not_found: 404,
  webhook_delivery_not_retryable: 409,
  webhook_endpoint_not_found: 404,
  webhook_endpoint_quota_reached: 403,
  webhook_url_refused: 400,
};

/** Refusals that the contract names in `error`, with the sentence in `message` and these facts beside it. */
export const namedRefusals = {
  sms_compliance_pending: z.object({
    complianceStatus: complianceStatusSchema.nullable().describe("Null where the number has no registration."),
    sandbox: z.boolean().describe("The number exists on no network."),
  }),
} as const satisfies Partial<Record<RefusalCode, z.ZodObject>>;
