/** Public events to Kafka, from the processes that run what follows from events. */
import type { Config } from "../config/config";
import type { LeaseDuties } from "../leases/leases";
import type { Engines } from "./engines";

export interface IntegrationEvents {
  /** One process at a time publishes. */
  readonly duties: readonly LeaseDuties[];
  /** Ends the connection, after the duties are given back. */
  close(): Promise<void>;
}

/** Null without KAFKA_BROKERS. */
export function createIntegrationEvents(_config: Config, _engines: Engines): IntegrationEvents | null {
  return null;
}
