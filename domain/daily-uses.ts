/** What an account has done of what its plan allows so often a UTC day, whatever came of it: one stream for each account and day. */
import { z } from "zod";
import type { DayAllowance } from "./day-quota";
import { aggregate, type Decision, type StreamOwner } from "./fold/aggregate";
import { defineEvents, type EventsOf } from "./fold/event";
import type { Refusal } from "./fold/refusal";
import type { Quotas } from "./plans";
import type { UsedUp } from "./refusals";
import { secondsToMidnight, utcDay } from "./utc-day";

/** By quota of the plan: what is counted, in the plural. */
const counted = {
  placeSearchesPerDay: "look-ups of places",
  competitorAdditionsPerDay: "additions of competitors",
  sourcePagesPerDay: "pages to write from",
  reviewRequestsPerAccountDaily: "review requests",
} as const satisfies Partial<Record<keyof Quotas, string>>;
export type DailyQuota = keyof typeof counted;

const dailyQuotas = Object.keys(counted) as [DailyQuota, ...DailyQuota[]];

export const dailyUseEvents = defineEvents({
  DailyUsesCounted: z.object({
    accountId: z.string(),
    quota: z.enum(dailyQuotas),
    units: z.number().int(),
    countedAt: z.iso.datetime(),
  }),
});
export type DailyUseEvent = EventsOf<typeof dailyUseEvents>;

/** Of one day, by quota; absent is none. */
export type DailyUses = Readonly<Partial<Record<DailyQuota, number>>>;

export const dailyUses = aggregate({
  category: "dailyuses",
  owner: "account",
  events: dailyUseEvents,
  initial: {},
  evolve: (uses, { data: { quota, units } }): DailyUses => ({ ...uses, [quota]: usesOf(uses, quota) + units }),
});

/** Where the uses of the day of `now`, an ISO instant, are counted: yesterday's are in no state, and are never folded again. */
export const accountDay = (accountId: string, now: string): StreamOwner => ({ owner: accountId, entity: utcDay(now) });

export const usesOf = (uses: DailyUses, quota: DailyQuota): number => uses[quota] ?? 0;

/** As requests are refused that are too many, at whichever endpoint: the next is possible after midnight. */
export function usesRefused(uses: DailyUses, quota: DailyQuota, { now, quota: limit }: DayAllowance): Refusal {
  const resetSeconds = secondsToMidnight(now);
  const usedUp: UsedUp = { name: quota, limit, used: usesOf(uses, quota), resetSeconds };
  return {
    refused: "rate_limited",
    message: `The account's ${limit} ${counted[quota]} of the day are used up.`,
    details: { quota: usedUp, retryAfterSeconds: resetSeconds },
  };
}

/** As many of those `wanted` as the day has left; refused where it has none. */
export const countUses =
  (
    { accountId, quota, wanted }: { readonly accountId: string; readonly quota: DailyQuota; readonly wanted: number },
    allowance: DayAllowance,
  ): Decision<DailyUses, DailyUseEvent> =>
  (uses) => {
    const units = Math.min(wanted, allowance.quota - usesOf(uses, quota));
    if (units <= 0) return usesRefused(uses, quota, allowance);
    return [{ type: "DailyUsesCounted", data: { accountId, quota, units, countedAt: allowance.now } }];
  };
