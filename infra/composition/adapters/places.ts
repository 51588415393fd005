/** The places provider of this process, where the settings hold a key for one. */
import type { Config } from "../../config/config";
import type { Logger } from "../../logging/logger";
import type { PlacesMetrics } from "../../places-provider/asking";
import { createGooglePlaces, type GooglePlaces } from "../../places-provider/google-places";
import type { PlacesProvider } from "../../places-provider/places-provider";
import type { Clock } from "../../time/clock";
import { createProviderClient } from "./provider-client";

export interface Places extends PlacesProvider {
  /** Gives up what is under way and ends every connection. */
  close(): Promise<void>;
}

interface PlacesParts {
  readonly clock: Clock;
  readonly logger: Pick<Logger, "warn" | "info">;
  readonly metrics?: PlacesMetrics;
}

const uncounted: PlacesMetrics = { called: () => undefined, dropped: () => undefined };

/** Null without a key. */
export function createPlaces(config: Config, { clock, logger, metrics = uncounted }: PlacesParts): Places | null {
  const { placesApiKey: key, placesApiUrl: placesUrl, geocodingApiUrl: geocodingUrl } = config;
  if (key === undefined) return null;
  const client = createProviderClient([placesUrl, geocodingUrl]);
  const provider: GooglePlaces = createGooglePlaces({
    client,
    clock,
    metrics,
    key,
    placesUrl,
    geocodingUrl,
    language: config.placesLanguage,
    callsPerSecond: config.placesRequestsPerSecond,
    callsPerDayMax: config.placesDailyCallsMax,
    onCircuit: (state) => {
      if (state === "open") logger.warn("The places provider keeps failing; it is left alone for a while.");
      if (state === "closed") logger.info("The places provider answers again.");
    },
  });
  return {
    ...provider,
    async close() {
      provider.stop();
      await client.close();
    },
  };
}
