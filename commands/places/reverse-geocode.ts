/** POST /api/places/reverse-geocode: the address at a point. */
import { z } from "zod";
import { action, session } from "../../infra/http/endpoint";
import { locationNotFound, lookUp, lookUpFails, lookUpLimits } from "./place-lookups";

export const reverseGeocode = action({
  id: "reverse-geocode",
  method: "POST",
  path: "/api/places/reverse-geocode",
  access: session(),
  on: "account",
  area: "places",
  summary: "The address at a point",
  description: `A point without an address, as on the open sea, is 404. ${lookUpLimits()}`,
  body: z.strictObject({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }),
  responds: { status: 200, body: z.strictObject({ address: z.string() }) },
  uses: ["placeSearchesPerDay"],
  fails: { ...lookUpFails, location_not_found: 404 },
  idempotent: false,
  example: { lat: 59.9139, lng: 10.7522 },
  handle: async ({ body: { lat: latitude, lng: longitude } }, context) => {
    const address = await lookUp(context, (places) => places.addressAt({ latitude, longitude }));
    if (address === null) throw locationNotFound("There is no address at this point.");
    return { address };
  },
});
