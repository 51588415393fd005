/** Gathers the stored facts that drafts are written from; of reviews only how many there are and what they give. */
import type { BusinessProfile } from "../../domain/businesses";
import { RECENT_DAYS, type ContentFacts } from "../../domain/content/facts";
import { daysBefore } from "../../domain/utc-day";
import type { Context } from "../../infra/http/endpoint";
import type { PlaceRow } from "../../projections/places";

/** The tables that are looked into. */
export const contentFactTables = ["places", "place_reviews", "place_snapshots"];

interface Known {
  readonly profile: BusinessProfile;
  readonly placeId: string | null;
}

/** What its owner says of the business goes before what its listing says. */
export async function contentFactsOf(
  { read, now }: Pick<Context, "read" | "now">,
  { profile, placeId }: Known,
): Promise<{ readonly facts: ContentFacts; readonly hasListing: boolean }> {
  const since = daysBefore(now, RECENT_DAYS);
  const place_id = placeId ?? "";
  const [place, reviews, snapshots] = await Promise.all([
    read<PlaceRow>("places").where({ place_id }).first(),
    read("place_reviews")
      .where({ place_id })
      .andWhere("published_at", ">", since)
      .andWhere("published_at", "<=", now)
      .first<{ n: number; mean: number | null }>(
        read.raw("count(*)::int AS n"),
        read.raw("avg(rating)::float8 AS mean"),
      ),
    read("place_snapshots").where({ place_id }).first<{ n: number }>(read.raw("count(*)::int AS n")),
  ]);
  const facts: ContentFacts = {
    businessName: profile.name,
    category: filled(profile.category) ?? filled(place?.category),
    city: filled(profile.city) ?? filled(place?.city),
    country: filled(profile.country) ?? filled(place?.country),
    address: filled(place?.address),
    phone: filled(place?.phone),
    website: filled(profile.website) ?? filled(place?.website),
    hasHours: (place?.hours ?? null) !== null,
    rating: place?.rating ?? null,
    reviewCount: place?.review_count ?? null,
    recentReviews: { n: reviews.n, averageRating: reviews.mean },
    snapshots: snapshots.n,
    targetCustomer: filled(profile.targetCustomer),
    differentiator: filled(profile.differentiator),
  };
  return { facts, hasListing: place !== undefined };
}

/** Text that was seen empty is as missing as text that was never named. */
const filled = (text: string | null | undefined): string | null =>
  text === undefined || text === null || text.trim() === "" ? null : text;
