/** Limits of requests have names as quotas have: by what is counted and within what, so that clients tell them apart by one rule. */
import { rateTable } from "../../../../infra/composition/catalogue/rate-table";
import { quotaNames } from "../../../../read-api/account/quota-standings";

const { keys, sessions, providers, open } = rateTable;

test("each is called by what it counts and how often, and those of one plan as those of another", () => {
  const names = [...Object.values(keys).flat(), ...sessions, ...providers, ...open].map(({ name }) => name);
  expect([...new Set(names)]).toEqual([
    ...["requestsPerMinute", "requestsPerMonth"],
    ...["sessionRequestsPerMinute", "callbacksPerMinute", "addressRequestsPerMinute"],
  ]);
});

test("those of a plan are among its quotas, and no other takes the name of one", () => {
  const quotas: readonly string[] = quotaNames;
  for (const { name } of Object.values(keys).flat()) expect(quotas).toContain(name);
  for (const { name } of [...sessions, ...providers, ...open]) expect(quotas).not.toContain(name);
});
