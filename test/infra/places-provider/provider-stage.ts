/** A stand-in of the provider, and the adapter that asks it by the guarded client, with what it counted. */
import { createGuardedClient } from "../../../infra/outbound/guarded-connector";
import type { PlacesMetrics } from "../../../infra/places-provider/asking";
import {
  createGooglePlaces,
  type GooglePlaces,
  type GooglePlacesOptions,
} from "../../../infra/places-provider/google-places";
import { PlacesProviderError, type PlacesProvider } from "../../../infra/places-provider/places-provider";
import {
  providerError,
  startPlacesStandIn,
  STAND_IN_KEY,
  type Misbehaviour,
  type PlacesStandIn,
} from "../../support/places-stand-in";
import { TravellingClock } from "../../support/travelling-clock";

type Call = Parameters<PlacesMetrics["called"]>[0];

export interface ProviderStage {
  readonly standIn: PlacesStandIn;
  readonly places: GooglePlaces;
  readonly clock: TravellingClock;
  readonly calls: readonly Call[];
  close(): Promise<void>;
}

export async function openStage(options: Partial<GooglePlacesOptions> = {}): Promise<ProviderStage> {
  const standIn = await startPlacesStandIn();
  const client = createGuardedClient({ allowedTargets: [new URL(standIn.url).host] });
  const clock = new TravellingClock();
  const calls: Call[] = [];
  const places = createGooglePlaces({
    client,
    clock,
    metrics: { called: (call) => calls.push(call), dropped: () => undefined },
    key: STAND_IN_KEY,
    placesUrl: standIn.url,
    geocodingUrl: standIn.url,
    language: "nb",
    callsPerSecond: 1_000,
    callsPerDayMax: 10_000,
    retryWaitsMs: [0, 0],
    ...options,
  });
  return {
    standIn,
    places,
    clock,
    calls,
    async close() {
      places.stop();
      await client.close();
      await standIn.close();
    },
  };
}

/** What the port threw; fails where it threw nothing, or anything else. */
export async function faultOf(asked: Promise<unknown>): Promise<PlacesProviderError> {
  const error = await asked.then(
    (value) => new Error(`Answered ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  );
  if (error instanceof PlacesProviderError) return error;
  throw error;
}

/** A refusal in the provider's published form. */
export function refusal(status: number, code: string, message = "?"): Misbehaviour {
  return { status, body: providerError(status, code, message).body };
}

/** One question of each kind. */
export const questions: Readonly<Record<string, (places: PlacesProvider) => Promise<unknown>>> = {
  autocomplete: (places) => places.autocomplete("fjord"),
  search: (places) => places.search("fjord", { limit: 5 }),
  details: (places) => places.details("A", ["listing"]),
  locate: (places) => places.locate("Kirkegata 1"),
  addressAt: (places) => places.addressAt({ latitude: 59.911, longitude: 10.741 }),
};
