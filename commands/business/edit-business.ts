/** What both ways of editing the active business share. */
import { z } from "zod";
import { businesses, editProfile } from "../../domain/businesses";
import { activeOf, competitors } from "../../domain/competitors";
import { isRefusal, type Refusal } from "../../domain/fold/refusal";
import { refuse, type RefusalCode } from "../../domain/refusals";
import type { Context } from "../../infra/http/endpoint";
import { businessView, viewOfState } from "../../read-api/business/business-view";
import { givenOnly, type profileChanges } from "./business-profile";

export const editedBusiness = z.strictObject({ business: businessView });
export const editBusinessRefusals: RefusalCode[] = ["place_is_competitor", "business_not_found", "business_deleted"];
export const editBusinessExample = { targetCustomer: "Commuters", placeId: "place-4711" };

export const placeIsCompetitor = refuse(
  "place_is_competitor",
  "This place is tracked as a competitor; stop tracking it first.",
);

export async function editBusiness(
  { placeId, ...changes }: z.output<typeof profileChanges>,
  context: Context<"business">,
): Promise<Refusal | z.output<typeof editedBusiness>> {
  if (typeof placeId === "string" && (await isTracked(context, placeId))) return placeIsCompetitor;
  const executed = await context.execute(businesses, context.business.id, editProfile(givenOnly(changes), placeId));
  if (isRefusal(executed)) return executed;
  if (executed.state.status === "unknown") return refuse("business_not_found", "There is no such business.");
  return { business: viewOfState(executed.state) };
}

async function isTracked({ business, services }: Context<"business">, placeId: string): Promise<boolean> {
  const { state: roster } = await services.runner.load(competitors, business.id);
  return activeOf(roster).has(placeId);
}
