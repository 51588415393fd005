/** GET /embed/:token: a chart that a business lets others show, to whoever has its address. */
import { z } from "zod";
import { plans, quotas } from "../../domain/plans";
import { daysBefore, utcDay } from "../../domain/utc-day";
import { open, query, type Context } from "../../infra/http/endpoint";
import type { EmbedRow } from "../../projections/embeds";
import type { PlaceSnapshotRow } from "../../projections/place-snapshots";
import type { Chart, ChartSeries } from "./embed-chart";
import { chartAnswer, formOf, HTML, nothingAnswer, SVG } from "./embed-page";
import { rowsOf } from "../rows";

export const showEmbed = query({
  id: "show-embed",
  method: "GET",
  path: "/embed/:token",
  access: open("public"),
  on: "none",
  area: "embed",
  summary: "A shared chart",
  description:
    "HTML, or SVG where the address ends in `.svg` or the client takes pictures alone. Drawn from stored facts; framed by the pages of the origins that its business named, and by no other. What was taken back, has expired, was never there, or is of an account whose plan has no embeds (any more) is the same 404.",
  params: z.strictObject({ token: z.string() }),
  reads: ["embeds", "businesses", "accounts", "competitors", "places", "place_snapshots"],
  responds: { status: 200, alternatives: [HTML, SVG], absent: HTML },
  handle: async ({ params, headers }, context) => {
    const [, token = "", ending] = /^(.*?)(\.svg|\.html)?$/s.exec(params.token) ?? [];
    const embedId = context.services.embedTokens.read(token);
    const shown = embedId === undefined ? undefined : await findShown(context, embedId);
    if (shown === undefined) return nothingAnswer();
    return chartAnswer(await chartOf(context, shown), formOf(ending, headers["accept"]), shown.origins);
  },
});

const plansWithEmbeds = plans.filter((plan) => quotas[plan].embedsPerBusiness > 0);

type Shown = EmbedRow & { readonly business_name: string; readonly own_place_id: string | null };
type Reading = Pick<Context, "read" | "now">;

/** Undefined where it was taken back or has expired, where its business is deleted, and where the plan of its account has none. */
async function findShown({ read, now }: Reading, embedId: string): Promise<Shown | undefined> {
  const found = read("embeds as e")
    .join("businesses as b", "b.business_id", "e.business_id")
    .join("accounts as a", "a.account_id", "b.account_id")
    .where({ "e.embed_id": embedId, "b.status": "active" })
    .whereIn("a.plan", plansWithEmbeds)
    .whereNull("e.revoked_at")
    .andWhereRaw("(e.expires_at IS NULL OR e.expires_at > ?)", [now.toISOString()])
    .select("e.*", "b.name as business_name", "b.place_id as own_place_id");
  const [row] = await rowsOf<Shown>(found);
  return row;
}

const figures = {
  rating: { figure: "Rating", digits: 1, column: "rating" },
  reviewCount: { figure: "Number of reviews", digits: 0, column: "review_count" },
} as const;

async function chartOf(context: Reading, shown: Shown): Promise<Chart> {
  const { column, ...figure } = figures[shown.metric];
  const from = utcDay(daysBefore(context.now, shown.days - 1));
  const to = utcDay(context.now.toISOString());
  const drawn = await drawnPlaces(context, shown);
  const snapshots = await context
    .read<PlaceSnapshotRow>("place_snapshots")
    .whereIn(
      "place_id",
      drawn.flatMap(({ placeId }) => placeId ?? []),
    )
    .andWhereBetween("day", [from, to])
    .orderBy("day");
  const series = drawn.map(({ name, placeId }): ChartSeries => ({
    name,
    points: snapshots.flatMap((row) => {
      const value = row.place_id === placeId ? row[column] : null;
      return value === null ? [] : [{ day: row.day, value }];
    }),
  }));
  return {
    ...figure,
    title: shown.title ?? `${figure.figure} of ${shown.business_name}`,
    from,
    to,
    series,
  };
}

interface Drawn {
  readonly name: string;
  readonly placeId: string | null;
}

/** The own listing, and of the chosen competitors those that are tracked still, in the order in which they were chosen. */
async function drawnPlaces({ read }: Reading, shown: Shown): Promise<readonly Drawn[]> {
  const { competitor_ids: ids } = shown;
  const tracked = await rowsOf<{ competitor_id: string; place_id: string; name: string }>(
    read("competitors as c")
      .leftJoin("places as p", "p.place_id", "c.place_id")
      .where({ "c.business_id": shown.business_id, "c.active": true })
      .whereIn("c.competitor_id", [...ids])
      .select("c.competitor_id", "c.place_id", read.raw("coalesce(p.name, c.claimed_name) AS name")),
  );
  const chosen = ids.flatMap((id) => tracked.filter((one) => one.competitor_id === id));
  return [
    ...(shown.own ? [{ name: shown.business_name, placeId: shown.own_place_id }] : []),
    ...chosen.map(({ name, place_id: placeId }) => ({ name, placeId })),
  ];
}
