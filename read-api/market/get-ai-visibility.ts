/** GET /api/v1/ai-visibility: how often AI engines named the business, by the answers that are stored. */
import { z } from "zod";
import {
  AI_VISIBILITY_RULE,
  appearance,
  clampedDays,
  topQueries,
  type NewestAnswer,
} from "../../domain/analytics/ai-visibility";
import { rounded } from "../../domain/analytics/statistics";
import { segmentName } from "../../domain/places/segments";
import { planSchema, quotas } from "../../domain/plans";
import { daysBefore, utcDay } from "../../domain/utc-day";
import { apiKey, query, type Context } from "../../infra/http/endpoint";
import { wholeNumber } from "../../infra/http/query-numbers";
import type { AiAnswerRow } from "../../projections/ai-answers";
import type { BusinessRow } from "../../projections/businesses";
import type { PlaceRow } from "../../projections/places";
import { aiVisibilityView } from "./ai-visibility-view";
import { rowsOf } from "../rows";

export const getAiVisibility = query({
  id: "get-ai-visibility",
  method: "GET",
  path: "/api/v1/ai-visibility",
  access: apiKey("ai-visibility:read", "competitors:read"),
  on: "business",
  area: "ai-visibility",
  summary: "How AI engines name the business",
  description:
    "Of stored answers alone: a read asks no engine. Rates have their n and a Wilson interval; docs/ai-visibility.md says how.",
  query: z.strictObject({
    days: wholeNumber()
      .default(AI_VISIBILITY_RULE.days.default)
      .describe(
        `How many days back from now; clamped to ${AI_VISIBILITY_RULE.days.min} to ${AI_VISIBILITY_RULE.days.max}.`,
      ),
    location: z.string().trim().min(1).max(200).optional().describe("A city, in either case. Unless given, all."),
  }),
  reads: ["ai_answers", "businesses", "places"],
  responds: { status: 200, body: aiVisibilityView },
  handle: async ({ query: { days: asked, location = null } }, context) => {
    const { business, account } = context;
    const days = clampedDays(asked);
    const [own, locations, checks, engines, newest, recent, last] = await Promise.all([
      ownOf(context),
      locationsOf(context),
      checksToday(context),
      enginesOf(context, { days, location }),
      newestAnswers(context, { days, location }),
      rowsOf<AiAnswerRow>(answers(context, { days, location }).limit(AI_VISIBILITY_RULE.recentMax)),
      lastChecked(context, location),
    ]);
    const limit = quotas[planSchema.parse(account.plan)].aiVisibilityChecksPerDay;
    const sum = (of: (row: EngineRow) => number) => engines.reduce((total, row) => total + of(row), 0);
    return {
      ...{ connected: own.connected, businessId: business.id, businessName: business.name, days },
      ...{ availableLocations: locations, selectedLocation: location },
      ...{ dailyChecksRemaining: Math.max(0, limit - checks), dailyChecksLimit: limit },
      localMetricsAvailable: own.isLocal,
      overall: appearance(
        sum((row) => row.mentioned),
        sum((row) => row.total),
      ),
      engines: Object.fromEntries(
        engines.map(({ engine, mentioned, total, positions, average_position }) => [
          engine,
          { ...appearance(mentioned, total), averagePosition: rounded(average_position), positions },
        ]),
      ),
      topQueries: topQueries(newest).slice(0, AI_VISIBILITY_RULE.topQueriesMax),
      lastChecked: last,
      recent: recent.map(viewOfAnswer),
    };
  },
});

interface Within {
  readonly days: number;
  readonly location: string | null;
}
interface EngineRow {
  readonly engine: string;
  readonly mentioned: number;
  readonly total: number;
  /** Mentions that have a position, and their mean. */
  readonly positions: number;
  readonly average_position: number | null;
}

