/** GET /api/v1/me/gbp-health: how complete and alive the own listing is, part by part. */
import { z } from "zod";
import { HEALTH_RULE, profileFields, profileHealth, type HealthPart } from "../../domain/analytics/profile-health";
import { apiKey, query } from "../../infra/http/endpoint";
import { ownFigures, ownTables } from "./own-figures";

const partNames = Object.keys(HEALTH_RULE.weights) as [HealthPart, ...HealthPart[]];

export const getProfileHealth = query({
  id: "get-profile-health",
  method: "GET",
  path: "/api/v1/me/gbp-health",
  access: apiKey("competitors:read"),
  on: "business",
  area: "listing",
  summary: "The own listing's health",
  description:
    "A weighted mean of what is stored of the listing; docs/formulas.md states the rule. What was never observed has no value and takes no part.",
  reads: ownTables,
  responds: {
    status: 200,
    body: z.strictObject({
      placeId: z.string().nullable(),
      score: z.number().int().min(0).max(100).nullable().describe("Null where nothing is known of the listing."),
      coverage: z.number().min(0).max(1).describe("How much of the weight is of parts whose value is known."),
      breakdown: z.array(
        z.strictObject({
          part: z.enum(partNames),
          weight: z.number(),
          value: z.number().min(0).max(1).nullable().describe("Null where it was never observed."),
          n: z.number().int().describe("How many facts, reviews or photos it is made of."),
          periodDays: z.number().int().nullable(),
        }),
      ),
      missing: z.array(z.enum(profileFields)).describe("Fields of the listing that nobody has seen filled."),
    }),
  },
  handle: async (_input, context) => {
    const { placeId, figures, present } = await ownFigures(context);
    const { score, coverage, parts, missing } = profileHealth(present, figures);
    return { placeId, score, coverage, breakdown: [...parts], missing: [...missing] };
  },
});
