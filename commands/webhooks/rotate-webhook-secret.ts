/** POST /api/v1/webhooks/:id/rotate-secret: a new secret; the one before keeps signing beside it for a day. */
import { z } from "zod";
import { isRefusal } from "../../domain/fold/refusal";
import { refuse } from "../../domain/refusals";
import { rotateSecret, SECRET_OVERLAP_HOURS, webhooks } from "../../domain/webhooks";
import { apiKey, command } from "../../infra/http/endpoint";
import { newWebhookSecret } from "../../infra/outbound/signature";

export const rotateWebhookSecret = command({
  id: "rotate-webhook-secret",
  method: "POST",
  path: "/api/v1/webhooks/:id/rotate-secret",
  access: apiKey("webhooks:manage"),
  on: "account",
  area: "webhook",
  summary: "Rotate a webhook endpoint's secret",
  description: "Until the overlap ends, every delivery carries signatures by both secrets.",
  params: z.strictObject({ id: z.string() }),
  responds: {
    status: 200,
    body: z.strictObject({
      id: z.string(),
      secret: z.string().describe("The new secret. It is not shown again."),
      previousValidUntil: z.iso.datetime(),
      note: z.string(),
    }),
  },
  refusals: ["webhook_endpoint_not_found"],
  handle: async ({ params: { id } }, context) => {
    const { account, services, now } = context;
    const secret = newWebhookSecret((length) => services.ids.bytes(length));
    const until = new Date(now.getTime() + SECRET_OVERLAP_HOURS * 3_600_000).toISOString();
    const executed = await context.execute(webhooks, account.id, rotateSecret(account.id, id, secret, until));
    if (isRefusal(executed)) return executed;
    const rotated = executed.events.find((event) => event.type === "WebhookSecretRotated");
    if (rotated === undefined) return refuse("webhook_endpoint_not_found", "There is no such webhook endpoint.");
    return {
      id,
      secret: rotated.data.secret,
      previousValidUntil: rotated.data.previousValidUntil,
      note: "Store the secret now: it is returned this once and cannot be shown again.",
    };
  },
});
