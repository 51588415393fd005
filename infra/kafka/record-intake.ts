/** Takes in the records of a topic, many at once and in order under each key, each until it is taken in or stands among the rejected. */
import { setMaxListeners } from "node:events";
import type { Logger } from "../logging/logger";
import type { Clock } from "../time/clock";
import { pause } from "../time/waiting";
import { createGate } from "./gate";
import { createLanes } from "./lanes";
import type { ConsumedRecord, Delivery } from "./open-records";
import type { Rejection } from "./rejected-records";

export interface RecordIntake {
  /** Never throws, and never waits. */
  deliver(deliveries: readonly Delivery[]): void;
  /** Since when nothing can be taken in, because what is needed for it does not answer; null where all is well. */
  waitingSince(): Date | null;
  /** Begins nothing more; resolves when what has begun has ended, or after so many milliseconds. Never rejects. */
  stop(milliseconds: number): Promise<void>;
}

export interface RecordIntakeParts {
  /** What became of a record. Rejects where it could not be taken in, which says nothing of the record yet. */
  readonly take: (record: ConsumedRecord) => Promise<{ readonly changed: boolean } | Rejection>;
  /** Resolves once the record stands among the rejected. */
  readonly reject: (record: ConsumedRecord, rejection: Rejection) => Promise<void>;
  /** Whether an error of `take` is one that any record would have met, or one that passes by itself; others are looked into. */
  readonly judge: (error: unknown) => "outage" | "passing" | "unknown";
  /** Whether what `take` needs answers. */
  readonly isWell: () => Promise<boolean>;
  readonly metrics: RecordIntakeMetrics;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface RecordIntakeMetrics {
  received(records: number): void;
  ended(how: "taken" | "unchanged" | "rejected", reason?: string): void;
}

/** As many as the intake of NDJSON has: an append of the log takes up to 256 at once. */
const UNDER_WAY_MAX = 256;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 3_000;
/** A record that fails so often while everything answers is itself at fault: it holds up its partition for seconds, not for ever. */
const OWN_FAILURES_MAX = 6;

export function createRecordIntake(parts: RecordIntakeParts): RecordIntake {
  const { metrics, clock, logger } = parts;
  const stopping = new AbortController();
  // Each record that waits for another try listens.
  setMaxListeners(UNDER_WAY_MAX + 1, stopping.signal);
  const isWell = (): Promise<boolean> => parts.isWell().catch(() => false);
  const gate = createGate({ isWell, clock, logger }, stopping.signal);
  const waitBefore = (attempt: number): Promise<void> =>
    pause(clock, Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS), stopping.signal);

  async function bring({ record, ...delivery }: Delivery): Promise<void> {
    let rejection: Rejection | undefined;
    for (let [failures, again] = [0, 0]; ;) {
      await gate.open();
      if (stopping.signal.aborted || !delivery.begin()) return;
      try {
        const outcome = rejection ?? asUnreadable(record) ?? (await parts.take(record));
        if ("reason" in outcome) {
          rejection = outcome;
          await parts.reject(record, outcome);
          metrics.ended("rejected", outcome.reason);
        } else metrics.ended(outcome.changed ? "taken" : "unchanged");
        delivery.settle();
        return;
      } catch (error) {
        delivery.release();
        const judged = parts.judge(error);
        if (rejection !== undefined || judged === "passing") await waitBefore((again += 1));
        else if (judged === "outage" || !(await isWell())) gate.close(error);
        else {
          rejection = blame(logger, record, error, (failures += 1));
          await waitBefore(failures);
        }
      }
    }
  }

  const lanes = createLanes(UNDER_WAY_MAX, bring);
  return {
    deliver(deliveries) {
      metrics.received(deliveries.length);
      for (const delivery of deliveries) {
        const { partition, key } = delivery.record;
        lanes.add(`${partition} ${key?.toString("latin1") ?? ""}`, delivery);
      }
    },
    waitingSince: gate.closedSince,
    async stop(milliseconds) {
      stopping.abort();
      const late = new AbortController();
      await Promise.race([lanes.idle(), pause(clock, milliseconds, late.signal)]);
      late.abort();
    },
  };
}

/** Whoever takes records in has nothing to decide there. */
const asUnreadable = ({ unreadable }: ConsumedRecord): Rejection | undefined =>
  unreadable && { reason: "unreadable_batch", why: [{ path: "", message: unreadable.why }] };

/** Undefined where its own fault is not shown yet. */
function blame(logger: Logger, record: ConsumedRecord, err: unknown, failures: number): Rejection | undefined {
  if (failures < OWN_FAILURES_MAX) return undefined;
  const { topic, partition, offset } = record;
  logger.error(
    { err, topic, partition, offset },
    "A record fails again and again while all else answers: it is rejected.",
  );
  const message = "The service failed at it again and again; its log says how.";
  return { reason: "undecidable", why: [{ path: "", message }] };
}
