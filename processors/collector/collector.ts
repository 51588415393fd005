/** The collector's loops: requests are taken from each source, answered by rounds, one at a time, and so on until it is stopped. */
import type { Logger } from "../../infra/logging/logger";
import { pause } from "../../infra/time/waiting";
import { createPatience } from "./patience";
import { createPulledRequests } from "./pulled-requests";
import type { RequestSource, Taken } from "./request-source";
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
  /** Where requests come from besides the service. */
  readonly others: readonly RequestSource[];
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

const TAKEN_PER_WORKER = 5;
/** The most that the service gives out at once. */
const TAKEN_MAX = 100;

export function startCollector(parts: CollectorParts): Collector {
  const [stop, abandon] = [new AbortController(), new AbortController()];
  const insist = createPatience(parts);
  const sources = [createPulledRequests({ ...parts, insist }), ...parts.others];
  const loop = { ...parts, insist, stop: stop.signal, abandon: abandon.signal, inTurn: createTurns() };
  // Where one loop fails, the others end as well, each with what it took.
  const loops = sources.map((source) => collect(source, loop).finally(() => stop.abort()));
  const finished = Promise.allSettled(loops)
    .then(() => Promise.all(loops))
    .then(() => undefined)
    .finally(() => abandon.abort());
  return {
    finished,
    stop() {
      stop.abort();
      const cancel = parts.clock.after(parts.graceSeconds * 1_000, () => abandon.abort());
      return finished.finally(cancel);
    },
  };
}

interface LoopParts extends RoundParts, Pick<CollectorParts, "spent"> {
  readonly stop: AbortSignal;
  /** One round at a time, so that the concurrency and what was spent are those of a round. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

async function collect(source: RequestSource, parts: LoopParts): Promise<void> {
  const { concurrency, stop, abandon, inTurn } = parts;
  const limit = Math.min(concurrency * TAKEN_PER_WORKER, TAKEN_MAX);
  let last: Round | null = null;
  while (!stop.aborted) {
    const taken: Taken | undefined = await source.take({ limit, last, stop, abandon });
    if (taken === undefined) return;
    const round = await inTurn(() => serve(taken, parts));
    if (round.quotaUntil !== null) await outsideQuota(parts, round.quotaUntil, stop);
    last = round.quotaUntil === null ? round : null;
  }
}

function createTurns(): LoopParts["inTurn"] {
  let before: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = before.then(work);
    before = mine.catch(() => undefined);
    return mine;
  };
}

async function serve(taken: Taken, parts: LoopParts): Promise<Round> {
  const { logger, spent } = parts;
  const before = spent();
  const round = await collectRound(taken, parts);
  const after = spent();
  logger.info(
    {
      requests: round.requests,
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
