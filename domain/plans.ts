/** The plans, what each may do and how much of it: the one place to look for gates and quotas. */
import { z } from "zod";

export const plans = ["free", "growth", "agency"] as const;
export const planSchema = z.enum(plans);
export type Plan = z.output<typeof planSchema>;

/** Every plan includes what the plans of lower rank include. */
export const planRank: Readonly<Record<Plan, number>> = { free: 0, growth: 1, agency: 2 };

/**
 * Quotas count what exists at a moment; requests are counted per UTC month, bursts per minute and key. Refreshes and
 * text messages count per business, searches for places and additions of competitors per account, all per UTC day.
 */
export interface Quotas {
  readonly businesses: number;
  readonly competitorsPerBusiness: number;
  readonly refreshesPerDay: number;
  readonly placeSearchesPerDay: number;
  readonly competitorAdditionsPerDay: number;
  readonly phoneNumbersPerBusiness: number;
  readonly messagesPerDay: number;
  /** Drafts of a business in a UTC day; each variation is one. */
  readonly contentStudioDaily: number;
  /** Pages that drafts of an account's businesses are to be written from, whether they can be read or not. */
  readonly sourcePagesPerDay: number;
  readonly embedsPerBusiness: number;
  readonly contactsPerBusiness: number;
  readonly paymentsPerDay: number;
  /** Questions of a business in a UTC day. */
  readonly chatMessagesPerDay: number;
  readonly reviewRequestsPerDay: number;
  /** The same of all of an account's businesses together. */
  readonly reviewRequestsPerAccountDaily: number;
  /** E-mails about alerts of a business in a UTC day. */
  readonly alertMailsPerDay: number;
  readonly reportsPerDay: number;
  /** Checks of AI engines for a business in a UTC day. */
  readonly aiVisibilityChecksPerDay: number;
  readonly socialPostsPerDay: number;
  /** Posts that wait for their moment at once. */
  readonly scheduledPostsPerBusiness: number;
  readonly apiKeys: number;
  readonly requestsPerMinute: number;
  readonly requestsPerMonth: number;
}

/** What a quota is called, wherever it is told of. Webhook endpoints have the same limit on every plan. */
export type QuotaName = keyof Quotas | "webhookEndpoints";

export const quotas: Readonly<Record<Plan, Quotas>> = {
  free: {
    businesses: 1,
    competitorsPerBusiness: 3,
    refreshesPerDay: 5,
    placeSearchesPerDay: 50,
    competitorAdditionsPerDay: 30,
    phoneNumbersPerBusiness: 0,
    messagesPerDay: 0,
    contentStudioDaily: 0,
    sourcePagesPerDay: 0,
    embedsPerBusiness: 0,
    contactsPerBusiness: 0,
    paymentsPerDay: 0,
    chatMessagesPerDay: 10,
    reviewRequestsPerDay: 0,
    reviewRequestsPerAccountDaily: 0,
    alertMailsPerDay: 10,
    reportsPerDay: 0,
    aiVisibilityChecksPerDay: 1,
    socialPostsPerDay: 0,
    scheduledPostsPerBusiness: 0,
    apiKeys: 0,
    requestsPerMinute: 60,
    requestsPerMonth: 10_000,
  },
  growth: {
    businesses: 3,
    competitorsPerBusiness: 25,
    refreshesPerDay: 50,
    placeSearchesPerDay: 500,
    competitorAdditionsPerDay: 500,
    phoneNumbersPerBusiness: 2,
    messagesPerDay: 500,
    contentStudioDaily: 50,
    sourcePagesPerDay: 200,
    embedsPerBusiness: 20,
    contactsPerBusiness: 5_000,
    paymentsPerDay: 1_000,
    chatMessagesPerDay: 100,
    reviewRequestsPerDay: 50,
    reviewRequestsPerAccountDaily: 100,
    alertMailsPerDay: 100,
    reportsPerDay: 20,
    aiVisibilityChecksPerDay: 5,
    socialPostsPerDay: 20,
    scheduledPostsPerBusiness: 90,
    apiKeys: 10,
    requestsPerMinute: 300,
    requestsPerMonth: 100_000,
  },
  agency: {
    businesses: 50,
    competitorsPerBusiness: 100,
    refreshesPerDay: 100,
    placeSearchesPerDay: 5_000,
    competitorAdditionsPerDay: 5_000,
    phoneNumbersPerBusiness: 10,
    messagesPerDay: 5_000,
    contentStudioDaily: 500,
    sourcePagesPerDay: 2_000,
    embedsPerBusiness: 200,
    contactsPerBusiness: 50_000,
    paymentsPerDay: 10_000,
    chatMessagesPerDay: 1_000,
    reviewRequestsPerDay: 500,
    reviewRequestsPerAccountDaily: 1_000,
    alertMailsPerDay: 1_000,
    reportsPerDay: 200,
    aiVisibilityChecksPerDay: 20,
    socialPostsPerDay: 200,
    scheduledPostsPerBusiness: 900,
    apiKeys: 50,
    requestsPerMinute: 1_200,
    requestsPerMonth: 1_000_000,
  },
};

/** The webhook endpoints that one account may have, whatever its plan (interface specification, Limits). */
export const WEBHOOK_ENDPOINTS_MAX = 10;

/** As many as the plan has of it. */
export const limitOf = (plan: Plan, name: QuotaName): number =>
  name === "webhookEndpoints" ? WEBHOOK_ENDPOINTS_MAX : quotas[plan][name];
