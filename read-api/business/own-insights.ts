/** What stands out of the own listing among its rivals, with the rating of some days ago; the rules are in domain/analytics/insights.ts. */
import { gapAnalysis } from "../../domain/analytics/gap-analysis";
import { INSIGHT_RULE, insightsOf, type Insight, type Known } from "../../domain/analytics/insights";
import { profileHealth } from "../../domain/analytics/profile-health";
import { daysBefore, utcDay } from "../../domain/utc-day";
import type { Context } from "../../infra/http/endpoint";
import type { PlaceSnapshotRow } from "../../projections/place-snapshots";
import type { figuresAmongRivals } from "./own-figures";

export async function insightsAmong(
  context: Context<"business">,
  { placeId, figures, present, rivals }: Awaited<ReturnType<typeof figuresAmongRivals>>,
): Promise<readonly Insight[]> {
  const since = daysBefore(context.now, INSIGHT_RULE.closedDays);
  return insightsOf({
    own: figures,
    gaps: gapAnalysis(figures, rivals),
    missing: profileHealth(present, figures).missing,
    ratings: await ratingsOf(context, placeId),
    closed: rivals.flatMap(({ id, name, closedDetectedAt: at }) =>
      at !== null && at > since ? [{ id, name, detectedAt: at }] : [],
    ),
  });
}

/** The newest rating, and the one that held so many days ago. */
async function ratingsOf(context: Context<"business">, placeId: string | null): Promise<Known["ratings"]> {
  const days = INSIGHT_RULE.ratingDays;
  const newest = async (until: string) => {
    const row = await context
      .read<PlaceSnapshotRow>("place_snapshots")
      .where({ place_id: placeId ?? "" })
      .andWhere("day", "<=", utcDay(until))
      .whereNotNull("rating")
      .orderBy("day", "desc")
      .first("rating");
    return row?.rating ?? null;
  };
  const [then, now] = await Promise.all([newest(daysBefore(context.now, days)), newest(context.now.toISOString())]);
  return { then, now, days };
}
