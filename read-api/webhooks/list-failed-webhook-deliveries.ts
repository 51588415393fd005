/** GET /api/webhooks/deliveries: the account's deliveries that did not arrive, or all that fit a filter. */
import { query, session } from "../../infra/http/endpoint";
import {
  deliveriesPage,
  deliveryStatuses,
  failedDeliveriesQuery,
  listDeliveries,
  retryableStatuses,
} from "./webhook-delivery-view";

export const listFailedWebhookDeliveries = query({
  id: "list-failed-webhook-deliveries",
  method: "GET",
  path: "/api/webhooks/deliveries",
  access: session({ plan: "growth" }),
  on: "account",
  area: "webhook",
  summary: "Webhook deliveries that did not arrive",
  description: "The newest first, those of all endpoints. A delivery appears shortly after the event it tells of.",
  query: failedDeliveriesQuery,
  responds: { status: 200, body: deliveriesPage },
  handle: ({ query: { limit, cursor, status, ...filter } }, context) => {
    const statuses = status === "all" ? deliveryStatuses : status === "failing" ? retryableStatuses : [status];
    return listDeliveries(context, { ...filter, statuses }, { limit, cursor });
  },
});
