/** What collectors are asked to look up about a place: repeated requests join the open one, and observations answer them. */
import type { Decision } from "../fold/aggregate";
import type { PlaceEvent } from "./events";
import type { Collectable, Observation } from "./observation";
import type { OpenCollection, PlaceState } from "./place";

/** How far a collector's clock may be off ours, and ours off itself. What was seen later than that would outlast every true sighting. */
export const CLOCK_SKEW_MINUTES = 10;

/** Instants in ISO form; `requestedAt` is when somebody wanted it, `now` when the place is asked. */
export interface CollectionRequest {
  readonly placeId: string;
  readonly requestId: string;
  readonly sections: readonly Collectable[];
  readonly requestedAt: string;
  readonly expiresAt: string;
}

/** Nothing is asked where an open request covers it, or where it was answered since it was wanted. */
export const requestCollection =
  (
    { placeId, requestId, sections, requestedAt, expiresAt }: CollectionRequest,
    now: string,
  ): Decision<PlaceState, PlaceEvent> =>
  (state) => {
    if (expiresAt <= now || answeredSince(state, sections, requestedAt, now)) return [];
    if (openCollection(state, sections, now) !== undefined) return [];
    const asked = { placeId, requestId, sections: [...sections], requestedAt, expiresAt };
    return [{ type: "PlaceCollectionRequested", data: asked }];
  };

/**
 * Whether all of these sections were answered for since an instant. An answer of the future says nothing: our clock was
 * ahead then, and nobody would be asked any more until it comes there again.
 */
export function answeredSince(
  { answeredAt }: PlaceState,
  sections: readonly Collectable[],
  instant: string,
  now: string,
): boolean {
  const latest = Date.parse(now) + CLOCK_SKEW_MINUTES * 60_000;
  return sections.every((section) => {
    const answered = answeredAt[section];
    return answered !== undefined && answered >= instant && Date.parse(answered) <= latest;
  });
}

/** The open request that asks for all of these sections, if there is one. */
export function openCollection(
  { collections }: PlaceState,
  sections: readonly Collectable[],
  now: string,
): OpenCollection | undefined {
  return collections.find((one) => one.expiresAt > now && sections.every((section) => one.sections.includes(section)));
}

/**
 * An observation answers the request that it names, whatever it brings, and every request all of whose sections it brings;
 * an import of what was seen before somebody asked answers nothing.
 */
export function answeredCollections(state: PlaceState, observation: Observation, now: string): readonly PlaceEvent[] {
  const { placeId, observedAt, source, answers } = observation;
  const seenMs = Date.parse(observedAt) + CLOCK_SKEW_MINUTES * 60_000;
  return state.collections
    .filter(
      ({ requestId, sections, requestedAt }) =>
        requestId === answers ||
        (seenMs >= Date.parse(requestedAt) && sections.every((section) => observation[section] !== undefined)),
    )
    .map(({ requestId, sections, requestedAt }) => ({
      type: "PlaceCollectionAnswered",
      data: { placeId, observedAt, source, requestId, sections: [...sections], requestedAt, answeredAt: now },
    }));
}
