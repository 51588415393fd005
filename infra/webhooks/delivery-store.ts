/** Takes what the manager of webhooks decides into the table of deliveries, in the manager's own transaction. */
import type { PoolClient } from "pg";
import type { IntentStore, StoredIntent } from "../process-manager/process-manager";
import type { Clock } from "../time/clock";

/**
 * Postgres tells the senders of all processes through it that there is something to do; the payload names the process that
 * stored it, if its own sender shall take it first.
 */
export const CHANNEL = "webhook_deliveries";

const DELIVERIES = "operational.webhook_deliveries";

const DELIVER = `INSERT INTO ${DELIVERIES}
    (id, account_id, business_id, endpoint_id, event_type, body, sequence, status, manual, due_at, available_at, created_at)
  SELECT coalesce(n."deliveryId", n."intentId"), n."accountId", n."businessId", n."endpointId", n.type, n.body, n.sequence,
    CASE WHEN n.held THEN 'held' ELSE 'pending' END, n.lane = 'manual', $2, $2, $2
  FROM jsonb_to_recordset($1) AS n (number integer, "intentId" uuid, "deliveryId" uuid, "accountId" text,
    "businessId" text, "endpointId" text, type text, body text, sequence bigint, held boolean, lane text)
  ORDER BY n.number ON CONFLICT (id) DO NOTHING`;

// What was asked for by hand is sent also where the endpoint is paused: that is how somebody finds out whether it is well.
const HOLD = `UPDATE ${DELIVERIES} SET status = 'held'
  WHERE endpoint_id = ANY($1) AND waiting AND status IN ('pending', 'retrying') AND NOT (manual AND attempts = 0)`;
const RELEASE = `UPDATE ${DELIVERIES} SET status = CASE WHEN attempts = 0 THEN 'pending' ELSE 'retrying' END
  WHERE endpoint_id = ANY($1) AND status = 'held'`;
const CANCEL = `UPDATE ${DELIVERIES} SET status = CASE WHEN status IN ('failed', 'dead') THEN status ELSE 'canceled' END,
    manual = false, ended_at = coalesce(ended_at, $2)
  WHERE endpoint_id = ANY($1) AND (waiting OR status = 'held')`;
// A delivery that is due and not available is being sent at this moment: its record hands it on to the manual lane.
const RETRY = `UPDATE ${DELIVERIES} t SET manual = true,
    available_at = CASE WHEN t.waiting AND t.due_at <= $3 AND t.available_at > $3 THEN t.available_at ELSE $3 END
  FROM unnest($1::text[], $2::uuid[]) AS n (endpoint_id, id)
  WHERE t.id = n.id AND t.endpoint_id = n.endpoint_id AND t.status IN ('retrying', 'failed', 'dead') AND NOT t.manual`;

/**
 * One store for `deliver`, `hold`, `release`, `cancel` and `retry`. A delivery that is there already stays as it is.
 * Deliveries become visible with the manager's checkpoint, shortly after the event that they tell of.
 */
export function createDeliveryStore(clock: Clock, runner = ""): IntentStore {
  return {
    async store(client, intents) {
      for (const alike of stretches(intents)) await apply(client, alike, clock.now());
      // All else may bring forward what is due later.
      const isNew = intents.every(({ effect }) => effect === "deliver");
      await client.query("SELECT pg_notify($1, $2)", [CHANNEL, isNew ? runner : ""]);
    },
  };
}

/** Neighbours with the same effect, so that each stretch is one statement and the order between effects is kept. */
function stretches(intents: readonly StoredIntent[]): readonly (readonly StoredIntent[])[] {
  const all: StoredIntent[][] = [];
  for (const intent of intents) {
    const last = all.at(-1);
    if (last?.[0]?.effect === intent.effect) last.push(intent);
    else all.push([intent]);
  }
  return all;
}

async function apply(client: PoolClient, intents: readonly StoredIntent[], now: Date): Promise<void> {
  const endpointIds = intents.map(({ payload }) => payload["endpointId"]);
  switch (intents[0]?.effect) {
    case "deliver": {
      const rows = intents.map(({ intentId, payload }, number) => ({ number, intentId, ...payload }));
      await client.query(DELIVER, [JSON.stringify(rows), now]);
      return;
    }
    case "hold":
      await client.query(HOLD, [endpointIds]);
      return;
    case "release":
      await client.query(RELEASE, [endpointIds]);
      return;
    case "cancel":
      await client.query(CANCEL, [endpointIds, now]);
      return;
    case "retry": {
      const pairs = intents.flatMap(({ payload }) =>
        (payload["deliveryIds"] as readonly string[]).map((id) => [payload["endpointId"], id] as const),
      );
      await client.query(RETRY, [pairs.map(([endpointId]) => endpointId), pairs.map(([, id]) => id), now]);
      return;
    }
    default:
      throw new Error(`The store of webhook deliveries knows no effect "${intents[0]?.effect ?? ""}".`);
  }
}
