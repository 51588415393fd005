/** Observations of one place in short form, and the place's state and events after them. */
import { observe } from "../../domain/places/observe";
import { isRefusal } from "../../domain/fold/refusal";
import type { PlaceEvent } from "../../domain/places/events";
import { observationSchema, type Observation } from "../../domain/places/observation";
import { places, type PlaceState } from "../../domain/places/place";

/** The instant at which tests of places are played: what is older than two days before is an import of the past. */
export const NOW = "2026-02-01T12:00:00.000Z";

export const TERMS = { reviewTextDays: 30 };

/** What a collector would send, at an instant or at noon of a day. */
export function sighting(at: string, found: Readonly<Record<string, unknown>> = {}): Observation {
  const observedAt = at.includes("T") ? at : `${at}T12:00:00.000Z`;
  return observationSchema.parse({ id: observedAt, placeId: "place-1", observedAt, source: "maps", ...found });
}

export function decide(state: PlaceState, observation: Observation, now = NOW): readonly PlaceEvent[] {
  const decided = observe(observation, now, TERMS)(state);
  if (isRefusal(decided)) throw new Error(decided.message);
  return decided;
}

export interface Watched {
  readonly state: PlaceState;
  readonly events: readonly PlaceEvent[];
}

/** Everything decided from the beginning, in the order of arrival. */
export function watched(observations: readonly Observation[], now = NOW): Watched {
  let state = places.initial;
  const events: PlaceEvent[] = [];
  for (const observation of observations) {
    const decided = decide(state, observation, now);
    events.push(...decided);
    state = decided.reduce(places.evolve, state);
  }
  return { state, events };
}

/** What the last of these observations added. */
export function lastOf(observations: readonly Observation[], now = NOW): readonly PlaceEvent[] {
  const last = observations.at(-1);
  if (last === undefined) throw new Error("There is no observation.");
  return decide(watched(observations.slice(0, -1), now).state, last, now);
}

export const typesOf = (events: readonly PlaceEvent[]): readonly string[] => events.map(({ type }) => type);
