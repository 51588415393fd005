/** GET /api/v1/usage: what the plan allows, how much of it is used, and the key that asks. */
import { z } from "zod";
import { limitOf, planSchema } from "../../domain/plans";
import { apiKey, query } from "../../infra/http/endpoint";
import { Failure } from "../../infra/http/failure";
import { apiKeyOf, apiKeyView, findApiKeys } from "./api-key-view";
import { quotaNames } from "./quota-standings";
import { quotaUses } from "./quota-uses";

const quotaView = z.strictObject({
  name: z.string().describe("New quotas can come with new features."),
  per: z.enum(["account", "business", "key"]).describe("Whose use is counted: `business` is the active one."),
  limit: z.number().int(),
  used: z.number().int().describe("May exceed the limit after a change of plan."),
  period: z.enum(["minute", "day", "month"]).nullable().describe("Null where what exists at the moment is counted."),
  resetsAt: z.iso.datetime().nullable().describe("When the period ends and counting begins anew, in UTC."),
});

export const getUsage = query({
  id: "get-usage",
  method: "GET",
  path: "/api/v1/usage",
  access: apiKey("usage:read"),
  on: "account",
  area: "account",
  summary: "What the plan allows, and how much of it is used",
  description:
    "Every quota of the plan, for the account, its active business and the key that asks. Each is counted as the decision " +
    "counts that refuses what is beyond it, and the request itself is among those of its minute and month, as `RateLimit` " +
    "tells them. Days and months end at midnight, UTC. Requests, look-ups of places and additions of competitors are " +
    "reserved in small chunks where several processes answer, so `used` can be ahead of what was done by what they hold. " +
    "Quotas of the active business are left out where there is none.",
  reads: ["api_keys"],
  responds: {
    status: 200,
    body: z.strictObject({
      account: z.strictObject({ id: z.string(), plan: planSchema }),
      business: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
      key: apiKeyView,
      quotas: z.array(quotaView),
    }),
  },
  handle: async (_input, context) => {
    const { account } = context;
    const [row] = await findApiKeys(context, { key_id: context.principal.id });
    if (row === undefined) throw new Failure(401, "unauthenticated", "The key is not known any more.");
    const plan = planSchema.parse(account.plan);
    const counted = quotaNames.filter((name) => account.activeBusiness !== null || quotaUses[name].per !== "business");
    const told = counted.map(async (name) => {
      const { per, period, read } = quotaUses[name];
      const { used, resetsAt } = await read(context);
      return { name, per, limit: limitOf(plan, name), used, period, resetsAt: resetsAt?.toISOString() ?? null };
    });
    return {
      account: { id: account.id, plan },
      business:
        account.activeBusiness === null ? null : { id: account.activeBusiness.id, name: account.activeBusiness.name },
      key: apiKeyOf(row),
      quotas: await Promise.all(told),
    };
  },
});