const ofBusiness = ({ read, business, now }: Context<"business">, location: string | null) =>
  read("ai_answers")
    .where({ business_id: business.id })
    .andWhere("checked_at", "<=", now.toISOString())
    .modify((builder) => {
      if (location !== null) void builder.andWhere({ city_name: segmentName(location) });
    });

/** The newest first, so many at most. */
const answers = (context: Context<"business">, { days, location }: Within) =>
  ofBusiness(context, location)
    .andWhere("checked_at", ">", daysBefore(context.now, days))
    .orderBy([
      { column: "checked_at", order: "desc" },
      { column: "answer_id", order: "desc" },
    ])
    .limit(AI_VISIBILITY_RULE.answersMax);

const enginesOf = (context: Context<"business">, within: Within) =>
  rowsOf<EngineRow>(
    context.read
      .from(answers(context, within).as("a"))
      .groupBy("engine")
      .orderBy("engine")
      .select(
        "engine",
        context.read.raw(
          `count(*)::int AS total, count(*) FILTER (WHERE mentioned)::int AS mentioned,
           count(rank)::int AS positions, avg(rank)::float8 AS average_position`,
        ),
      ),
  );

/** Of each engine and question. */
const newestAnswers = (context: Context<"business">, within: Within) =>
  rowsOf<NewestAnswer>(
    context.read
      .from(answers(context, within).as("a"))
      .distinctOn("query", "engine")
      .orderByRaw("query, engine, checked_at DESC, answer_id DESC")
      .select(
        "query",
        "engine",
        "mentioned",
        context.read.raw(
          `rank AS "position", mention_text AS "mentionText", competitors_mentioned AS "competitorsMentioned", checked_at AS "checkedAt",
           count(*) OVER (PARTITION BY query, engine)::int AS n`,
        ),
      ),
  );

async function lastChecked(context: Context<"business">, location: string | null): Promise<string | null> {
  const newest = ofBusiness(context, location).orderBy("checked_at", "desc").limit(1).select("checked_at");
  const [row] = await rowsOf<Pick<AiAnswerRow, "checked_at">>(newest);
  return row?.checked_at ?? null;
}

/** The checks of the UTC day. */
async function checksToday(context: Context<"business">): Promise<number> {
  const [row] = await rowsOf<{ n: number }>(
    ofBusiness(context, null)
      .andWhere("checked_at", ">=", `${utcDay(context.now.toISOString())}T00:00:00.000Z`)
      .select(context.read.raw("count(DISTINCT check_id)::int AS n")),
  );
  return row?.n ?? 0;
}

/** Every place that answers were asked for, whenever. */
async function locationsOf(context: Context<"business">) {
  const rows = await rowsOf<{ city: string; state: string | null }>(
    ofBusiness(context, null)
      .whereNotNull("city_name")
      .distinctOn("city_name", "state")
      .orderBy(["city_name", "state"])
      .select("city", "state")
      .limit(AI_VISIBILITY_RULE.locationsMax),
  );
  return rows.map(({ city, state }) => ({ city, state, label: state === null ? city : `${city}, ${state}` }));
}

/** A business is local where it, or its listing, says where it is. */
async function ownOf({ read, business }: Context<"business">) {
  const row = await read<BusinessRow>("businesses").where({ business_id: business.id }).first("place_id", "city");
  const place = await read<PlaceRow>("places")
    .where({ place_id: row?.place_id ?? "" })
    .first("city", "latitude");
  const connected = (row?.place_id ?? null) !== null;
  return { connected, isLocal: [row?.city, place?.city, place?.latitude].some((known) => (known ?? null) !== null) };
}

const viewOfAnswer = (row: AiAnswerRow) => ({
  id: row.answer_id,
  checkId: row.check_id,
  engine: row.engine,
  query: row.query,
  location: row.city === null ? null : { city: row.city, state: row.state },
  mentioned: row.mentioned,
  position: row.rank,
  mentionText: row.mention_text,
  competitorsMentioned: row.competitors_mentioned,
  checkedAt: row.checked_at,
});
