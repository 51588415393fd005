/** A market segment: the stored places of a city, of a category or of all. Nothing in it is live. */
import { z } from "zod";
import { ANY_CATEGORY, segmentName } from "../../domain/places/segments";
import type { Context } from "../../infra/http/endpoint";
import { invalid } from "../../infra/http/failure";
import type { BusinessRow } from "../../projections/businesses";
import type { PlaceRow } from "../../projections/places";

const named = (what: string) => z.string().trim().min(1).max(200).optional().describe(what);

export const segmentQuery = z.strictObject({
  city: named("In either case. Unless given, the own business's."),
  category: named(`In either case; \`${ANY_CATEGORY}\` for all. Unless given, the own business's, or else all.`),
  country: named("In either case. Unless given, any."),
});
type SegmentQuery = z.output<typeof segmentQuery>;

export const segmentView = z.strictObject({
  city: z.string(),
  category: z.string().nullable().describe("Null for every category."),
  country: z.string().nullable().describe("Null for any."),
});
export type Segment = z.output<typeof segmentView>;

export const businessStatusView = z
  .enum(["operational", "temporarily_closed", "permanently_closed"])
  .nullable()
  .describe("Null where no observation told.");

export const segmentTables = ["businesses", "places"];
export const SEGMENTS_PRESENT_ONLY =
  "Segments are made of everybody's places, which are in the history of no single business.";

/** Throws the failure that names `path` where neither the caller nor the business says one. */
export async function segmentOf(
  context: Context<"business">,
  asked: SegmentQuery,
  path = "query.city",
): Promise<Segment> {
  const own = await ownArea(context);
  const city = asked.city ?? own.city;
  if (city === null) throw invalid([{ path, message: "is needed, because the business says no city of its own" }]);
  // In another city too: whoever looks there looks for their own kind.
  const category = asked.category ?? own.category;
  return { city, category: category?.toLowerCase() === ANY_CATEGORY ? null : category, country: asked.country ?? null };
}

/** A query of the rows of the segment's places. */
export function placesIn({ read }: Pick<Context, "read">, { city, category, country }: Segment) {
  return read<PlaceRow>("places")
    .where({ city_name: segmentName(city) })
    .modify((places) => {
      if (category !== null) void places.where({ category_name: segmentName(category) });
      if (country !== null) void places.where({ country_name: segmentName(country) });
    });
}

async function ownArea({ read, business }: Context<"business">): Promise<Record<"city" | "category", string | null>> {
  const row = await read<BusinessRow>("businesses").where({ business_id: business.id }).first();
  const place = await read<PlaceRow>("places")
    .where({ place_id: row?.place_id ?? "" })
    .first();
  return { city: row?.city ?? place?.city ?? null, category: row?.category ?? place?.category ?? null };
}
