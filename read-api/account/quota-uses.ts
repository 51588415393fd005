/** How much of each quota of a plan is used: every one has its line here, so that none can be added that is not told of. */
import { aiVisibility, checksUsed } from "../../domain/ai-visibility";
import { accounts } from "../../domain/accounts";
import { apiKeys, keysUsed } from "../../domain/api-keys";
import { chats, chatUnitsUsed } from "../../domain/chats";
import { activeIn, competitors } from "../../domain/competitors";
import { contacts } from "../../domain/contacts";
import { content, contentUsed } from "../../domain/content";
import { conversations } from "../../domain/conversations";
import { accountDay, dailyUses, usesOf, type DailyQuota } from "../../domain/daily-uses";
import { usedOn } from "../../domain/day-quota";
import { embeds, embedsUsed } from "../../domain/embeds";
import type { Aggregate } from "../../domain/fold/aggregate";
import type { AnyEvent } from "../../domain/fold/event";
import { alertMailsUsed, notifications } from "../../domain/notifications";
import { payments } from "../../domain/payments";
import { numbersUsed, phoneNumbers } from "../../domain/phone-numbers";
import type { QuotaName } from "../../domain/plans";
import { refreshes, refreshesUsed } from "../../domain/refreshes";
import { reports } from "../../domain/reports";
import { reviewRequests } from "../../domain/review-requests";
import { messagesUsed } from "../../domain/sending";
import { postsWaiting, socialPosts } from "../../domain/social-posts";
import { secondsToMidnight } from "../../domain/utc-day";
import { webhooks } from "../../domain/webhooks";
import type { QuotaLook } from "../../infra/http/quota-headers";

export interface Use {
  readonly used: number;
  /** When it begins anew; null where what exists is counted. */
  readonly resetsAt: Date | null;
}

export interface QuotaUse {
  readonly per: "account" | "business" | "key";
  /** Within which it is counted; null where what exists is. */
  readonly period: "minute" | "day" | "month" | null;
  read(look: QuotaLook): Promise<Use>;
}

type Used<State> = (state: State, now: string) => number;

/** As the fold counts that decides; `now` is an ISO instant. */
const folded = <State, Event extends AnyEvent>(
  per: "account" | "business",
  aggregate: Aggregate<State, Event>,
  used: Used<State>,
  period: "day" | null = null,
): QuotaUse => ({
  per,
  period,
  async read({ account, services, now }) {
    const owner = per === "account" ? account.id : account.activeBusiness?.id;
    const instant = now.toISOString();
    const resetsAt = period === null ? null : new Date(nextMidnight(now));
    if (owner === undefined) return { used: 0, resetsAt };
    const { state } = await services.runner.load(aggregate, owner);
    return { used: used(state, instant), resetsAt };
  },
});

const nextMidnight = (now: Date): number =>
  Math.floor(now.getTime() / 1000) * 1000 + secondsToMidnight(now.toISOString()) * 1000;

const foldedToday = <State, Event extends AnyEvent>(aggregate: Aggregate<State, Event>, used: Used<State>): QuotaUse =>
  folded("business", aggregate, used, "day");

/** As the account's day counts that decides. */
const countedToday = (quota: DailyQuota): QuotaUse => ({
  per: "account",
  period: "day",
  async read({ account, services, now }) {
    const { state } = await services.runner.load(dailyUses, accountDay(account.id, now.toISOString()));
    return { used: usesOf(state, quota), resetsAt: new Date(nextMidnight(now)) };
  },
});

/** As the headers of every answer tell. */
const ofRequests = (per: "account" | "key", period: "minute" | "month", name: QuotaName): QuotaUse => ({
  per,
  period,
  async read({ principal, clientIp, services }) {
    const standing = (await services.standings(principal, clientIp)).get(name);
    if (standing === undefined) throw new Error(`No limit of requests is called ${name}.`);
    return { used: standing.used, resetsAt: standing.endsAt };
  },
});

/** By the name under which the plan has it. */
export const quotaUses: Readonly<Record<QuotaName, QuotaUse>> = {
  requestsPerMinute: ofRequests("key", "minute", "requestsPerMinute"),
  requestsPerMonth: ofRequests("account", "month", "requestsPerMonth"),
  apiKeys: folded("account", apiKeys, keysUsed),
  webhookEndpoints: folded("account", webhooks, ({ size }) => size),
  businesses: folded("account", accounts, (state) => (state.status === "registered" ? state.businessIds.length : 0)),
  placeSearchesPerDay: countedToday("placeSearchesPerDay"),
  competitorAdditionsPerDay: countedToday("competitorAdditionsPerDay"),
  competitorsPerBusiness: folded("business", competitors, activeIn),
  refreshesPerDay: foldedToday(refreshes, refreshesUsed),
  phoneNumbersPerBusiness: folded("business", phoneNumbers, numbersUsed),
  messagesPerDay: foldedToday(conversations, messagesUsed),
  contentStudioDaily: foldedToday(content, contentUsed),
  sourcePagesPerDay: countedToday("sourcePagesPerDay"),
  chatMessagesPerDay: foldedToday(chats, chatUnitsUsed),
  alertMailsPerDay: foldedToday(notifications, alertMailsUsed),
  embedsPerBusiness: folded("business", embeds, embedsUsed),
  contactsPerBusiness: folded("business", contacts, ({ count }) => count),
  paymentsPerDay: foldedToday(payments, ({ today }, now) => usedOn(today, now)),
  aiVisibilityChecksPerDay: foldedToday(aiVisibility, checksUsed),
  reportsPerDay: foldedToday(reports, ({ today }, now) => usedOn(today, now)),
  socialPostsPerDay: foldedToday(socialPosts, ({ today }, now) => usedOn(today, now)),
  scheduledPostsPerBusiness: folded("business", socialPosts, postsWaiting),
  reviewRequestsPerAccountDaily: countedToday("reviewRequestsPerAccountDaily"),
  reviewRequestsPerDay: foldedToday(reviewRequests, ({ today }, now) => usedOn(today, now)),
};
