/** What every request for fresh facts of a competitor does: it is recorded once while it is open, as often as the plan allows. */
import { businesses } from "../domain/businesses";
import { competitors, findActive } from "../domain/competitors";
import { isRefusal, type Refusal } from "../domain/fold/refusal";
import type { Collectable } from "../domain/places/observation";
import { planSchema, quotas } from "../domain/plans";
import { refreshes, requestRefresh } from "../domain/refreshes";
import { refuse } from "../domain/refusals";
import type { Context } from "../infra/http/endpoint";

export const refreshRefusals = ["business_not_found", "competitor_not_found", "refresh_limit_reached"] as const;

/** Gives the log position after which tables show that it is queued. */
export async function askForRefresh(
  context: Context<"business">,
  competitorId: string,
  sections: readonly Collectable[],
): Promise<Refusal | { readonly position: number }> {
  const { account, business, services } = context;
  const { state } = await services.runner.load(businesses, business.id);
  if (state.status !== "active") return refuse("business_not_found", "The business was deleted meanwhile.");
  const { state: roster } = await services.runner.load(competitors, business.id);
  const [placeId] = findActive(roster, competitorId) ?? [];
  if (placeId === undefined) return refuse("competitor_not_found", "There is no such competitor.");
  const refresh = {
    businessId: business.id,
    accountId: account.id,
    competitorId,
    placeId,
    refreshId: services.ids.next(),
    sections,
  };
  const quota = quotas[planSchema.parse(account.plan)].refreshesPerDay;
  const decide = requestRefresh(refresh, { now: context.now.toISOString(), quota });
  const executed = await context.execute(refreshes, business.id, decide);
  return isRefusal(executed) ? executed : { position: executed.position };
}
