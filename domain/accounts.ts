/** An account: who signed up, on which plan, and which of its businesses they chose to act on. */
import { z } from "zod";
import { aggregate, type Decision } from "./fold/aggregate";
import { defineEvents, type EventsOf } from "./fold/event";
import { personal } from "./fold/personal";
import { planSchema, type Plan } from "./plans";
import { refuse } from "./refusals";

export const accountEvents = defineEvents({
  AccountRegistered: z.object({
    accountId: z.string(),
    email: personal(z.string()),
    name: personal(z.string()),
    plan: planSchema,
  }),
  AccountPlanSet: z.object({ accountId: z.string(), plan: planSchema, before: planSchema }),
  BusinessActivated: z.object({ accountId: z.string(), businessId: z.string() }),
});
export type AccountEvent = EventsOf<typeof accountEvents>;

export type AccountState =
  | { readonly status: "unregistered" }
  | { readonly status: "registered"; readonly plan: Plan };

export const accounts = aggregate({
  category: "account",
  owner: "account",
  events: accountEvents,
  initial: { status: "unregistered" } as AccountState,
  evolve: (state, event): AccountState => {
    if (event.type === "AccountRegistered")
      return { status: "registered", plan: event.data.plan };
    return state.status === "registered" && event.type === "AccountPlanSet" ? { ...state, plan: event.data.plan } : state;
  },
});

type AccountDecision = Decision<AccountState, AccountEvent>;

export const register =
  (account: { accountId: string; email: string; name: string }): AccountDecision =>
  (state) =>
    state.status === "registered" ? [] : [{ type: "AccountRegistered", data: { ...account, plan: "free" } }];

export const setPlan =
  (accountId: string, plan: Plan): AccountDecision =>
  (state) => {
    if (state.status === "unregistered") return refuse("account_not_found", "There is no such account.");
    return state.plan === plan ? [] : [{ type: "AccountPlanSet", data: { accountId, plan, before: state.plan } }];
  };

/** The caller has made sure that the business is the account's own and not deleted. A created or restored one is active by itself. */
export const activateBusiness =
  (accountId: string, businessId: string): AccountDecision =>
  (state) => {
    if (state.status === "unregistered") return refuse("account_not_found", "There is no such account.");
    return [{ type: "BusinessActivated", data: { accountId, businessId } }];
  };
