/** The detail sections of a competitor: stored facts of its place (interface specification, Competitor detail). */
import { z } from "zod";
import type { Context } from "../../infra/http/endpoint";
import type { PlaceSnapshotRow } from "../../projections/place-snapshots";
import { sectionsOf, type Content, type SectionName, type StoredSections } from "../places/stored-sections";

export const detailSections = ["snapshot", "reviews", "products", "hiring", "ads", "tech_stack"] as const;
export type DetailSection = (typeof detailSections)[number];

const instant = z.iso.datetime();

export const productView = z.strictObject({
  productName: z.string(),
  price: z.number().nullable(),
  currency: z.string().nullable(),
  category: z.string().nullable(),
});
export const jobView = z.strictObject({
  title: z.string(),
  company: z.string().nullable(),
  location: z.string().nullable(),
  postedAt: instant.nullable(),
});
export const technologyView = z.strictObject({
  toolName: z.string(),
  category: z.string().nullable(),
  confidence: z.number().min(0).max(1),
});

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
  products: z.array(productView),
  hiring: z.strictObject({
    summary: z.strictObject({ active: z.number().int(), lastJobCheck: instant.nullable() }),
    jobs: z.array(jobView),
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
  techStack: z.array(technologyView),
});
type Details = z.output<typeof detailViews>;

/** Which stored sections each detail section is made of. */
const madeOf: Readonly<Record<DetailSection, readonly SectionName[]>> = {
  snapshot: [],
  reviews: ["platformRatings"],
  products: ["products"],
  hiring: ["jobs"],
  ads: ["ads"],
  tech_stack: ["technologies"],
};

export async function loadDetails(
  context: Pick<Context, "read">,
  placeId: string,
  included: readonly DetailSection[],
): Promise<Partial<Details>> {
  const names = included.flatMap((section) => madeOf[section]);
  const stored = names.length === 0 ? {} : await sectionsOf(context, placeId, names);
  const details: Partial<Details> = {};
  for (const section of included) {
    if (section === "snapshot") details.latestSnapshot = await latestSnapshot(context, placeId);
    if (section === "reviews")
      details.reviewMeta = await reviewMeta(context, placeId, stored.platformRatings?.content ?? {});
    if (section === "products") details.products = stored.products?.content ?? [];
    if (section === "hiring") details.hiring = hiring(stored.jobs);
    if (section === "ads") details.ads = ads(stored.ads?.content ?? []);
    if (section === "tech_stack") details.techStack = stored.technologies?.content ?? [];
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
  platformRatings: Content<"platformRatings">,
): Promise<Details["reviewMeta"]> {
  const counted = await read("place_reviews")
    .where({ place_id: placeId })
    .select<{ answerable: number; answered: number; cached_at: string | null }[]>(
      // Of the others no source told whether the owner responded.
      read.raw(`count(response_seen_at)::int AS answerable, count(owner_response)::int AS answered,
        max(observed_at) AS cached_at`),
    );
  const { answerable, answered, cached_at: cachedAt } = counted[0] ?? { answerable: 0, answered: 0, cached_at: null };
  const platforms = Object.entries(platformRatings);
  return {
    cachedAt,
    ownerResponseRate: answerable === 0 ? null : answered / answerable,
    platformRatings: Object.fromEntries(
      platforms.map(([platform, { rating, reviewCount }]) => [platform, { rating, reviewCount }]),
    ),
  };
}

function hiring(seen: StoredSections["jobs"]): Details["hiring"] {
  const jobs = seen?.content ?? [];
  return { summary: { active: jobs.length, lastJobCheck: seen?.observed_at ?? null }, jobs };
}

const ads = (known: Content<"ads">): Details["ads"] => ({ summary: runningAds(known), ads: known });

/** How many ads run, and on which platforms. */
export function runningAds(known: Content<"ads">): Details["ads"]["summary"] {
  const active = known.filter((ad) => ad.status.toUpperCase() === "ACTIVE");
  return { active: active.length, platforms: [...new Set(active.flatMap((ad) => ad.platforms))].sort() };
}
