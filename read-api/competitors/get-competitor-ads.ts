/** GET /api/competitors/:id/ads: a competitor's stored advertisements, and whether they are watched. */
import { z } from "zod";
import { collectedSections } from "../../domain/places/collection-policy";
import { planSchema } from "../../domain/plans";
import { query, session } from "../../infra/http/endpoint";
import { runningAds } from "./competitor-details";
import { factsOf, factTables, ofCompetitor, sightedView } from "./competitor-facts";
import { competitorOf } from "./competitor-view";
import type { Content } from "../places/stored-sections";

const instant = z.iso.datetime();
const adView = z.strictObject({
  ad_id: z.string(),
  page_name: z.string().nullable(),
  ad_creative_url: z.string().nullable(),
  ad_body: z.string().nullable(),
  ad_status: z.string(),
  publisher_platforms: z.array(z.string()),
  detected_at: instant,
  last_seen_at: instant,
});

export const getCompetitorAds = query({
  ...ofCompetitor,
  id: "get-competitor-ads",
  path: "/api/competitors/:id/ads",
  access: session({ plan: "agency" }),
  summary: "A competitor's advertisements",
  reads: factTables,
  responds: {
    status: 200,
    body: z.strictObject({
      competitor: z.strictObject({
        id: z.string(),
        name: z.string(),
        metaAdMonitoringEnabled: z.boolean().describe("Whether collectors are asked for its ads every day."),
        lastMetaAdCheck: instant.nullable(),
      }),
      ads: z.array(adView),
      stats: z.strictObject({
        total: z.number().int(),
        active: z.number().int(),
        platforms: z.array(z.string()).describe("Where its active ads run."),
        lastSeenAt: instant.nullable(),
      }),
      ...sightedView,
    }),
  },
  handle: ({ params: { id } }, context) =>
    factsOf(context, id, "ads", (stored, tracked) => {
      const collected = collectedSections(planSchema.parse(context.account.plan), {
        jobMonitoring: tracked.job_monitoring,
      });
      const ads = stored?.content ?? [];
      return {
        competitor: {
          id,
          name: competitorOf(tracked).name,
          metaAdMonitoringEnabled: collected.includes("ads"),
          lastMetaAdCheck: stored?.observed_at ?? null,
        },
        ads: ads.map(adOf),
        stats: { total: ads.length, ...runningAds(ads), lastSeenAt: lastOf(ads.map(({ lastSeenAt }) => lastSeenAt)) },
      };
    }),
});

const adOf = (ad: Content<"ads">[number]): z.output<typeof adView> => ({
  ad_id: ad.adId,
  page_name: ad.pageName,
  ad_creative_url: ad.creativeUrl,
  ad_body: ad.body,
  ad_status: ad.status,
  publisher_platforms: ad.platforms,
  detected_at: ad.detectedAt,
  last_seen_at: ad.lastSeenAt,
});

const lastOf = (instants: readonly string[]): string | null => [...instants].sort().at(-1) ?? null;
