/** An account: who signed up, on which plan, and which of its businesses they chose to act on. */
import { z } from "zod";
import { aggregate, type Decision } from "./fold/aggregate";
import { defineEvents, type EventsOf } from "./fold/event";
import { personal } from "./fold/personal";
import { planSchema, quotas, type Plan } from "./plans";
import { refuse } from "./refusals";

export const accountEvents = defineEvents({
  AccountRegistered: z.object({
    accountId: z.string(),
    email: personal(z.string()),
    name: personal(z.string()),
    plan: planSchema,
  }),
  AccountPlanSet: z.object({ accountId: z.string(), plan: planSchema, before: planSchema }),
  /** Whoever signed in has shown the operator's token. */
  AdministratorConfirmed: z.object({ accountId: z.string() }),
  BusinessActivated: z.object({ accountId: z.string(), businessId: z.string() }),
  /** A business counts against the quota from before its creation until after its removal, deleted or not. */
  BusinessSlotTaken: z.object({ accountId: z.string(), businessId: z.string() }),
  BusinessSlotFreed: z.object({ accountId: z.string(), businessId: z.string() }),
});
export type AccountEvent = EventsOf<typeof accountEvents>;

export type AccountState =
  | { readonly status: "unregistered" }
  | {
      readonly status: "registered";
      readonly email: string;
      readonly name: string;
      readonly plan: Plan;
      readonly administrator: boolean;
      readonly businessIds: readonly string[];
    };

export const accounts = aggregate({
  category: "account",
  owner: "account",
  events: accountEvents,
  initial: { status: "unregistered" },
  evolve,
});

function evolve(state: AccountState, event: AccountEvent): AccountState {
  if (event.type === "AccountRegistered") {
    const { email, name, plan } = event.data;
    return { status: "registered", email, name, plan, administrator: false, businessIds: [] };
  }
  if (state.status === "unregistered") return state;
  switch (event.type) {
    case "AccountPlanSet":
      return { ...state, plan: event.data.plan };
    case "AdministratorConfirmed":
      return { ...state, administrator: true };
    case "BusinessSlotTaken":
      return { ...state, businessIds: [...state.businessIds, event.data.businessId] };
    case "BusinessSlotFreed":
      return { ...state, businessIds: state.businessIds.filter((id) => id !== event.data.businessId) };
    case "BusinessActivated":
      return state;
  }
}

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

/**
 * The caller has made sure that the business is the account's own and not deleted. A created or restored one is active by
 * itself, which this stream does not hear of: choosing is recorded each time.
 */
export const activateBusiness =
  (accountId: string, businessId: string): AccountDecision =>
  (state) => {
    if (state.status === "unregistered") return refuse("account_not_found", "There is no such account.");
    return [{ type: "BusinessActivated", data: { accountId, businessId } }];
  };

/** The first step of creating a business: its place within the plan's quota. */
export const takeBusinessSlot =
  (accountId: string, businessId: string): AccountDecision =>
  (state) => {
    if (state.status === "unregistered") return refuse("account_not_found", "There is no such account.");
    if (state.businessIds.includes(businessId)) return [];
    const limit = quotas[state.plan].businesses;
    const used = state.businessIds.length;
    return used >= limit
      ? refuse(
          "business_quota_reached",
          `The plan allows ${limit} businesses; deleted ones count until they are removed.`,
          {
            quota: { name: "businesses", limit, used },
          },
        )
      : [{ type: "BusinessSlotTaken", data: { accountId, businessId } }];
  };

/** The last step of removing a business. */
export const freeBusinessSlot =
  (accountId: string, businessId: string): AccountDecision =>
  (state) =>
    state.status === "registered" && state.businessIds.includes(businessId)
      ? [{ type: "BusinessSlotFreed", data: { accountId, businessId } }]
      : [];

/** The caller has made sure that the operator's token was shown. */
export const confirmAdministrator =
  (accountId: string): AccountDecision =>
  (state) => {
    if (state.status === "unregistered") return refuse("account_not_found", "There is no such account.");
    return state.administrator ? [] : [{ type: "AdministratorConfirmed", data: { accountId } }];
  };
