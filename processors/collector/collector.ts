/** The collector's loop: takes requests from the service, has a round answer them, and goes on until it is stopped. */
import type { Logger } from "../../infra/logging/logger";
import { pause, unlessAborted } from "../../infra/time/waiting";
import type { TakenRequest } from "./observation-of";
import { createPatience, type Insist } from "./patience";
import { collectRound, type Round, type RoundParts } from "./round";
import type { CollectionService } from "./service-client";

/** What the provider was asked for so far, and what that costs by its price list. */
export interface Spent {
  readonly calls: number;
  readonly usd: number;
  /** Items of its answers that could not be read. */
  readonly dropped: number;
}

export interface CollectorParts extends Pick<RoundParts, "places" | "clock" | "ids" | "logger" | "concurrency"> {
  readonly service: CollectionService;
  readonly spent: () => Spent;
  /** Between two looks for requests while there are few. */
  readonly pollSeconds: number;
  /** How long a stop waits for what has been taken. */
  readonly graceSeconds: number;
}

export interface Collector {
  /** Resolves once it has stopped; rejects where the service refuses our token. */
  readonly finished: Promise<void>;
  /** Takes nothing more, hands in what was taken, and gives up what takes too long. */
  stop(): Promise<void>;
}

/** Enough for the slowest provider; what a killed collector held is offered again after that. */
export const LEASE_SECONDS = 300;
const TAKEN_PER_WORKER = 5;
/** The most that the service gives out at once. */
const TAKEN_MAX = 100;

export function startCollector(parts: CollectorParts): Collector {
  const [stop, abandon] = [new AbortController(), new AbortController()];
  const finished = collect(parts, stop.signal, abandon.signal).finally(() => abandon.abort());
  return {
    finished,
    stop() {
      stop.abort();
      const cancel = parts.clock.after(parts.graceSeconds * 1_000, () => abandon.abort());
      return finished.finally(cancel);
    },
  };
}

async function collect(parts: CollectorParts, stop: AbortSignal, abandon: AbortSignal): Promise<void> {
  const { service, clock, concurrency, pollSeconds } = parts;
  const insist = createPatience(parts);
  const limit = Math.min(concurrency * TAKEN_PER_WORKER, TAKEN_MAX);
  while (!stop.aborted) {
    const askedAt = clock.now().getTime();
    const taken = await unlessAborted(
      insist(() => service.take(limit, LEASE_SECONDS), stop),
      abandon,
    );
    if (taken === undefined) return;
    const leasedUntil = new Date(askedAt + LEASE_SECONDS * 1_000);
    const round = taken.length === 0 ? null : await serve(taken, { ...parts, insist, leasedUntil, abandon });
    if (round !== null && round.quotaUntil !== null) await outsideQuota(parts, round.quotaUntil, stop);
    else if (taken.length < limit || !hasProgressed(round)) await pause(clock, pollSeconds * 1_000, stop);
  }
}

/** A provider that fails for everything is not asked for the whole queue in a row. */
const hasProgressed = (round: Round | null): boolean =>
  round !== null && round.counts.answered + round.counts.unknown > 0;

async function serve(
  taken: readonly TakenRequest[],
  parts: CollectorParts & RoundParts & { readonly insist: Insist },
): Promise<Round> {
  const { logger, spent } = parts;
  const before = spent();
  const round = await collectRound(taken, parts);
  const after = spent();
  logger.info(
    {
      requests: taken.length,
      ...round.counts,
      providerCalls: after.calls - before.calls,
      estimatedUsd: Number((after.usd - before.usd).toFixed(4)),
      dropped: after.dropped - before.dropped,
    },
    "A round of collecting is done.",
  );
  return round;
}

async function outsideQuota(
  { clock, logger }: { readonly clock: CollectorParts["clock"]; readonly logger: Logger },
  until: Date,
  stop: AbortSignal,
): Promise<void> {
  logger.warn(`The provider allows no more for now; it is asked again from ${until.toISOString()}.`);
  await pause(clock, until.getTime() - clock.now().getTime(), stop);
}
