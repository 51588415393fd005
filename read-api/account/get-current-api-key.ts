/** GET /api/v1/keys/current: the key that asks, and what its plan allows. */
import { z } from "zod";
import { planSchema, quotas } from "../../domain/plans";
import { apiKey, query } from "../../infra/http/endpoint";
import { Failure } from "../../infra/http/failure";
import { apiKeyOf, apiKeyView, findApiKeys } from "./api-key-view";

export const getCurrentApiKey = query({
  id: "get-current-api-key",
  method: "GET",
  path: "/api/v1/keys/current",
  access: apiKey("usage:read"),
  on: "account",
  area: "api-key",
  summary: "The key that is calling",
  reads: ["api_keys"],
  responds: {
    status: 200,
    body: z.strictObject({
      key: apiKeyView,
      plan: planSchema,
      limits: z.strictObject({ requestsPerMinute: z.number().int(), requestsPerMonth: z.number().int() }),
    }),
  },
  handle: async (_input, context) => {
    const [row] = await findApiKeys(context, { key_id: context.principal.id });
    if (row === undefined) throw new Failure(401, "unauthenticated", "The key is not known any more.");
    const plan = planSchema.parse(context.account.plan);
    const { requestsPerMinute, requestsPerMonth } = quotas[plan];
    return { key: apiKeyOf(row), plan, limits: { requestsPerMinute, requestsPerMonth } };
  },
});
