/** The webhook sender with this service's endpoints: where they are and how they verify is asked of the log at every attempt. */
import { isRefusal } from "../../../domain/fold/refusal";
import { pause, secretsAt, webhooks } from "../../../domain/webhooks";
import type { GuardedClient } from "../../outbound/guarded-connector";
import type { IntentStore } from "../../process-manager/process-manager";
import { createDeliveryStore } from "../../webhooks/delivery-store";
import { eraseDeliveries } from "../../webhooks/erasing";
import { createWebhookSender, type WebhookSender } from "../../webhooks/sender";
import type { SenderMetrics } from "../../webhooks/sending";
import type { Engines } from "../engines";

export interface Deliveries {
  readonly store: IntentStore;
  readonly sender: WebhookSender;
  erase(businessId: string): Promise<void>;
}

export function createDeliveries(engines: Engines, outbound: GuardedClient, metrics: SenderMetrics): Deliveries {
  const { pool, clock, ids, processId, logger, runner } = engines;
  const sender = createWebhookSender({
    pool,
    runner: processId,
    clock,
    outbound,
    logger,
    metrics,
    random: () => ids.bytes(4).readUInt32BE() / 2 ** 32,
    endpoints: {
      async find(accountId, endpointId) {
        const { state } = await runner.load(webhooks, accountId);
        const endpoint = state.get(endpointId);
        if (endpoint === undefined) return null;
        const { url, active } = endpoint;
        return { url, active, secrets: secretsAt(endpoint, clock.now().toISOString()) };
      },
      async pause(accountId, endpointId, reason) {
        const commandId = ids.next();
        const actor = { kind: "system", id: "webhook-sender" } as const;
        const context = { commandId, correlationId: commandId, causationId: commandId, actor };
        const paused = await runner.execute(webhooks, accountId, pause(accountId, endpointId, reason), context);
        if (isRefusal(paused)) throw new Error(paused.message);
      },
    },
  });
  return {
    store: createDeliveryStore(clock, processId),
    sender,
    erase: (businessId) => eraseDeliveries(pool, businessId),
  };
}
