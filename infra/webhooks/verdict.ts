/** What one attempt's outcome means for its delivery and its endpoint. */
import type { OutboundOutcome } from "../outbound/outcome";
import { readRetryAfter } from "../outbound/retry-after";
import type { AttemptErrorClass, AttemptRecord, Delivery, Ended, PauseReason } from "./delivery";
import { ATTEMPTS_MAX, retryDelayMs } from "./schedule";

export interface Verdict {
  readonly ended: Ended;
  readonly succeeded: boolean;
  /** Why the endpoint is to be paused, where it is. */
  readonly pause: PauseReason | null;
}

export interface Moment {
  readonly startedAt: Date;
  readonly now: Date;
  /** From [0, 1). */
  readonly random: number;
}

/** Success is 2xx alone. What was sent by hand leaves its schedule as it was, unless it arrived. */
export function judge(delivery: Delivery, outcome: OutboundOutcome, moment: Moment): Verdict {
  const errorClass = errorClassOf(outcome);
  const attempt = recordOf(outcome, errorClass, moment.startedAt);
  const same = { delivery, attempts: delivery.attempts, dueAt: null, attempt };
  if (errorClass === null) return { ended: { ...same, status: "delivered" }, succeeded: true, pause: null };
  const pause = pauseReason(outcome);
  if (delivery.lane === "manual") {
    const status = delivery.status === "pending" ? "failed" : delivery.status;
    return { ended: { ...same, status }, succeeded: false, pause };
  }
  // Nothing was sent, so nothing is counted: it waits until somebody has looked at the endpoint.
  if (pause === "target_refused")
    return { ended: { ...uncounted(delivery, "held"), attempt }, succeeded: false, pause };
  const retryAfter = outcome.outcome === "response" ? outcome.headers["retry-after"] : undefined;
  const delayMs = retryDelayMs(delivery.attempts, readRetryAfter(retryAfter, moment.now), moment.random);
  if (delayMs === null) return { ended: { ...same, status: "dead" }, succeeded: false, pause };
  const dueAt = new Date(moment.now.getTime() + delayMs);
  return { ended: { ...same, status: "retrying", dueAt }, succeeded: false, pause };
}

/** The delivery without the attempt that it was claimed for. */
export function uncounted(delivery: Delivery, status: Delivery["status"], dueAt: Date | null = null): Ended {
  const attempts = delivery.lane === "manual" ? delivery.attempts : delivery.attempts - 1;
  return { delivery, status, attempts, dueAt, attempt: null };
}

/** A delivery whose processes died in as many attempts as it may have gets no further one. */
export const isSpent = ({ lane, attempts }: Delivery): boolean => lane !== "manual" && attempts > ATTEMPTS_MAX;

function errorClassOf(outcome: OutboundOutcome): AttemptErrorClass | null {
  if (outcome.outcome === "failed") return outcome.errorClass;
  if (outcome.status >= 200 && outcome.status < 300) return null;
  return outcome.status >= 300 && outcome.status < 400 ? "redirect" : "http_status";
}

function pauseReason(outcome: OutboundOutcome): PauseReason | null {
  if (outcome.outcome === "failed") return outcome.errorClass === "blocked_address" ? "target_refused" : null;
  return outcome.status === 410 ? "receiver_gone" : null;
}

function recordOf(outcome: OutboundOutcome, errorClass: AttemptErrorClass | null, startedAt: Date): AttemptRecord {
  const { durationMs } = outcome;
  if (outcome.outcome === "failed")
    return { startedAt, durationMs, httpStatus: null, errorClass, responsePreview: null };
  return { startedAt, durationMs, httpStatus: outcome.status, errorClass, responsePreview: outcome.bodyPreview };
}
