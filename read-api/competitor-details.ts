/** The detail sections of a competitor: stored facts of its place (interface specification, Competitor detail). */
import { z } from "zod";
import type { Observation } from "../domain/places/observation";
import type { Context } from "../infra/http/endpoint";
import type { PlaceSectionRow } from "../projections/place-sections";
import type { PlaceSnapshotRow } from "../projections/place-snapshots";

export const detailSections = ["snapshot", "reviews", "products", "hiring", "ads", "tech_stack"] as const;
export type DetailSection = (typeof detailSections)[number];

const instant = z.iso.datetime();

/** Each section under the member that carries it. */
export const detailViews = z.strictObject({
  latestSnapshot: z
    .strictObject({
      checkedAt: instant,
      rating: z.number().nullable(),
      reviewCount: z.number().int().nullable(),
      localPackRank: z.number().int().nullable(),
      isRunningAds: z.boolean().nullable(),
    })
    .nullable(),
  reviewMeta: z.strictObject({
    cachedAt: instant.nullable().describe("When reviews were stored last."),
    ownerResponseRate: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe("Share of stored reviews with an answer of the owner."),
    platformRatings: z.record(
      z.string(),
      z.strictObject({ rating: z.number().nullable(), reviewCount: z.number().int().nullable() }),
    ),
  }),
  products: z.array(
    z.strictObject({
      productName: z.string(),
      price: z.number().nullable(),
      currency: z.string().nullable(),
      category: z.string().nullable(),
    }),
  ),
  hiring: z.strictObject({
    summary: z.strictObject({ active: z.number().int(), lastJobCheck: instant.nullable() }),
    jobs: z.array(
      z.strictObject({
        title: z.string(),
        company: z.string().nullable(),
        location: z.string().nullable(),
        postedAt: instant.nullable(),
      }),
    ),
  }),
  ads: z.strictObject({
    summary: z.strictObject({ active: z.number().int(), platforms: z.array(z.string()) }),
    ads: z.array(
      z.strictObject({
        adId: z.string(),
        pageName: z.string().nullable(),
        creativeUrl: z.string().nullable(),
        body: z.string().nullable(),
        status: z.string(),
        platforms: z.array(z.string()),
        detectedAt: instant,
        lastSeenAt: instant,
      }),
    ),
  }),
  techStack: z.array(
    z.strictObject({ toolName: z.string(), category: z.string().nullable(), confidence: z.number().min(0).max(1) }),
  ),
});
type Details = z.output<typeof detailViews>;

/** What was stored last of a section, and when; undefined where it was never seen. */
type Stored = <Name extends keyof Observation>(
  section: Name,
) => { readonly content: NonNullable<Observation[Name]>; readonly observedAt: string } | undefined;

export async function loadDetails(
  context: Pick<Context, "read">,
  placeId: string,
  included: readonly DetailSection[],
): Promise<Partial<Details>> {
  if (included.length === 0) return {};
  const rows = await context.read<PlaceSectionRow>("place_sections").where({ place_id: placeId });
  const stored: Stored = (section) => {
    const row = rows.find((one) => one.section === section);
    return row && { content: row.content as NonNullable<Observation[typeof section]>, observedAt: row.observed_at };
  };
  const details: Partial<Details> = {};
  for (const section of included) {
    if (section === "snapshot") details.latestSnapshot = await latestSnapshot(context, placeId);
    if (section === "reviews") details.reviewMeta = await reviewMeta(context, placeId, stored);
    if (section === "products") details.products = stored("products")?.content ?? [];
    if (section === "hiring") details.hiring = hiring(stored);
    if (section === "ads") details.ads = ads(stored);
    if (section === "tech_stack") details.techStack = stored("technologies")?.content ?? [];
  }
  return details;
}

async function latestSnapshot({ read }: Pick<Context, "read">, placeId: string): Promise<Details["latestSnapshot"]> {
  const row = await read<PlaceSnapshotRow>("place_snapshots")
    .where({ place_id: placeId })
    .orderBy("day", "desc")
    .first();
  if (row === undefined) return null;
  return {
    checkedAt: row.observed_at,
    rating: row.rating,
    reviewCount: row.review_count,
    localPackRank: row.local_pack_rank,
    isRunningAds: row.is_running_ads,
  };
}

async function reviewMeta(
  { read }: Pick<Context, "read">,
  placeId: string,
  stored: Stored,
): Promise<Details["reviewMeta"]> {
  const counted = await read("place_reviews")
    .where({ place_id: placeId })
    .select<{ reviews: number; answered: number; cached_at: string | null }[]>(
      read.raw("count(*)::int AS reviews, count(owner_response)::int AS answered, max(observed_at) AS cached_at"),
    );
  const { reviews, answered, cached_at: cachedAt } = counted[0] ?? { reviews: 0, answered: 0, cached_at: null };
  const platforms = Object.entries(stored("platformRatings")?.content ?? {});
  return {
    cachedAt,
    ownerResponseRate: reviews === 0 ? null : answered / reviews,
    platformRatings: Object.fromEntries(
      platforms.map(([platform, { rating, reviewCount }]) => [platform, { rating, reviewCount }]),
    ),
  };
}

function hiring(stored: Stored): Details["hiring"] {
  const seen = stored("jobs");
  const jobs = seen?.content ?? [];
  return { summary: { active: jobs.length, lastJobCheck: seen?.observedAt ?? null }, jobs };
}

function ads(stored: Stored): Details["ads"] {
  const known = stored("ads")?.content ?? [];
  const active = known.filter((ad) => ad.status.toUpperCase() === "ACTIVE");
  const platforms = [...new Set(active.flatMap((ad) => ad.platforms))].sort();
  return { summary: { active: active.length, platforms }, ads: known };
}
