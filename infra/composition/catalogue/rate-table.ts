/** How often each kind of caller may call. */
import { plans, quotas } from "../../../domain/plans";
import type { RateTable } from "../../http/request-limits";

const keys = plans.map((plan) => {
  const { requestsPerMinute, requestsPerMonth } = quotas[plan];
  return [
    plan,
    [
      { name: "requestsPerMinute", per: "key", limit: requestsPerMinute, windowSeconds: 60 },
      { name: "requestsPerMonth", per: "account", limit: requestsPerMonth, windowSeconds: "month" },
    ],
  ] as const;
});

export const rateTable: RateTable = {
  keys: Object.fromEntries(keys),
  sessions: [{ name: "sessionRequestsPerMinute", per: "account", limit: 600, windowSeconds: 60 }],
  // A status that is turned away is told no second time, so this is far beyond what a provider is asked to send.
  providers: [{ name: "callbacksPerMinute", per: "key", limit: 12_000, windowSeconds: 60 }],
  open: [{ name: "addressRequestsPerMinute", per: "ip", limit: 300, windowSeconds: 60 }],
};
