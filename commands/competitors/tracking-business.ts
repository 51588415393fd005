/** The business that a caller acts on while it is active, with the competitors that it tracks. */
import type { ActiveBusiness } from "../../domain/businesses";
import { competitors, type Roster } from "../../domain/competitors";
import { isRefusal, type Refusal } from "../../domain/fold/refusal";
import type { Context } from "../../infra/http/endpoint";
import { loadActiveBusiness } from "../business/active-business";

interface TrackingBusiness {
  readonly profile: ActiveBusiness["profile"];
  readonly ownPlaceId: string | null;
  readonly roster: Roster;
}

/** Refused as {@link loadActiveBusiness} is. */
export async function loadTrackingBusiness(
  context: Pick<Context<"business">, "business" | "services">,
): Promise<Refusal | TrackingBusiness> {
  const { business, services } = context;
  const [active, { state: roster }] = await Promise.all([
    loadActiveBusiness(context),
    services.runner.load(competitors, business.id),
  ]);
  return isRefusal(active) ? active : { profile: active.profile, ownPlaceId: active.placeId, roster };
}
