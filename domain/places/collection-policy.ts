/** What the daily schedule asks collectors for about a place, on behalf of one business that tracks it. */
import { planRank, type Plan } from "../plans";
import type { Collectable } from "./observation";

/** The lowest plan on whose behalf each section is collected. Jobs are collected where their monitoring is on. */
const collectedFrom: Readonly<Record<Collectable, Plan>> = {
  listing: "free",
  reviews: "free",
  products: "free",
  jobs: "free",
  ads: "agency",
  technologies: "growth",
  photos: "free",
  websiteChanges: "free",
  socialMetrics: "free",
  platformRatings: "free",
  youtube: "free",
  enrichment: "growth",
};

/** In the order of {@link collectedFrom}; a place that several businesses track is asked for what any of them is due. */
export function collectedSections(plan: Plan, tracked: { readonly jobMonitoring: boolean }): readonly Collectable[] {
  return (Object.keys(collectedFrom) as Collectable[]).filter(
    (section) => planRank[plan] >= planRank[collectedFrom[section]] && (section !== "jobs" || tracked.jobMonitoring),
  );
}
