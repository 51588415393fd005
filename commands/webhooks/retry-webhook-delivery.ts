/** POST /api/webhooks/deliveries/:id/retry: sends a delivery that did not arrive once more, or all that fit a filter. */
import { z } from "zod";
import { isRefusal } from "../../domain/fold/refusal";
import { refuse } from "../../domain/refusals";
import { retryDeliveries, webhooks } from "../../domain/webhooks";
import { command, session, type Context } from "../../infra/http/endpoint";
import type { WebhookEndpointRow } from "../../projections/webhook-endpoints";
import {
  deliveryFilters,
  matchingDeliveries,
  retryableStatuses,
  type DeliveryRow,
} from "../../read-api/webhooks/webhook-delivery-view";

/** In place of a delivery's id: all that fit the body's filter. */
const MATCHING = "matching";
const RETRIED_MAX = 1_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const filterBody = z.strictObject({ ...deliveryFilters, status: z.enum(retryableStatuses).optional() }).default({});
type Found = Pick<DeliveryRow, "id" | "endpoint_id" | "status">;
const FOUND = ["id", "endpoint_id", "status"];

export const retryWebhookDelivery = command({
  id: "retry-webhook-delivery",
  method: "POST",
  path: "/api/webhooks/deliveries/:id/retry",
  access: session({ plan: "growth" }),
  on: "account",
  area: "webhook",
  summary: "Send a failed delivery again",
  description:
    `One attempt with the present secret and the same delivery id; the schedule stays as it is. With \`${MATCHING}\` for an id, ` +
    `all failed deliveries that fit the body, ${RETRIED_MAX} at a time; \`validateOnly=true\` counts them as \`would.matched\`.`,
  rehearses: true,
  params: z.strictObject({ id: z.string() }),
  body: filterBody,
  responds: {
    status: 202,
    body: z.strictObject({
      matched: z.number().int().describe("Deliveries that fit."),
      queued: z.number().int().describe("Those of them that are sent again."),
    }),
  },
  refusals: ["webhook_delivery_not_found", "webhook_delivery_not_retryable", "webhook_endpoint_not_found"],
  example: {},
  handle: async ({ params: { id }, body }, context) => {
    if (id !== MATCHING) return retryOne(context, id);
    const { status, ...filter } = body;
    const statuses = status === undefined ? retryableStatuses : [status];
    const endpoints = context.read<WebhookEndpointRow>("webhook_endpoints").where({ account_id: context.account.id });
    const fitting = matchingDeliveries(context, { ...filter, statuses }).whereIn(
      "endpoint_id",
      endpoints.select("endpoint_id"),
    );
    const [counted] = await fitting.clone().count<{ matched: number }[]>("* as matched");
    const found = (await fitting.select(FOUND).orderBy("number").limit(RETRIED_MAX)) as readonly Found[];
    return retry(context, found, counted?.matched ?? 0);
  },
});

async function retryOne(context: Context<"account">, id: string) {
  const [found]: readonly Found[] = UUID.test(id)
    ? await matchingDeliveries(context, {}).andWhere({ id }).select(FOUND)
    : [];
  if (found === undefined) return refuse("webhook_delivery_not_found", "There is no such delivery.");
  if (!retryableStatuses.some((status) => status === found.status)) {
    const message = "Only a delivery that failed can be sent again.";
    return refuse("webhook_delivery_not_retryable", message, { status: found.status });
  }
  return retry(context, [found], 1);
}

async function retry(context: Context<"account">, found: readonly Found[], matched: number) {
  const endpointIds = new Set(found.map((delivery) => delivery.endpoint_id));
  let queued = 0;
  for (const endpointId of endpointIds) {
    const ids = found.filter((delivery) => delivery.endpoint_id === endpointId).map(({ id }) => id);
    const decide = retryDeliveries(context.account.id, endpointId, ids);
    const executed = await context.execute(webhooks, context.account.id, decide, { step: endpointId });
    // An endpoint that was deleted meanwhile does not hold up the others.
    if (isRefusal(executed) && endpointIds.size === 1) return executed;
    if (!isRefusal(executed)) queued += ids.length;
  }
  return { matched, queued };
}
