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
  readonly apiKeys: number;
  readonly requestsPerMinute: number;
  readonly requestsPerMonth: number;
}

export const quotas: Readonly<Record<Plan, Quotas>> = {
  free: {
    businesses: 1,
    competitorsPerBusiness: 3,
    refreshesPerDay: 5,
    placeSearchesPerDay: 50,
    competitorAdditionsPerDay: 30,
    phoneNumbersPerBusiness: 0,
    messagesPerDay: 0,
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
    apiKeys: 50,
    requestsPerMinute: 1_200,
    requestsPerMonth: 1_000_000,
  },
};

/** The webhook endpoints that one account may have, whatever its plan (interface specification, Limits). */
export const WEBHOOK_ENDPOINTS_MAX = 10;
