/** What can be set about sending webhooks, and what is usual. */

export interface SenderSettings {
  /** How long a claim lasts unless renewed; it is renewed three times as often. */
  readonly leaseMs: number;
  /** Deliveries claimed by one statement at most. */
  readonly claimsMax: number;
  /** Deliveries claimed and not yet recorded, per process. */
  readonly heldMax: number;
  /** Attempts under way at the same time, per process. */
  readonly inFlightMax: number;
  /** Attempts under way at the same time to one endpoint. It begins with `windowStart` and grows with every success. */
  readonly windowMax: number;
  readonly windowStart: number;
  /** Manual attempts under way at the same time to one endpoint. */
  readonly manualMax: number;
  /** Covers DNS, connecting, TLS, head and body of one attempt. */
  readonly attemptDeadlineMs: number;
  /** Outcomes recorded by one statement at most. */
  readonly recordsMax: number;
  /** Attempts to an endpoint within `circuitWindowMs` before failures can open its circuit. */
  readonly circuitVolume: number;
  readonly circuitWindowMs: number;
  /** How long a circuit stays open before one delivery probes the endpoint. */
  readonly circuitOpenMs: number;
  /** How often to look for work without having been told, such as deliveries of a process that died. */
  readonly pollMs: number;
  /** How long a stop waits for attempts under way and for their records. */
  readonly graceMs: number;
  /** How long deliveries that came to an end remain readable. */
  readonly keepEndedMs: number;
  readonly userAgent: string;
}

export const senderDefaults: SenderSettings = {
  leaseMs: 60_000,
  claimsMax: 500,
  heldMax: 4_000,
  inFlightMax: 1_024,
  windowMax: 128,
  windowStart: 16,
  manualMax: 4,
  attemptDeadlineMs: 10_000,
  recordsMax: 1_000,
  circuitVolume: 10,
  circuitWindowMs: 60_000,
  circuitOpenMs: 60_000,
  pollMs: 5_000,
  graceMs: 20_000,
  keepEndedMs: 30 * 86_400_000,
  userAgent: "LocalBusinessIntelligence-Webhooks/1",
};
