/** POST /api/businesses: a business of the account, active from now on. */
import { z } from "zod";
import { accounts, takeBusinessSlot } from "../domain/accounts";
import { businesses, create } from "../domain/businesses";
import { isRefusal } from "../domain/fold/refusal";
import { refuse } from "../domain/refusals";
import { command, session } from "../infra/http/endpoint";
import { untilVisible } from "../infra/http/visible";
import { businessView, viewOfState } from "../read-api/business-view";
import { profileFields, wholeProfile } from "./business-profile";

const { name, ...optional } = profileFields;

export const createBusiness = command({
  id: "create-business",
  method: "POST",
  path: "/api/businesses",
  access: session(),
  on: "account",
  area: "business",
  summary: "Create a business and make it the active one",
  body: z.strictObject({ name, ...z.strictObject(optional).partial().shape }),
  responds: { status: 201, body: z.strictObject({ business: businessView }) },
  refusals: ["account_not_found", "business_not_found", "business_quota_reached"],
  example: { name: "Harbour Café", category: "cafe", city: "Oslo", country: "NO", website: "https://harbour.example" },
  handle: async ({ body: { placeId = null, ...said } }, context) => {
    const { account, services } = context;
    const slot = await context.execute(accounts, account.id, takeBusinessSlot(account.id, services.ids.next()));
    if (isRefusal(slot)) return slot;
    const taken = slot.events.find((event) => event.type === "BusinessSlotTaken");
    const businessId = taken?.data.businessId ?? services.ids.next();
    const business = { businessId, accountId: account.id, profile: wholeProfile(said), placeId };
    const executed = await context.execute(businesses, businessId, create(business));
    if (isRefusal(executed)) return executed;
    if (executed.state.status === "unknown") return refuse("business_not_found", "There is no such business.");
    await untilVisible(context, ["accounts", "businesses"], executed.position);
    return { business: viewOfState(executed.state) };
  },
});
