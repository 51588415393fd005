/** Look-ups at the places provider: within the limits of address and account, and how they can fail. */
import { z } from "zod";
import type { Context } from "../../infra/http/endpoint";
import { Failure } from "../../infra/http/failure";
import { addressBlock } from "../../infra/http/message";
import { exceeded } from "../../infra/http/request-limits";
import type { PlacesProvider } from "../../infra/places-provider/places-provider";
import { countToday, type Counting } from "../account/count-today";

type Looking = Counting & Pick<Context<"account">, "clientIp">;

const PER_ADDRESS = { name: "places", limit: 30, windowSeconds: 60 };

/** The declaration of an endpoint that looks something up: what can go wrong, by status. */
export const lookUpFails = { location_search_not_configured: 500, location_lookup_failed: 502 };

/** For the description of such an endpoint; `calls` as {@link lookUp} counts them. */
export const lookUpLimits = (calls = 1): string =>
  `Counts as ${calls === 1 ? "one look-up" : `${calls} look-ups`} of the account, which has as many a UTC day as its plan allows; one address sends ${PER_ADDRESS.limit} requests for look-ups a minute at most. Nothing is stored.`;

/** Words to look for (interface specification, Limits). */
export const soughtText = z.string().trim().min(2).max(200);

/**
 * What `ask` gives. Counts the calls that it makes before it asks; throws a Failure, or the provider's error, which the kernel
 * answers with 502.
 */
export async function lookUp<Found>(
  context: Looking,
  ask: (places: PlacesProvider) => Promise<Found>,
  calls = 1,
): Promise<Found> {
  const { places, limiter } = context.services;
  if (places === null)
    throw new Failure(500, "location_search_not_configured", "Location search is not configured on this service.");
  const taken = await limiter.take(`places:ip:${addressBlock(context.clientIp)}`, PER_ADDRESS);
  if (!taken.allowed) throw exceeded(PER_ADDRESS, taken);
  const usedUp = await countToday(context, "placeSearchesPerDay", calls);
  if (usedUp !== null) throw usedUp;
  return ask(places);
}

/** The provider knows no such address, or none at such a point; goes with a declared `location_not_found`. */
export const locationNotFound = (sentence: string) => new Failure(404, "location_not_found", sentence);
