/** GET /api/v1/market/projections: when tracked competitors and the own business would change places, if all went on as it did. */
import { z } from "zod";
import { crossover, crossoverStatuses, metrics, type Metric } from "../../domain/analytics/crossovers";
import type { DayValue } from "../../domain/analytics/trend";
import { DAY_MS, daysBefore, utcDay } from "../../domain/utc-day";
import { apiKey, query, type Context } from "../../infra/http/endpoint";
import { wholeNumber } from "../../infra/http/query-numbers";
import { selectTracked, trackedTables, type TrackedRow } from "../competitors/competitor-rows";
import { competitorOf } from "../competitors/competitor-view";
import { ownPlaceId } from "../business/own-listing";
import { receipted } from "../receipt";
import { rowsOf } from "../rows";

const { view, answer } = receipted(
  z.strictObject({
    business: z.strictObject({ id: z.string(), name: z.string() }),
    metric: z.enum(["all", ...metrics]),
    lookbackDays: z.number().int(),
    count: z.number().int().describe("How many there are; `limit` may leave some out."),
    projections: z.array(
      z.strictObject({
        competitorId: z.string(),
        competitorName: z.string(),
        metric: z.enum(metrics),
        status: z.enum(crossoverStatuses),
        currentGap: z.number().nullable().describe("Own less competitor's."),
        daysToCrossover: z.number().int().nullable(),
        gapPerDay: z.number().nullable().describe("How the gap changes a day."),
        gapPerDayError: z.number().nullable().describe("The standard error of that."),
        significant: z
          .boolean()
          .describe("Whether the change is told from none: by chance alone it would be at most 1 time of 20."),
        permanentlyClosed: z.boolean(),
        n: z.strictObject({ own: z.number().int(), competitor: z.number().int() }).describe("Days with a value."),
      }),
    ),
  }),
);

export const listMarketProjections = query({
  id: "list-market-projections",
  method: "GET",
  path: "/api/v1/market/projections",
  access: apiKey("analytics:read"),
  on: "business",
  area: "market",
  summary: "Projected crossovers with competitors",
  description: "The soonest crossover first. Straight lines through stored days; docs/formulas.md states the rule.",
  query: z.strictObject({
    metric: z.enum(["all", ...metrics]).default("all"),
    lookbackDays: wholeNumber(30, 730).default(180),
    limit: wholeNumber(1, 100).default(50),
  }),
  reads: [...trackedTables, "businesses", "place_snapshots"],
  responds: { status: 200, body: view },
  handle: async ({ query: { metric, lookbackDays, limit } }, context) => {
    const [own, tracked] = await Promise.all([
      ownPlaceId(context),
      rowsOf<TrackedRow>(selectTracked(context).orderBy(["c.added_at", "c.competitor_id"])),
    ]);
    const series = await seriesOf(context, [own ?? "", ...tracked.map((row) => row.place_id)], lookbackDays);
    const today = Math.floor(context.now.getTime() / DAY_MS);
    const wanted = metric === "all" ? metrics : [metric];
    const all = tracked.flatMap((row) => {
      const { id: competitorId, name: competitorName, permanentlyClosed } = competitorOf(row);
      return wanted.map((one) => ({
        competitorId,
        competitorName,
        metric: one,
        ...crossover(series(own ?? "", one), series(row.place_id, one), today),
        permanentlyClosed,
      }));
    });
    const soonest = all.toSorted((a, b) => (a.daysToCrossover ?? NEVER) - (b.daysToCrossover ?? NEVER));
    const { id, name } = context.business;
    const projections = soonest.slice(0, limit);
    return answer({ business: { id, name }, metric, lookbackDays, count: all.length, projections }, context);
  },
});

const NEVER = Number.MAX_SAFE_INTEGER;

interface Day {
  readonly place_id: string;
  readonly day: string;
  readonly rating: number | null;
  readonly review_count: number | null;
}

/** The stored days of places within the look-back, oldest first, by place and metric. */
async function seriesOf({ read, now }: Context<"business">, placeIds: readonly string[], lookbackDays: number) {
  const since = utcDay(daysBefore(now, lookbackDays));
  const rows = await rowsOf<Day>(
    read("place_snapshots")
      .whereIn("place_id", [...new Set(placeIds)])
      .andWhere("day", ">", since)
      .orderBy("day")
      .select("place_id", "day", "rating", "review_count"),
  );
  const byPlace = new Map<string, Day[]>(placeIds.map((placeId) => [placeId, []]));
  for (const row of rows) byPlace.get(row.place_id)?.push(row);
  return (placeId: string, metric: Metric): DayValue[] =>
    (byPlace.get(placeId) ?? []).flatMap(({ day, [metric]: value }) =>
      value === null ? [] : [{ day: Date.parse(day) / DAY_MS, value }],
    );
}
