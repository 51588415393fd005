/** The business that a caller acts on while it is active, with the competitors that it tracks. */
import { businesses, type BusinessProfile } from "../domain/businesses";
import { competitors, type Roster } from "../domain/competitors";
import type { Refusal } from "../domain/fold/refusal";
import { refuse } from "../domain/refusals";
import type { Context } from "../infra/http/endpoint";

interface TrackingBusiness {
  readonly profile: BusinessProfile;
  readonly ownPlaceId: string | null;
  readonly roster: Roster;
}

/** Refused where the business was deleted since the caller was admitted: an endpoint declares `business_not_found`. */
export async function loadTrackingBusiness({
  business,
  services: { runner },
}: Pick<Context<"business">, "business" | "services">): Promise<Refusal | TrackingBusiness> {
  const [{ state }, { state: roster }] = await Promise.all([
    runner.load(businesses, business.id),
    runner.load(competitors, business.id),
  ]);
  if (state.status !== "active") return refuse("business_not_found", "The business was deleted meanwhile.");
  return { profile: state.profile, ownPlaceId: state.placeId, roster };
}
