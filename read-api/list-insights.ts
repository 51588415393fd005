/** GET /api/v1/me/insights: what the business should know of its listing now, by rules over stored facts. */
import { z } from "zod";
import { gapAnalysis } from "../domain/analytics/gap-analysis";
import { INSIGHT_RULE, insightsOf, insightTypes, type Known } from "../domain/analytics/insights";
import { profileHealth } from "../domain/analytics/profile-health";
import { DAY_MS, utcDay } from "../domain/utc-day";
import { apiKey, query, type Context } from "../infra/http/endpoint";
import type { PlaceSnapshotRow } from "../projections/place-snapshots";
import { figuresAmongRivals, rivalTables } from "./own-figures";

export const listInsights = query({
  id: "list-insights",
  method: "GET",
  path: "/api/v1/me/insights",
  access: apiKey("competitors:read"),
  on: "business",
  area: "listing",
  summary: "What stands out",
  description: "The most pressing first; docs/formulas.md states the rules.",
  reads: rivalTables,
  responds: {
    status: 200,
    body: z.strictObject({
      placeId: z.string().nullable(),
      insights: z.array(
        z.strictObject({
          type: z.enum(insightTypes),
          title: z.string(),
          data: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string()).readonly()])),
          n: z.number().int().describe("How many reviews, competitors, snapshots or fields it is made of."),
          periodDays: z.number().int().nullable(),
        }),
      ),
      count: z.number().int(),
    }),
  },
  handle: async (_input, context) => {
    const { placeId, figures, present, rivals } = await figuresAmongRivals(context);
    const since = daysAgo(context, INSIGHT_RULE.closedDays).toISOString();
    const insights = insightsOf({
      own: figures,
      gaps: gapAnalysis(figures, rivals),
      missing: profileHealth(present, figures).missing,
      ratings: await ratingsOf(context, placeId),
      closed: rivals.flatMap(({ id, name, closedDetectedAt: at }) =>
        at !== null && at > since ? [{ id, name, detectedAt: at }] : [],
      ),
    });
    return { placeId, insights, count: insights.length };
  },
});

const daysAgo = ({ now }: Pick<Context, "now">, days: number) => new Date(now.getTime() - days * DAY_MS);

/** The newest rating, and the one that held so many days ago. */
async function ratingsOf(context: Context<"business">, placeId: string | null): Promise<Known["ratings"]> {
  const days = INSIGHT_RULE.ratingDays;
  const newest = async (until: Date) => {
    const row = await context
      .read<PlaceSnapshotRow>("place_snapshots")
      .where({ place_id: placeId ?? "" })
      .andWhere("day", "<=", utcDay(until.toISOString()))
      .whereNotNull("rating")
      .orderBy("day", "desc")
      .first("rating");
    return row?.rating ?? null;
  };
  const [then, now] = await Promise.all([newest(daysAgo(context, days)), newest(context.now)]);
  return { then, now, days };
}
