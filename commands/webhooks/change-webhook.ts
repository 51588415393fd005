/** PATCH /api/v1/webhooks/:id: moves, resubscribes, pauses or resumes an endpoint; only what is given changes. */
import { z } from "zod";
import { isRefusal } from "../../domain/fold/refusal";
import { refuse } from "../../domain/refusals";
import { change, webhooks } from "../../domain/webhooks";
import { apiKey, command } from "../../infra/http/endpoint";
import { untilVisible } from "../../infra/http/visible";
import type { WebhookEndpointRow } from "../../projections/webhook-endpoints";
import { listedWebhook, listedWebhookOf } from "../../read-api/webhooks/webhook-view";
import { checkTarget, eventsSchema, urlSchema } from "./webhook-target";

export const changeWebhook = command({
  id: "change-webhook",
  method: "PATCH",
  path: "/api/v1/webhooks/:id",
  access: apiKey("webhooks:manage"),
  on: "account",
  area: "webhook",
  summary: "Change, pause or resume a webhook endpoint",
  description: "Deliveries of a paused endpoint are kept and sent when it is resumed.",
  params: z.strictObject({ id: z.string() }),
  body: z
    .strictObject({ url: urlSchema.optional(), events: eventsSchema.optional(), active: z.boolean().optional() })
    .refine((changes) => Object.keys(changes).length > 0, "At least one member is needed")
    .meta({ minProperties: 1 }),
  responds: { status: 200, body: listedWebhook },
  refusals: ["webhook_url_refused", "webhook_endpoint_not_found"],
  example: { active: false },
  handle: async ({ params: { id }, body }, context) => {
    const { account, services } = context;
    const known = (await services.runner.load(webhooks, account.id)).state.get(id);
    const unknown = refuse("webhook_endpoint_not_found", "There is no such webhook endpoint.");
    if (known === undefined) return unknown;
    // An endpoint that is switched on again is judged again: its name may lead elsewhere by now.
    const url = body.url ?? (body.active === true && !known.active ? known.url : undefined);
    const checked = url === undefined ? undefined : await checkTarget(services.outbound, url);
    if (isRefusal(checked)) return checked;
    const changes = body.url === undefined || checked === undefined ? body : { ...body, url: checked };
    const executed = await context.execute(webhooks, account.id, change(account.id, id, changes));
    if (isRefusal(executed)) return executed;
    await untilVisible(context, ["webhook_endpoints"], executed.position);
    const row = await context.read<WebhookEndpointRow>("webhook_endpoints").where({ endpoint_id: id }).first();
    return row === undefined ? unknown : listedWebhookOf(row);
  },
});
