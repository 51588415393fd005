/** Table `webhook_endpoints`: where each account's webhooks go. Secrets are not among what can be read. */
import type { EventType } from "../domain/event-types";
import type { WebhookEvent } from "../domain/webhooks";
import { boolean, instant, json, projection, text, type RowOf } from "../infra/projector/projection";

const columns = {
  endpoint_id: text,
  account_id: text,
  url: text,
  events: json<readonly EventType[]>(),
  active: boolean,
  /** Why it is paused, where it is. */
  paused_reason: text.orNull,
  created_at: instant,
};
export type WebhookEndpointRow = RowOf<typeof columns>;

const keys = (event: { data: { endpointId: string } }) => ({ endpoint_id: event.data.endpointId });

export const webhookEndpointsTable = projection<WebhookEvent>()({
  table: "webhook_endpoints",
  version: 1,
  columns,
  key: ["endpoint_id"],
  indexes: [["account_id", "created_at"]],
  erasedWith: { account: "account_id" },
  on: {
    WebhookEndpointRegistered: {
      keys,
      fold: (_row, { data, metadata }) => ({
        endpoint_id: data.endpointId,
        account_id: data.accountId,
        url: data.url,
        events: data.events,
        active: true,
        paused_reason: null,
        created_at: metadata.occurredAt,
      }),
    },
    WebhookEndpointMoved: { keys, fold: (row, { data }) => row && { ...row, url: data.url } },
    WebhookEndpointResubscribed: { keys, fold: (row, { data }) => row && { ...row, events: data.events } },
    WebhookEndpointPaused: {
      keys,
      fold: (row, { data }) => row && { ...row, active: false, paused_reason: data.reason },
    },
    WebhookEndpointResumed: { keys, fold: (row) => row && { ...row, active: true, paused_reason: null } },
    WebhookEndpointDeleted: { keys, fold: () => null },
  },
});
