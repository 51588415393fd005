/** POST /api/businesses/:id/activate: what the account does from now on concerns this business. */
import { z } from "zod";
import { accounts, activateBusiness as activate } from "../../domain/accounts";
import { businesses } from "../../domain/businesses";
import { isRefusal } from "../../domain/fold/refusal";
import { refuse } from "../../domain/refusals";
import { command, session } from "../../infra/http/endpoint";
import { untilVisible } from "../../infra/http/visible";
import { businessView, viewOfState } from "../../read-api/business/business-view";

export const activateBusiness = command({
  id: "activate-business",
  method: "POST",
  path: "/api/businesses/:id/activate",
  access: session(),
  on: "account",
  area: "business",
  summary: "Make a business the active one",
  description:
    "What is asked for without naming a business is about this one from now on. A deleted business has to be restored first.",
  params: z.strictObject({ id: z.string() }),
  responds: { status: 200, body: z.strictObject({ business: businessView }) },
  refusals: ["account_not_found", "business_not_found", "business_deleted"],
  handle: async ({ params: { id } }, context) => {
    const { account, services } = context;
    const { state: business } = await services.runner.load(businesses, id);
    if (business.status === "unknown" || business.accountId !== account.id)
      return refuse("business_not_found", "There is no such business.");
    if (business.status !== "active") return refuse("business_deleted", "The business is deleted; restore it first.");
    const activated = await context.execute(accounts, account.id, activate(account.id, id));
    if (isRefusal(activated)) return activated;
    await untilVisible(context, ["accounts"], activated.position);
    return { business: viewOfState(business) };
  },
});
