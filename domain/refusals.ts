/** Every reason for which a decision can be refused. The codes are stable for clients; only the endpoint kernel knows statuses. */
import type { Refusal as AnyRefusal } from "./fold/refusal";
import type { QuotaName } from "./plans";

export type RefusalCode =
  | "account_not_found"
  | "administrator_token_required"
  | "email_already_registered"
  | "invalid_credentials"
  | "api_key_not_found"
  | "api_key_quota_reached"
  | "api_key_already_revoked"
  | "api_key_shown_before"
  | "business_not_found"
  | "business_quota_reached"
  | "business_already_exists"
  | "business_deleted"
  | "business_erasure_ordered"
  | "business_not_deleted"
  | "observation_from_the_future"
  | "place_is_competitor"
  | "restore_window_elapsed"
  | "competitor_already_tracked"
  | "competitor_is_own_place"
  | "competitor_quota_reached"
  | "competitor_not_found"
  | "refresh_limit_reached"
  | "webhook_endpoint_not_found"
  | "webhook_endpoint_quota_reached"
  | "webhook_url_refused"
  | "webhook_delivery_not_found"
  | "webhook_delivery_not_retryable"
  | "history_not_whole"
  | "alert_not_found"
  | "phone_number_not_found"
  | "phone_number_not_active"
  | "phone_number_quota_reached"
  | "phone_number_of_other_provider"
  | "compliance_not_found"
  | "compliance_already_registered"
  | "compliance_already_approved"
  | "compliance_in_review"
  | "compliance_incomplete"
  | "sms_compliance_pending"
  | "recipient_opted_out"
  | "destination_not_confirmed"
  | "conversation_not_found"
  | "content_limit_reached"
  | "content_request_expired"
  | "message_limit_reached"
  | "chat_limit_reached"
  | "embed_not_found"
  | "embed_quota_reached"
  | "contact_already_exists"
  | "contact_not_found"
  | "contact_quota_reached"
  | "payment_already_recorded"
  | "payment_limit_reached"
  | "asked_recently"
  | "recipient_not_reachable"
  | "review_request_limit_reached"
  | "report_not_found"
  | "report_limit_reached"
  | "social_post_not_found"
  | "social_post_ended"
  | "social_post_limit_reached"
  | "scheduled_post_quota_reached";

export type Refusal = AnyRefusal<RefusalCode>;

/** A quota that is used up, as refusals tell it: by the name that it has in the plans. */
export interface UsedUp {
  readonly name: QuotaName;
  readonly limit: number;
  readonly used: number;
  /** Until it begins anew; absent where what exists is counted. */
  readonly resetSeconds?: number;
}

type Facts = Readonly<Record<string, unknown>> & { readonly quota?: UsedUp };

/** A refusal with a sentence for people and, where it helps, facts to act on. */
export function refuse(code: RefusalCode, message: string, details?: Facts): Refusal {
  return details === undefined ? { refused: code, message } : { refused: code, message, details };
}
