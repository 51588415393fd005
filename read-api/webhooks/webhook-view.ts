/** A webhook endpoint as its account sees it (interface specification, Webhook endpoint). Its secret is never among it. */
import { z } from "zod";
import { eventTypeSchema } from "../../domain/event-types";
import type { WebhookEndpointRow } from "../../projections/webhook-endpoints";

export const webhookView = z.strictObject({
  id: z.string(),
  url: z.string(),
  events: z.array(eventTypeSchema),
  active: z.boolean(),
});
export const listedWebhook = webhookView.extend({
  createdAt: z.iso.datetime(),
  pausedReason: z
    .enum(["requested", "receiver_gone", "target_refused"])
    .nullable()
    .describe(
      "Why it is paused: by request, since the receiver answered 410, or since its address may not be connected to.",
    ),
});

export function listedWebhookOf(row: WebhookEndpointRow): z.input<typeof listedWebhook> {
  return {
    id: row.endpoint_id,
    url: row.url,
    events: [...row.events],
    active: row.active,
    createdAt: row.created_at,
    pausedReason: row.paused_reason as z.input<typeof listedWebhook>["pausedReason"],
  };
}
