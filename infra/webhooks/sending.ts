/** One attempt: looks the endpoint up, signs, sends through the guarded connector, and says what becomes of the delivery. */
import type { Logger } from "../logging/logger";
import type { GuardedClient } from "../outbound/guarded-connector";
import { signDelivery } from "../outbound/signature";
import type { Clock } from "../time/clock";
import { CircuitOpen } from "../circuit/circuit";
import type { Delivery, Ended, Endpoints, PauseReason, Target } from "./delivery";
import type { Held } from "./holdings";
import type { Receiver } from "./receiver";
import type { SenderSettings } from "./settings";
import { isSpent, judge, uncounted, type Verdict } from "./verdict";

export interface SendingParts {
  readonly clock: Clock;
  readonly outbound: Pick<GuardedClient, "request">;
  readonly endpoints: Endpoints;
  /** From [0, 1). */
  readonly random: () => number;
  readonly logger: Pick<Logger, "info" | "warn" | "error">;
  readonly metrics?: SenderMetrics | undefined;
  readonly settings: SenderSettings;
}

export interface SenderMetrics {
  /** After every attempt: `delivered`, or the class of its error. */
  attempted(result: string, durationMs: number): void;
}

/** `park`: the circuit is open. `postpone`: the service itself was at fault. Both give the delivery back, uncounted. */
export type Turnout = Ended | "park" | "postpone";

class FailedAttempt extends Error {
  constructor(readonly verdict: Verdict) {
    super("The attempt failed.");
  }
}

/** Never rejects. */
export async function attempt(
  parts: SendingParts,
  receiver: Receiver,
  { delivery, claimedAt }: Held,
): Promise<Turnout> {
  try {
    const { account_id: accountId, endpoint_id: endpointId } = delivery;
    const find = () => parts.endpoints.find(accountId, endpointId);
    const target = await receiver.target(claimedAt, performance.now(), find);
    if (target === null) return uncounted(delivery, "canceled");
    if (isSpent(delivery)) return uncounted(delivery, "dead");
    // What was asked for by hand is sent to a paused endpoint too: it shows whether the receiver is well again.
    if (!target.active && delivery.lane !== "manual") return uncounted(delivery, "held");
    const verdict = await (delivery.lane === "manual"
      ? send(parts, delivery, target)
      : sendThroughCircuit(parts, receiver, delivery, target));
    return verdict.pause === null ? verdict.ended : await pausing(parts, verdict, verdict.pause);
  } catch (error) {
    if (error instanceof CircuitOpen) return "park";
    parts.logger.error({ err: error, delivery: delivery.id }, "A webhook delivery could not be attempted.");
    return "postpone";
  }
}

async function sendThroughCircuit(
  parts: SendingParts,
  receiver: Receiver,
  delivery: Delivery,
  target: Target,
): Promise<Verdict> {
  try {
    return await receiver.circuit.run(async () => {
      const verdict = await send(parts, delivery, target);
      receiver.learn(verdict.succeeded);
      if (!verdict.succeeded) throw new FailedAttempt(verdict);
      return verdict;
    });
  } catch (error) {
    if (error instanceof FailedAttempt) return error.verdict;
    throw error;
  }
}

/** Sends once. Throws only what is no outcome of the receiver's. */
async function send(parts: SendingParts, delivery: Delivery, target: Target): Promise<Verdict> {
  const { clock, outbound, random, settings } = parts;
  const startedAt = clock.now();
  // Signed and sent are the same bytes.
  const body = Buffer.from(delivery.body);
  const { id: deliveryId, event_type: eventType } = delivery;
  const timestamp = Math.floor(startedAt.getTime() / 1_000);
  const signature = signDelivery({ secrets: target.secrets, deliveryId, timestamp, body, eventType });
  const outcome = await outbound.request({
    method: "POST",
    url: target.url,
    headers: { "content-type": "application/json", "user-agent": settings.userAgent, ...signature },
    body,
    deadlineMs: settings.attemptDeadlineMs,
  });
  const verdict = judge(delivery, outcome, { startedAt, now: clock.now(), random: random() });
  parts.metrics?.attempted(verdict.ended.attempt?.errorClass ?? "delivered", outcome.durationMs);
  return verdict;
}

/** A delivery is put on hold only once its endpoint is paused: otherwise nobody would ever resume it. */
async function pausing(parts: SendingParts, { ended }: Verdict, reason: PauseReason): Promise<Turnout> {
  const { account_id: accountId, endpoint_id: endpointId, id } = ended.delivery;
  try {
    await parts.endpoints.pause(accountId, endpointId, reason);
    parts.logger.warn({ accountId, endpointId, reason }, "A webhook endpoint was paused.");
    return ended;
  } catch (error) {
    parts.logger.error({ err: error, endpointId, delivery: id }, "A webhook endpoint could not be paused.");
    return ended.status === "held" ? "postpone" : ended;
  }
}
