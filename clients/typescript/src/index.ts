/** The public face of the client: calls, errors, paging, webhooks and receipts. */
export { ApiError, type ErrorDetail } from "./api-error";
export type { components, operations, paths } from "./api";
export { createClient, type Client, type ClientOptions } from "./client";
export type { Answer, Call, PagedPath } from "./calls";
export { isReceiptOf, type Receipt } from "./receipts";
export {
  verifyWebhook,
  WebhookRefused,
  type WebhookEvent,
  type WebhookFault,
  type WebhookHeaders,
  type WebhookRequest,
} from "./webhooks";
