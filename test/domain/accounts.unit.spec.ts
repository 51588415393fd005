import {
  accounts,
  activateBusiness,
  freeBusinessSlot,
  register,
  setPlan,
  takeBusinessSlot,
  type AccountEvent,
} from "../../domain/accounts";
import { quotas, type Plan } from "../../domain/plans";
import { given } from "../support/given";

const accountId = "a1";
const registered: AccountEvent = {
  type: "AccountRegistered",
  data: { accountId, email: "ada@example.com", name: "Ada", plan: "free" },
};
const onPlan = (plan: Plan): AccountEvent => ({ type: "AccountPlanSet", data: { accountId, plan, before: "free" } });
const taken = (businessId: string): AccountEvent => ({ type: "BusinessSlotTaken", data: { accountId, businessId } });
const freed = (businessId: string): AccountEvent => ({ type: "BusinessSlotFreed", data: { accountId, businessId } });

describe("an account", () => {
  it("is registered once, on the free plan", () => {
    given(accounts, [])
      .when(register({ accountId, email: "ada@example.com", name: "Ada" }))
      .then([registered])
      .repeatsNothing();
  });

  it("changes its plan once", () => {
    given(accounts, [registered])
      .when(setPlan(accountId, "growth"))
      .then([onPlan("growth")])
      .repeatsNothing();
    given(accounts, [registered]).when(setPlan(accountId, "free")).then([]);
  });

  it("takes a slot for a business once, as many as its plan allows", () => {
    given(accounts, [registered])
      .when(takeBusinessSlot(accountId, "b1"))
      .then([taken("b1")])
      .repeatsNothing();
    const full = Array.from({ length: quotas.growth.businesses }, (_, index) => taken(`b${index}`));
    given(accounts, [registered, onPlan("growth"), ...full])
      .when(takeBusinessSlot(accountId, "one more"))
      .thenRefused("business_quota_reached", { quota: { name: "businesses", limit: 3, used: 3 } });
  });

  it("has a removed business's slot back, once", () => {
    const { state } = given(accounts, [registered, taken("b1")]).when(freeBusinessSlot(accountId, "b1"));
    given(accounts, [registered, taken("b1")])
      .when(freeBusinessSlot(accountId, "b1"))
      .then([freed("b1")])
      .repeatsNothing();
    expect(takeBusinessSlot(accountId, "b2")(state)).toEqual([taken("b2")]);
  });

  it("keeps its businesses when it goes to a lower plan, and gets no more", () => {
    given(accounts, [registered, onPlan("growth"), taken("b1"), taken("b2"), onPlan("free")])
      .when(takeBusinessSlot(accountId, "b3"))
      .thenRefused("business_quota_reached", { quota: { name: "businesses", limit: 1, used: 2 } });
  });

  it("records every choice of a business, because others come between that it does not hear of", () => {
    const activated: AccountEvent = { type: "BusinessActivated", data: { accountId, businessId: "b1" } };
    given(accounts, [registered, taken("b1")])
      .when(activateBusiness(accountId, "b1"))
      .then([activated])
      .repeats([activated]);
  });

  it("decides nothing before it is registered", () => {
    given(accounts, []).when(setPlan(accountId, "growth")).thenRefused("account_not_found");
    given(accounts, []).when(takeBusinessSlot(accountId, "b1")).thenRefused("account_not_found");
    given(accounts, []).when(activateBusiness(accountId, "b1")).thenRefused("account_not_found");
    given(accounts, []).when(freeBusinessSlot(accountId, "b1")).then([]);
  });
});
