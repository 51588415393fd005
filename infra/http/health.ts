/** The port through which the service tells how it is. */

export interface EngineHealth {
  readonly name: string;
  readonly state: string;
  readonly position: number;
  readonly secondsBehind: number;
  readonly halted: { readonly position: number | null; readonly eventId: string | null; readonly error: string } | null;
}

export interface ProcessHealth extends EngineHealth {
  /** Intents that failed for good and wait for an operator. */
  readonly gaveUp: number;
}

export interface DeliveryHealth {
  readonly pending: number;
  readonly retrying: number;
  readonly held: number;
  readonly dead: number;
  readonly oldestDueSeconds: number;
}

export interface CollectionHealth {
  readonly waiting: number;
  readonly leased: number;
  readonly oldestSeconds: number;
}

/** How observations come in from Kafka; `waitingSince` is an ISO instant, null while what they need answers. */
export interface IngestReadiness {
  /** Whether this process is a member of the group that shares the topic. */
  readonly joined: boolean;
  /** Whether it tries to become one in vain, or is one again and again for a moment; then `fault` says what is wrong. */
  readonly failing: boolean;
  readonly fault: string | null;
  readonly waitingSince: string | null;
  /** How many partitions are its own, and how many records of them are not settled, as of a few seconds ago. */
  readonly partitions: number;
  readonly behind: number;
}

/** How public events leave for Kafka; instants are ISO, null where there is none. */
export interface PublishingReadiness {
  readonly here: boolean;
  readonly position: number;
  readonly published: number;
  readonly acknowledgedAt: string | null;
  readonly secondsBehind: number;
  readonly failingSince: string | null;
  readonly fault: string | null;
}

/** Whether mails leave the service, or else are kept; `failingSince` is an ISO instant, null while its server takes them. */
export interface MailReadiness {
  readonly configured: boolean;
  readonly failingSince: string | null;
}

/** Who carries text messages; a `sandbox` carries none anywhere. */
export interface SmsReadiness {
  readonly provider: string;
  readonly sandbox: boolean;
}

/** Who writes answers and texts; `failingSince` is an ISO instant, null while the model's server is asked, or nobody is. */
export interface GenerationReadiness {
  readonly provider: string;
  readonly failingSince: string | null;
}

/**
 * `webhooks` and `collections` are null where the database does not answer, `kafka` where none is configured or
 * this process has no business with it, `sms` where none is configured, `ingest` and `integrationEvents` where they are elsewhere.
 */
export interface Readiness {
  readonly status: "ready" | "degraded" | "unavailable";
  readonly database: boolean;
  readonly log: boolean;
  readonly kafka: boolean | null;
  readonly ingest: IngestReadiness | null;
  readonly projections: readonly EngineHealth[];
  readonly processes: readonly ProcessHealth[];
  readonly webhooks: DeliveryHealth | null;
  readonly collections: CollectionHealth | null;
  readonly integrationEvents: PublishingReadiness | null;
  readonly mail: MailReadiness;
  readonly sms: SmsReadiness | null;
  readonly generation: GenerationReadiness;
}

export interface Health {
  readiness(): Promise<Readiness>;
  metrics(): Promise<{ readonly contentType: string; readonly text: string }>;
}
