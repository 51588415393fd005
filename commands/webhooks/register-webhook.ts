/** POST /api/v1/webhooks: an endpoint to be told of events, and the secret with which it verifies them. */
import { z } from "zod";
import { eventTypeSchema } from "../../domain/event-types";
import { isRefusal } from "../../domain/fold/refusal";
import { refuse } from "../../domain/refusals";
import { register, webhooks } from "../../domain/webhooks";
import { apiKey, command } from "../../infra/http/endpoint";
import { newWebhookSecret } from "../../infra/outbound/signature";
import { webhookView } from "../../read-api/webhooks/webhook-view";
import { checkTarget, eventsSchema, urlSchema } from "./webhook-target";

export const registerWebhook = command({
  id: "register-webhook",
  method: "POST",
  path: "/api/v1/webhooks",
  access: apiKey("webhooks:manage"),
  on: "account",
  area: "webhook",
  summary: "Register a webhook endpoint",
  description:
    "An address of your own: https, publicly routable, without credentials in the URL. Its name is looked up at once, and one that leads nowhere is refused as `webhook_url_refused`: so is the one of the example, which is a name for documents. The secret is in this answer alone.",
  body: z.strictObject({ url: urlSchema, events: eventsSchema }),
  responds: {
    status: 201,
    body: webhookView.extend({
      events: z.array(eventTypeSchema),
      secret: z.string().describe("Verifies signatures. It is not shown again."),
      createdAt: z.iso.datetime(),
      note: z.string(),
    }),
  },
  uses: ["webhookEndpoints"],
  refusals: ["webhook_url_refused", "webhook_endpoint_quota_reached", "webhook_endpoint_not_found"],
  example: { url: "https://hooks.example.com/intelligence", events: ["competitor.rating_change", "alert.created"] },
  handle: async ({ body }, context) => {
    const { account, services } = context;
    const url = await checkTarget(services.outbound, body.url);
    if (isRefusal(url)) return url;
    const secret = newWebhookSecret((length) => services.ids.bytes(length));
    const endpoint = { accountId: account.id, endpointId: services.ids.next(), url, events: body.events, secret };
    const executed = await context.execute(webhooks, account.id, register(endpoint));
    if (isRefusal(executed)) return executed;
    const registered = executed.events.find((event) => event.type === "WebhookEndpointRegistered");
    if (registered === undefined) return refuse("webhook_endpoint_not_found", "There is no such webhook endpoint.");
    const { endpointId: id, ...stored } = registered.data;
    return {
      id,
      url: stored.url,
      events: stored.events,
      active: true,
      secret: stored.secret,
      createdAt: registered.metadata.occurredAt,
      note: "Store the secret now: it is returned this once and cannot be shown again.",
    };
  },
});
