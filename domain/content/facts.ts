/** The stored facts of one business that drafts are made of: figures and details, and never what anybody wrote in a review. */
import { z } from "zod";

/** Null where it was never observed or said. */
export interface ContentFacts {
  readonly businessName: string;
  readonly category: string | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly address: string | null;
  readonly phone: string | null;
  readonly website: string | null;
  /** Whether opening hours are known. */
  readonly hasHours: boolean;
  readonly rating: number | null;
  readonly reviewCount: number | null;
  /** Reviews published in the {@link RECENT_DAYS} days before: how many, and their mean. */
  readonly recentReviews: { readonly n: number; readonly averageRating: number | null };
  /** Days of which a snapshot of the listing is stored. */
  readonly snapshots: number;
  readonly targetCustomer: string | null;
  readonly differentiator: string | null;
}

export const RECENT_DAYS = 90;

/** A page that the caller named; what it says was written by whoever keeps it. */
export interface SourceText {
  readonly title: string | null;
  readonly description: string | null;
  readonly text: string;
}

/** Which facts there were to write from. */
export const dataCoverageSchema = z.object({
  listing: z.boolean().describe("A listing is linked to the business and was seen."),
  rating: z.boolean(),
  reviewCount: z.number().int().nullable().describe("What the listing itself says; null where it was never seen."),
  recentReviews: z
    .number()
    .int()
    .describe(`Stored reviews published in the last ${RECENT_DAYS} days: counted, never quoted.`),
  snapshots: z.number().int().describe("Days of which a snapshot of the listing is stored."),
  category: z.boolean(),
  location: z.boolean().describe("A city or an address."),
  phone: z.boolean(),
  website: z.boolean(),
  hours: z.boolean(),
  targetCustomer: z.boolean(),
  differentiator: z.boolean(),
  sourcePage: z.boolean(),
});
export type DataCoverage = z.output<typeof dataCoverageSchema>;

const isKnown = (value: string | number | null): boolean => value !== null && value !== "";

export const coverageOf = (facts: ContentFacts, listing: boolean, sourcePage: boolean): DataCoverage => ({
  listing,
  rating: isKnown(facts.rating),
  reviewCount: facts.reviewCount,
  recentReviews: facts.recentReviews.n,
  snapshots: facts.snapshots,
  category: isKnown(facts.category),
  location: isKnown(facts.city) || isKnown(facts.address),
  phone: isKnown(facts.phone),
  website: isKnown(facts.website),
  hours: facts.hasHours,
  targetCustomer: isKnown(facts.targetCustomer),
  differentiator: isKnown(facts.differentiator),
  sourcePage,
});
