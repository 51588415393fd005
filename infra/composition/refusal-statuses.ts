/** The HTTP status of every refusal: the one place where a decision meets the protocol. */
import type { RefusalCode } from "../../domain/refusals";

export const refusalStatuses: Readonly<Record<RefusalCode, number>> = {
  account_not_found: 404,
  alert_not_found: 404,
  api_key_already_revoked: 409,
  api_key_not_found: 404,
  api_key_quota_reached: 403,
  api_key_shown_before: 409,
  business_deleted: 409,
  business_not_deleted: 409,
  business_not_found: 404,
  business_quota_reached: 403,
  competitor_already_tracked: 409,
  competitor_is_own_place: 409,
  competitor_not_found: 404,
  competitor_quota_reached: 403,
  email_already_registered: 409,
  invalid_credentials: 401,
  observation_from_the_future: 400,
  restore_window_elapsed: 410,
  webhook_delivery_not_found: 404,
  webhook_delivery_not_retryable: 409,
  webhook_endpoint_not_found: 404,
  webhook_endpoint_quota_reached: 403,
  webhook_url_refused: 400,
};
