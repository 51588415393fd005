/** What each role runs: a process is started as one of them, and any number of processes share one database. */
import type { Role } from "../config/settings";

/** Beside what is here, every process tells how it is: /healthz, /readyz and /metrics. */
export interface Runs {
  /** The endpoints, the documents and the pages. */
  readonly api: boolean;
  /** The read tables: each is kept by one process at a time. */
  readonly projections: boolean;
  /** What follows from events: process managers, webhooks, public events to Kafka, and the forgetting of what has expired. */
  readonly processes: boolean;
  /** Observations from Kafka. */
  readonly ingest: boolean;
}

const nothing: Runs = { api: false, projections: false, processes: false, ingest: false };

export const roleRuns: Readonly<Record<Role, Runs>> = {
  all: { api: true, projections: true, processes: true, ingest: true },
  api: { ...nothing, api: true },
  projector: { ...nothing, projections: true },
  processor: { ...nothing, processes: true },
  ingest: { ...nothing, ingest: true },
};
