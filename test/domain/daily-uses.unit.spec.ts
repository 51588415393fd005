/** What an account has used of a UTC day: counted to the unit, each quota by itself, and told until when it is used up. */
import fc from "fast-check";
import {
  accountDay,
  countUses,
  dailyUses,
  usesOf,
  usesRefused,
  type DailyQuota,
  type DailyUseEvent,
} from "../../domain/daily-uses";
import { streamOf } from "../../domain/fold/aggregate";
import { isRefusal } from "../../domain/fold/refusal";
import { given } from "../support/given";

const NOON = "2026-03-01T12:00:00.000Z";
const counted = (quota: DailyQuota, units = 1, countedAt = NOON): DailyUseEvent => ({
  type: "DailyUsesCounted",
  data: { accountId: "a1", quota, units, countedAt },
});
const count = (quota: DailyQuota, wanted: number, limit: number, now = NOON) =>
  countUses({ accountId: "a1", quota, wanted }, { now, quota: limit });

describe("the uses of an account's day", () => {
  it("are counted each time they are made, by the quota that they are of", () => {
    given(dailyUses, [])
      .when(count("placeSearchesPerDay", 1, 2))
      .then([counted("placeSearchesPerDay")])
      .repeats([counted("placeSearchesPerDay")]);
    const { state } = given(dailyUses, [counted("placeSearchesPerDay", 2), counted("sourcePagesPerDay")]);
    const all = (["placeSearchesPerDay", "sourcePagesPerDay", "competitorAdditionsPerDay"] as const).map((quota) =>
      usesOf(state, quota),
    );
    expect(all).toEqual([2, 1, 0]);
  });

  it("are as many as the plan allows, and who asks for more is told the limit, what is used and when the day ends", () => {
    const used = given(dailyUses, [counted("placeSearchesPerDay", 2)]);
    used.when(count("placeSearchesPerDay", 1, 2)).thenRefused("rate_limited", {
      quota: { name: "placeSearchesPerDay", limit: 2, used: 2, resetSeconds: 12 * 3_600 },
      retryAfterSeconds: 12 * 3_600,
    });
    used.when(count("competitorAdditionsPerDay", 1, 2)).then([counted("competitorAdditionsPerDay")]);
    given(dailyUses, [])
      .when(count("sourcePagesPerDay", 1, 0))
      .thenRefused("rate_limited");
  });

  it("are those of several that are left, where not all are", () => {
    const left = given(dailyUses, [counted("competitorAdditionsPerDay", 7)]);
    const { state } = left.when(count("competitorAdditionsPerDay", 5, 10));
    left.when(count("competitorAdditionsPerDay", 5, 10)).then([counted("competitorAdditionsPerDay", 3)]);
    expect(usesRefused(state, "competitorAdditionsPerDay", { now: NOON, quota: 10 }).details).toMatchObject({
      quota: { name: "competitorAdditionsPerDay", limit: 10, used: 10 },
    });
  });

  it("stay used where the plan allows less than before", () => {
    given(dailyUses, [counted("sourcePagesPerDay", 9)])
      .when(count("sourcePagesPerDay", 1, 3))
      .thenRefused("rate_limited", {
        quota: { name: "sourcePagesPerDay", limit: 3, used: 9, resetSeconds: 12 * 3_600 },
        retryAfterSeconds: 12 * 3_600,
      });
  });

  it("are in a stream of the account and the day, until midnight, UTC", () => {
    const of = (now: string) => streamOf(dailyUses, accountDay("a+1", now));
    expect(of("2026-03-01T00:00:00.000Z")).toBe("dailyuses-a%2B1+2026-03-01");
    expect(of("2026-03-01T23:59:59.999Z")).toBe(of(NOON));
    expect(of("2026-03-02T00:00:00.000Z")).toBe("dailyuses-a%2B1+2026-03-02");
    const { details } = usesRefused({}, "sourcePagesPerDay", { now: "2026-03-01T23:59:59.999Z", quota: 0 });
    expect(details).toMatchObject({ retryAfterSeconds: 1 });
  });

  it("are never more than the limit, whatever is asked for in whatever order, and none is left while one is refused", () => {
    const quotas = ["placeSearchesPerDay", "reviewRequestsPerAccountDaily"] as const;
    const asking = fc.record({ quota: fc.constantFrom(...quotas), wanted: fc.integer({ min: 1, max: 5 }) });
    const asked = fc.array(asking, { maxLength: 40 });
    fc.assert(
      fc.property(asked, fc.nat(20), (all, limit) => {
        let state = dailyUses.initial;
        for (const { quota, wanted } of all) {
          const before = usesOf(state, quota);
          const decided = count(quota, wanted, limit)(state);
          expect(isRefusal(decided)).toBe(before === limit);
          state = isRefusal(decided) ? state : decided.reduce(dailyUses.evolve, state);
          expect(usesOf(state, quota)).toBe(Math.min(limit, before + wanted));
        }
        const sums = quotas.map((one) => all.reduce((sum, { quota, wanted }) => sum + (quota === one ? wanted : 0), 0));
        expect(quotas.map((quota) => usesOf(state, quota))).toEqual(sums.map((sum) => Math.min(limit, sum)));
      }),
    );
  });
});
