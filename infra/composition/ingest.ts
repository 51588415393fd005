/** Observations of places from Kafka, for the processes that take them in. */
import type { Config } from "../config/config";
import type { Engines } from "./engines";

export interface Ingest {
  start(): Promise<void>;
  /** Takes nothing more, and resolves when what was taken is in the log and its offsets are committed. */
  stop(): Promise<void>;
}

/** Null without KAFKA_BROKERS. */
export function createIngest(_config: Config, _engines: Engines): Ingest | null {
  return null;
}
