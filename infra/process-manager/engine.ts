/** What the parts of the process-manager engine share. */
import type { Pool } from "pg";
import { LogUnavailable, type EventLog } from "../event-log/event-log";
import type { Ids } from "../ids/ids";
import type { Logger } from "../logging/logger";
import { isConnectionLoss } from "../postgres/connection-loss";
import type { Clock } from "../time/clock";

export interface ProcessSettings {
  /** How long a claim lasts unless renewed; it is renewed three times as often. */
  readonly leaseMs: number;
  /** Effects of one manager at the same time, per process. */
  readonly concurrency: number;
  /** Intents or timers claimed at once. */
  readonly claimsMax: number;
  readonly attemptsMax: number;
  /** The delay after the first failure; it doubles up to `retryMaxMs`, less up to half of it at random. */
  readonly retryBaseMs: number;
  readonly retryMaxMs: number;
  /** Events folded in one transaction. */
  readonly pageSize: number;
  /** How often to look without having been told: for work, and for managers that nobody runs. */
  readonly pollMs: number;
  /** How long a stop waits for effects in flight. */
  readonly graceMs: number;
  /** How long intents that are done remain readable. */
  readonly keepDoneMs: number;
}

export const processDefaults: ProcessSettings = {
  leaseMs: 30_000,
  concurrency: 16,
  claimsMax: 200,
  attemptsMax: 20,
  retryBaseMs: 1_000,
  retryMaxMs: 3_600_000,
  pageSize: 500,
  pollMs: 5_000,
  graceMs: 10_000,
  keepDoneMs: 7 * 86_400_000,
};

export interface Engine {
  readonly pool: Pool;
  readonly log: Pick<EventLog, "head" | "readAll" | "subscribe">;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Pick<Logger, "info" | "warn" | "error">;
  readonly settings: ProcessSettings;
  /** Names this runner to the others. */
  readonly runner: string;
  /** A transaction that may have left timers or intents for this manager was committed. */
  readonly wake: (manager: string) => void;
}

/** Whether the same may succeed later; everything else would fail again and halts the manager. */
export function isTransient(error: unknown): boolean {
  return error instanceof LogUnavailable || isConnectionLoss(error);
}
