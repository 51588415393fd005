/** PATCH /api/admin/accounts/:id/plan: puts an account on a plan; gates and quotas follow from the answer on. */
import { z } from "zod";
import { accounts, setPlan } from "../../domain/accounts";
import { isRefusal } from "../../domain/fold/refusal";
import { planSchema } from "../../domain/plans";
import { admin, command } from "../../infra/http/endpoint";
import { untilInForce } from "../../infra/http/visible";

export const setAccountPlan = command({
  id: "set-account-plan",
  method: "PATCH",
  path: "/api/admin/accounts/:id/plan",
  access: admin(),
  on: "none",
  area: "account",
  summary: "Set an account's plan",
  description: "Limits are those of the new plan at once; what exists beyond them stays.",
  params: z.strictObject({ id: z.string() }),
  body: z.strictObject({ plan: planSchema }),
  responds: { status: 200, body: z.strictObject({ accountId: z.string(), plan: planSchema }) },
  refusals: ["account_not_found"],
  example: { plan: "growth" },
  handle: async ({ params: { id }, body: { plan } }, context) => {
    const set = await context.execute(accounts, id, setPlan(id, plan));
    if (isRefusal(set)) return set;
    await untilInForce(context, id, ["accounts"], set.position);
    return { accountId: id, plan };
  },
});
