/** GET /api/places/search: the places that fit some words, the best first. */
import { z } from "zod";
import { action, session } from "../../infra/http/endpoint";
import { foundPlace, viewOfFound } from "./found-place";
import { lookUp, lookUpFails, lookUpLimits, soughtText } from "./place-lookups";

const RESULTS_MAX = 20;

export const searchPlaces = action({
  id: "search-places",
  method: "GET",
  path: "/api/places/search",
  access: session(),
  on: "account",
  area: "places",
  summary: "Places that fit some words",
  description: `The best first, ${RESULTS_MAX} at most. ${lookUpLimits()}`,
  query: z.strictObject({ q: soughtText }),
  responds: { status: 200, body: z.strictObject({ results: z.array(foundPlace) }) },
  uses: ["placeSearchesPerDay"],
  fails: lookUpFails,
  handle: async ({ query: { q } }, context) => {
    const found = await lookUp(context, (places) => places.search(q, { limit: RESULTS_MAX }));
    return { results: found.map(viewOfFound) };
  },
});
