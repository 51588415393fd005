/** The business that a caller acts on, while it is active. */
import { businesses, type ActiveBusiness } from "../../domain/businesses";
import type { Refusal } from "../../domain/fold/refusal";
import { refuse } from "../../domain/refusals";
import type { Context } from "../../infra/http/endpoint";

/** Refused where it was deleted since the caller was admitted: an endpoint declares `business_not_found`. */
export async function loadActiveBusiness({
  business,
  services: { runner },
}: Pick<Context<"business">, "business" | "services">): Promise<Refusal | ActiveBusiness> {
  const { state } = await runner.load(businesses, business.id);
  return state.status === "active" ? state : refuse("business_not_found", "The business was deleted meanwhile.");
}
