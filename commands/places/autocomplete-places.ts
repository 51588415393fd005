/** POST /api/places/autocomplete: the places that someone who types may mean. */
import { z } from "zod";
import { action, session } from "../../infra/http/endpoint";
import { lookUp, lookUpFails, lookUpLimits, soughtText } from "./place-lookups";

const suggestion = z.strictObject({
  placeId: z.string(),
  text: z.string(),
  mainText: z.string(),
  secondaryText: z.string().nullable(),
});

export const autocompletePlaces = action({
  id: "autocomplete-places",
  method: "POST",
  path: "/api/places/autocomplete",
  access: session(),
  on: "account",
  area: "places",
  summary: "Places whose name or address goes on like this",
  description: lookUpLimits(),
  body: z.strictObject({ input: soughtText }),
  responds: { status: 200, body: z.strictObject({ suggestions: z.array(suggestion) }) },
  uses: ["placeSearchesPerDay"],
  fails: lookUpFails,
  idempotent: false,
  example: { input: "Fjord Cof" },
  handle: async ({ body: { input } }, context) => {
    const suggestions = await lookUp(context, (places) => places.autocomplete(input));
    return { suggestions: [...suggestions] };
  },
});
