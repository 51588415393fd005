/** The words of the sender: a claimed delivery, what one attempt came to, and what is recorded of it. */
import type { OutboundErrorClass } from "../outbound/outcome";
import type { Lease } from "../postgres/lease-queue";

/**
 * `failed` is a delivery that was meant for one attempt only, such as a test, and did not arrive. `held` waits for its
 * endpoint to be resumed; `dead` had its last attempt. Both and `failed` can be sent again by hand.
 */
export type DeliveryStatus = "pending" | "held" | "retrying" | "delivered" | "failed" | "dead" | "canceled";

/** Deliveries of one endpoint wait in three queues that do not delay one another. */
export type Lane = "fresh" | "retry" | "manual";
export const lanes: readonly Lane[] = ["manual", "fresh", "retry"];

/** A delivery under a lease of this process. `attempts` counts the one that it was claimed for, unless that is manual. */
export interface Delivery extends Lease {
  /** Replaced where this process claims again, after its lease has ended, what it is still sending. */
  fence: number;
  readonly account_id: string;
  readonly endpoint_id: string;
  readonly event_type: string;
  readonly body: string;
  readonly lane: Lane;
  readonly status: DeliveryStatus;
  readonly attempts: number;
}

export type AttemptErrorClass = OutboundErrorClass | "redirect" | "http_status";

export interface AttemptRecord {
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly httpStatus: number | null;
  readonly errorClass: AttemptErrorClass | null;
  readonly responsePreview: string | null;
}

/** What becomes of a claimed delivery. Without a `dueAt` its schedule stays as it is; without an `attempt` nothing was sent. */
export interface Ended {
  readonly delivery: Delivery;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly dueAt: Date | null;
  readonly attempt: AttemptRecord | null;
}

/** Where an endpoint's deliveries go, and the secrets that are valid at this moment, the newest first. */
export interface Target {
  readonly url: string;
  readonly active: boolean;
  readonly secrets: readonly string[];
}

export type PauseReason = "receiver_gone" | "target_refused";

export interface Endpoints {
  /** The endpoint as it is now; null where it was deleted. */
  find(accountId: string, endpointId: string): Promise<Target | null>;
  /** Pauses it; an endpoint that is paused or gone stays as it is. */
  pause(accountId: string, endpointId: string, reason: PauseReason): Promise<void>;
}
