/** Publishes what a log tells, in order and at least once, from whichever process holds the lease. */
import { isNativeError } from "node:util/types";
import type { Logger } from "../logging/logger";
import { inWords } from "../logging/in-words";
import type { Lease, LeaseDuties } from "../leases/leases";
import { LeaseLost } from "../leases/secure-lease";
import { systemClock, type Clock } from "../time/clock";
import { pause } from "../time/waiting";
import { readProgress } from "./checkpoint";
import type { RelaySink, RelayStatus } from "./relay";
import { runStint, type StintParts } from "./stint";

export const RELAY_LEASES = "relay";

export interface Publisher {
  readonly duties: LeaseDuties;
  status(): Promise<RelayStatus>;
}

export interface PublisherParts extends Omit<StintParts, "succeeded"> {
  /** Tells how old events are; pauses are real time. */
  readonly clock: Clock;
  readonly logger: Logger;
}

const PAUSE_MS_MIN = 200;
const PAUSE_MS_MAX = 5_000;

/** A sink of which it is known afterwards what failed there. */
function noting(sink: RelaySink) {
  const faults = new WeakSet<object>();
  const noted = async <Done>(done: Promise<Done>): Promise<Done> => {
    try {
      return await done;
    } catch (error) {
      if (isNativeError(error)) faults.add(error);
      throw error;
    }
  };
  const noticed: RelaySink = {
    name: sink.name,
    prepare: () => noted(sink.prepare()),
    async open(id) {
      const session = await noted(sink.open(id));
      return { ...session, send: (records) => noted(session.send(records)) };
    },
  };
  return { sink: noticed, failed: (error: unknown): boolean => isNativeError(error) && faults.has(error) };
}

export function createPublisher(parts: PublisherParts): Publisher {
  const { relay, pool, log, clock, logger } = parts;
  let here = 0;
  let [failingSince, fault]: [string | null, string | null] = [null, null];
  let pauseMs = PAUSE_MS_MIN;
  const succeeded = (): void => {
    if (failingSince !== null) logger.info({ relay: relay.name }, "Publishing goes on.");
    [failingSince, fault] = [null, null];
    pauseMs = PAUSE_MS_MIN;
  };
  const { sink, failed: failedAtSink } = noting(parts.sink);
  // Where nothing waits to be sent, that the sink takes it again shows in this alone.
  let unprepared = false;
  const prepare = async (): Promise<void> => {
    try {
      await sink.prepare();
    } catch (error) {
      unprepared ||= failingSince === null;
      throw error;
    }
    if (unprepared) succeeded();
    unprepared = false;
  };
  const failed = (err: unknown): void => {
    if (failingSince === null)
      logger.warn({ err, relay: relay.name }, "What happened cannot be published; it is tried again, in order.");
    failingSince ??= systemClock.now().toISOString();
    fault = inWords(err, `${failedAtSink(err) ? sink.name : "The log or the database"} does not answer.`);
  };

  async function hold(lease: Lease): Promise<void> {
    const over = (): boolean => lease.signal.aborted;
    here += 1;
    try {
      while (!over()) {
        try {
          await runStint({ ...parts, sink: { ...sink, prepare }, succeeded }, lease);
        } catch (error) {
          if (error instanceof LeaseLost || over()) return;
          failed(error);
          await pause(systemClock, pauseMs, lease.signal);
          pauseMs = Math.min(2 * pauseMs, PAUSE_MS_MAX);
        }
      }
    } finally {
      here -= 1;
      // Whether it fails is for who publishes to say.
      if (here === 0) [failingSince, fault] = [null, null];
    }
  }

  return {
    duties: { kind: RELAY_LEASES, names: [relay.name], hold },
    async status() {
      const { position, published, acknowledged_at: acknowledgedAt } = await readProgress(pool, relay.name);
      const [oldest] = (await log.readAll({ after: position, types: relay.types, limit: 1 })).events;
      const age = oldest === undefined ? 0 : clock.now().getTime() - Date.parse(oldest.metadata.occurredAt);
      return {
        ...{ position, published, acknowledgedAt, here: here > 0, failingSince, fault },
        secondsBehind: Math.max(0, age / 1_000),
      };
    },
  };
}
