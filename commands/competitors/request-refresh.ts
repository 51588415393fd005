/** What every request for fresh facts of a competitor does: it is recorded once while it is open, as often as the plan allows. */
import { z } from "zod";
import { findActive } from "../../domain/competitors";
import { isRefusal, type Refusal } from "../../domain/fold/refusal";
import { answeredSince } from "../../domain/places/collections";
import type { Collectable } from "../../domain/places/observation";
import { places } from "../../domain/places/place";
import { planSchema, quotas } from "../../domain/plans";
import { freshSince, refreshes, requestRefresh } from "../../domain/refreshes";
import { refuse } from "../../domain/refusals";
import type { Context } from "../../infra/http/endpoint";
import { loadTrackingBusiness } from "./tracking-business";

export const refreshRefusals = ["business_not_found", "competitor_not_found", "refresh_limit_reached"] as const;

/** What follows the question; in one sentence for the descriptions of the endpoints. */
export const refreshDescription =
  "Asking again while a request is open joins it, and counts against no limit; nor does asking for what was answered within the last 15 minutes, which is `ready` at once.";

export const askedStatus = z.enum(["queued", "ready"]);

interface Asked {
  readonly status: z.output<typeof askedStatus>;
  /** The log position after which tables show that it is queued, where it is. */
  readonly position: number;
}

export async function askForRefresh(
  context: Context<"business">,
  competitorId: string,
  sections: readonly Collectable[],
): Promise<Refusal | Asked> {
  const { account, business, services } = context;
  const tracking = await loadTrackingBusiness(context);
  if (isRefusal(tracking)) return tracking;
  const [placeId] = findActive(tracking.roster, competitorId) ?? [];
  if (placeId === undefined) return refuse("competitor_not_found", "There is no such competitor.");
  const now = context.now.toISOString();
  const { state: place, position } = await services.runner.load(places, placeId);
  if (answeredSince(place, sections, freshSince(now), now)) return { status: "ready", position };
  const refresh = {
    businessId: business.id,
    accountId: account.id,
    competitorId,
    placeId,
    refreshId: services.ids.next(),
    sections,
  };
  const quota = quotas[planSchema.parse(account.plan)].refreshesPerDay;
  const decide = requestRefresh(refresh, { now, quota });
  const executed = await context.execute(refreshes, business.id, decide);
  return isRefusal(executed) ? executed : { status: "queued", position: executed.position };
}
