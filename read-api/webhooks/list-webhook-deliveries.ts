/** GET /api/v1/webhooks/:id/deliveries: what was sent, or is to be sent, to one webhook endpoint. */
import { z } from "zod";
import { refuse } from "../../domain/refusals";
import { apiKey, query } from "../../infra/http/endpoint";
import type { WebhookEndpointRow } from "../../projections/webhook-endpoints";
import { deliveriesPage, deliveriesQuery, listDeliveries } from "./webhook-delivery-view";

export const listWebhookDeliveries = query({
  id: "list-webhook-deliveries",
  method: "GET",
  path: "/api/v1/webhooks/:id/deliveries",
  access: apiKey("webhooks:manage"),
  on: "account",
  area: "webhook",
  summary: "Deliveries of a webhook endpoint",
  description: "The newest first. A delivery appears shortly after the event it tells of.",
  params: z.strictObject({ id: z.string() }),
  query: deliveriesQuery,
  reads: ["webhook_endpoints"],
  responds: { status: 200, body: deliveriesPage },
  refusals: ["webhook_endpoint_not_found"],
  handle: async ({ params: { id }, query: { status, eventType, ...page } }, context) => {
    const known = await context
      .read<WebhookEndpointRow>("webhook_endpoints")
      .where({ account_id: context.account.id, endpoint_id: id })
      .first();
    if (known === undefined) return refuse("webhook_endpoint_not_found", "There is no such webhook endpoint.");
    const statuses = status === undefined ? undefined : [status];
    return listDeliveries(context, { endpointId: id, statuses, eventType }, page);
  },
});
