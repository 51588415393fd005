/** How much of something an account's plan has; of a plan that has none of it, a higher one is named that has. */
import { planSchema, plans, quotas, type Quotas } from "../../domain/plans";
import type { AccountContext } from "../../infra/http/endpoint";
import { insufficientPlan } from "../../infra/http/failure";

/** What an endpoint declares that asks for a quota of which some plan has none. */
export const planFails = { insufficient_plan: 403 };

/** Throws a 403 Failure that names the lowest plan that has any. */
export function planQuota({ plan }: Pick<AccountContext, "plan">, name: keyof Quotas): number {
  const quota = quotas[planSchema.parse(plan)][name];
  const needed = plans.find((one) => quotas[one][name] > 0);
  if (quota === 0 && needed !== undefined) throw insufficientPlan(needed);
  return quota;
}
