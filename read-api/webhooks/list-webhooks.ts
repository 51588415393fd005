/** GET /api/v1/webhooks: the account's webhook endpoints. */
import { z } from "zod";
import { apiKey, query } from "../../infra/http/endpoint";
import type { WebhookEndpointRow } from "../../projections/webhook-endpoints";
import { listedWebhook, listedWebhookOf } from "./webhook-view";

export const listWebhooks = query({
  id: "list-webhooks",
  method: "GET",
  path: "/api/v1/webhooks",
  access: apiKey("webhooks:manage"),
  on: "account",
  area: "webhook",
  summary: "The account's webhook endpoints",
  reads: ["webhook_endpoints"],
  responds: { status: 200, body: z.strictObject({ data: z.array(listedWebhook), count: z.number().int() }) },
  handle: async (_input, { account, read }) => {
    const rows: readonly WebhookEndpointRow[] = await read<WebhookEndpointRow>("webhook_endpoints")
      .where({ account_id: account.id })
      .orderBy(["created_at", "endpoint_id"]);
    return { data: rows.map(listedWebhookOf), count: rows.length };
  },
});
