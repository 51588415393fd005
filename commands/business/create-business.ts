/** POST /api/businesses: a business of the account, active from now on. */
import { z } from "zod";
import { accounts, takeBusinessSlot, type AccountEvent } from "../../domain/accounts";
import { businesses, create } from "../../domain/businesses";
import { isRefusal, type Refusal } from "../../domain/fold/refusal";
import { refuse } from "../../domain/refusals";
import { command, session, type Context } from "../../infra/http/endpoint";
import { untilVisible } from "../../infra/http/visible";
import { businessView, viewOfState } from "../../read-api/business/business-view";
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
  description: "Counts against the businesses that the plan allows.",
  body: z.strictObject({ name, ...z.strictObject(optional).partial().shape }),
  responds: { status: 201, body: z.strictObject({ business: businessView }) },
  uses: ["businesses"],
  refusals: ["account_not_found", "business_already_exists", "business_not_found", "business_quota_reached"],
  example: { name: "Harbour Café", category: "cafe", city: "Oslo", country: "NO", website: "https://harbour.example" },
  handle: async ({ body: { placeId = null, ...said } }, context) => {
    const { account } = context;
    const profile = wholeProfile(said);
    const createIn = (businessId: string) =>
      context.execute(businesses, businessId, create({ businessId, accountId: account.id, profile, placeId }));
    const slot = await context.execute(accounts, account.id, takeBusinessSlot(account.id, context.services.ids.next()));
    const executed = isRefusal(slot)
      ? await createInOpenSlot(slot, context, createIn)
      : await createIn(slotOf(slot.events));
    if (isRefusal(executed)) return executed;
    if (executed.state.status === "unknown") return refuse("business_not_found", "There is no such business.");
    await untilVisible(context, ["accounts", "businesses"], executed.position);
    return { business: viewOfState(executed.state) };
  },
});

function slotOf(events: readonly AccountEvent[]): string {
  const taken = events.find((event) => event.type === "BusinessSlotTaken");
  if (taken === undefined) throw new Error("A slot was taken without an event.");
  return taken.data.businessId;
}

/** A slot whose business was never created, as when a creation broke off, is there for the next one. */
async function createInOpenSlot<Created>(
  full: Refusal,
  { account, services }: Context<"account">,
  createIn: (businessId: string) => Promise<Created | Refusal>,
): Promise<Created | Refusal> {
  const { state } = await services.runner.load(accounts, account.id);
  for (const businessId of state.status === "registered" ? state.businessIds : []) {
    const created = await createIn(businessId);
    if (!isRefusal(created) || created.refused !== "business_already_exists") return created;
  }
  return full;
}
