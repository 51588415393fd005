/** One round: the provider is asked for each request in the order given, a few at a time, and what it told is handed in at once. */
import type { Ids } from "../../infra/ids/ids";
import type { Logger } from "../../infra/logging/logger";
import {
  PlacesProviderError,
  type PlaceDetails,
  type PlacesProvider,
} from "../../infra/places-provider/places-provider";
import type { Clock } from "../../infra/time/clock";
import { unlessAborted } from "../../infra/time/waiting";
import { observationOf, type TakenRequest } from "./observation-of";
import type { Insist } from "./patience";
import type { Taken } from "./request-source";
import { ServiceAwayError, ServiceRefusalError, type CollectionService } from "./service-client";

export interface RoundParts {
  readonly service: Pick<CollectionService, "handIn">;
  readonly insist: Insist;
  readonly places: Pick<PlacesProvider, "details">;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  /** How many requests are worked on at a time. */
  readonly concurrency: number;
  /** Gives up what is under way. */
  readonly abandon: AbortSignal;
}

/**
 * `answered`: facts were handed in. `unknown`: the provider does not know the place. `failed`: asking or handing in failed.
 * `left`: not begun, or given up.
 */
type Outcome = "answered" | "unknown" | "failed" | "left";

export interface Round {
  readonly requests: number;
  readonly counts: Readonly<Record<Outcome, number>>;
  /** Where the provider allows no more for now: when it may be asked again. */
  readonly quotaUntil: Date | null;
}

/** Rejects where the service refuses our token; whatever else happens is an outcome. */
export async function collectRound(taken: Taken, parts: RoundParts): Promise<Round> {
  const counts = { answered: 0, unknown: 0, failed: 0, left: 0 };
  let quotaUntil: Date | null = null;
  const tryAgain = new Set<TakenRequest>();
  const one = async (request: TakenRequest): Promise<Outcome> => {
    if (quotaUntil !== null || parts.clock.now() >= taken.until || parts.abandon.aborted) return "left";
    try {
      const details = await parts.places.details(request.placeId, request.sections);
      return await handIn(request, details, parts);
    } catch (error) {
      if (error instanceof ServiceRefusalError && error.refused === "token") throw error;
      if (error instanceof PlacesProviderError && error.fault === "quota")
        quotaUntil = later(quotaUntil, endOfQuota(error, parts.clock.now()));
      if (error instanceof PlacesProviderError) tryAgain.add(request);
      tell(parts.logger, request, error);
      return "failed";
    }
  };
  const waiting = taken.requests.values();
  const work = async (): Promise<void> => {
    for (const request of waiting) {
      const outcome = (await unlessAborted(one(request), parts.abandon)) ?? "left";
      counts[outcome] += 1;
      taken.ended(request, outcome !== "left" && !tryAgain.has(request));
    }
  };
  await Promise.all(Array.from({ length: parts.concurrency }, work));
  return { requests: taken.requests.length, counts, quotaUntil };
}

/** About as long as a lease. An observation on which the service fails every time must not hold up all others. */
const HAND_IN_TRIES = 10;

async function handIn(request: TakenRequest, details: PlaceDetails | null, parts: RoundParts): Promise<Outcome> {
  const { clock, ids, logger, service, insist, abandon } = parts;
  const { id: requestId, placeId } = request;
  const about = { requestId, placeId };
  if (details !== null && details.placeId !== placeId)
    logger.info({ ...about, tells: details.placeId }, "The provider tells of the place under another id.");
  const observedAt = clock.now().toISOString();
  // The same for each repetition of this hand-in, so that one that did arrive is not taken in twice.
  const fitted = observationOf(request, details, {
    id: ids.derive("collected", requestId, placeId, observedAt),
    observedAt,
  });
  if ("rejected" in fitted) {
    logger.error({ ...about, why: fitted.rejected }, "What the provider told cannot be handed in.");
    return "failed";
  }
  const { observation, leftOut } = fitted;
  if (leftOut.length > 0)
    logger.warn({ ...about, why: leftOut }, "Members that no observation can hold were left out.");
  const rejections = await insist(() => service.handIn([observation]), abandon, HAND_IN_TRIES);
  if (rejections === undefined) return "left";
  for (const rejection of rejections) logger.error({ ...about, ...rejection }, "The service rejected an observation.");
  if (rejections.length > 0) return "failed";
  return details === null ? "unknown" : "answered";
}

function tell(logger: Logger, { id: requestId, placeId }: TakenRequest, error: unknown): void {
  if (error instanceof PlacesProviderError)
    logger.warn({ requestId, placeId, fault: error.fault }, `The provider did not tell of a place: ${error.message}`);
  else if (error instanceof ServiceRefusalError || error instanceof ServiceAwayError)
    logger.error({ requestId, placeId }, `The service did not take an observation: ${error.message}`);
  else logger.error({ requestId, placeId, err: error }, "A place could not be collected.");
}

/** A provider that does not say how long may mean a minute or a day; to be refused costs nothing. */
const QUOTA_REST_SECONDS = 900;

function endOfQuota({ retryAfterSeconds = QUOTA_REST_SECONDS }: PlacesProviderError, now: Date): Date {
  return new Date(now.getTime() + retryAfterSeconds * 1_000);
}

const later = (known: Date | null, other: Date): Date => (known !== null && known > other ? known : other);
