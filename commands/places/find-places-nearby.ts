/** POST /api/places/nearby: the places of a category around an address. */
import { z } from "zod";
import { metersBetween } from "../../domain/geometry";
import { action, session } from "../../infra/http/endpoint";
import { foundPlace, viewOfFound } from "./found-place";
import { locationNotFound, lookUp, lookUpFails, lookUpLimits, soughtText } from "./place-lookups";

const nearbyPlace = foundPlace.extend({
  distance_meters: z
    .number()
    .int()
    .nullable()
    .describe("From the centre; null where the place's location is not told."),
});

/** One for the address, one for the places. */
const CALLS = 2;

export const findPlacesNearby = action({
  id: "find-places-nearby",
  method: "POST",
  path: "/api/places/nearby",
  access: session(),
  on: "account",
  area: "places",
  summary: "Places of a category around an address",
  description: `An address that is not known is 404. The address is looked up as well as the places. ${lookUpLimits(CALLS)}`,
  body: z.strictObject({
    address: soughtText,
    category: soughtText,
    subcategory: soughtText.optional().describe("Narrows the category."),
    radius_meters: z.number().min(50).max(50_000).default(2_000),
    max_results: z.number().int().min(1).max(20).default(20),
  }),
  responds: {
    status: 200,
    body: z.strictObject({
      results: z.array(nearbyPlace),
      center: z.strictObject({ latitude: z.number(), longitude: z.number() }).describe("Where the address lies."),
    }),
  },
  uses: ["placeSearchesPerDay"],
  fails: { ...lookUpFails, location_not_found: 404 },
  idempotent: false,
  example: { address: "Kirkegata 1, Oslo", category: "cafe", subcategory: "espresso bar", radius_meters: 1_500 },
  handle: async ({ body }, context) => {
    const { address, category, subcategory, radius_meters: radiusMeters, max_results: limit } = body;
    const words = subcategory === undefined ? category : `${subcategory} ${category}`;
    const { center, found } = await lookUp(
      context,
      async (places) => {
        const located = await places.locate(address);
        if (located === null) throw locationNotFound("The address is not known.");
        return {
          center: located,
          found: await places.search(words, { limit, within: { center: located, radiusMeters } }),
        };
      },
      CALLS,
    );
    const results = found.map((place) => ({
      ...viewOfFound(place),
      distance_meters: place.location === null ? null : Math.round(metersBetween(center, place.location)),
    }));
    return { results, center: { latitude: center.latitude, longitude: center.longitude } };
  },
});
