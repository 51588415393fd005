/** POST /api/v1/webhooks/:id/test: sends the example of an event type to one endpoint, signed as any delivery. */
import { z } from "zod";
import { eventTypeSchema } from "../../domain/event-types";
import { isRefusal } from "../../domain/fold/refusal";
import { refuse } from "../../domain/refusals";
import { requestTest, webhooks } from "../../domain/webhooks";
import { apiKey, command } from "../../infra/http/endpoint";

export const testWebhook = command({
  id: "test-webhook",
  method: "POST",
  path: "/api/v1/webhooks/:id/test",
  access: apiKey("webhooks:manage"),
  on: "account",
  area: "webhook",
  summary: "Send a test delivery",
  params: z.strictObject({ id: z.string() }),
  body: z.strictObject({ eventType: eventTypeSchema }),
  responds: {
    status: 202,
    body: z.strictObject({ deliveryId: z.string(), endpointId: z.string(), eventType: eventTypeSchema }),
  },
  refusals: ["webhook_endpoint_not_found"],
  example: { eventType: "competitor.rating_change" },
  handle: async ({ params: { id }, body: { eventType } }, context) => {
    const { account, services } = context;
    const decide = requestTest(account.id, id, services.ids.next(), eventType);
    const executed = await context.execute(webhooks, account.id, decide);
    if (isRefusal(executed)) return executed;
    const requested = executed.events.find((event) => event.type === "WebhookTestRequested");
    if (requested === undefined) return refuse("webhook_endpoint_not_found", "There is no such webhook endpoint.");
    const { deliveryId, endpointId } = requested.data;
    return { deliveryId, endpointId, eventType };
  },
});
