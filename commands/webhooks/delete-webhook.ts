/** DELETE /api/v1/webhooks/:id: the endpoint is gone for good, and what was still to be delivered to it is canceled. */
import { z } from "zod";
import { isRefusal } from "../../domain/fold/refusal";
import { remove, webhooks } from "../../domain/webhooks";
import { apiKey, command } from "../../infra/http/endpoint";

export const deleteWebhook = command({
  id: "delete-webhook",
  method: "DELETE",
  path: "/api/v1/webhooks/:id",
  access: apiKey("webhooks:manage"),
  on: "account",
  area: "webhook",
  summary: "Delete a webhook endpoint",
  params: z.strictObject({ id: z.string() }),
  responds: { status: 204 },
  refusals: ["webhook_endpoint_not_found"],
  handle: async ({ params: { id } }, context) => {
    const removed = await context.execute(webhooks, context.account.id, remove(context.account.id, id));
    return isRefusal(removed) ? removed : undefined;
  },
});
