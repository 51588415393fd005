/** GET /api/competitors/suggestions: the stored places around the own listing that are not tracked yet. */
import { z } from "zod";
import { decimal, wholeNumber } from "../../infra/http/query-numbers";
import { query, session, type Context } from "../../infra/http/endpoint";
import type { Coordinates } from "../../domain/geometry";
import { ANY_CATEGORY, segmentName } from "../../domain/places/segments";
import { placesAround, type PlaceAround } from "../places/places-around";
import { rowsOf } from "../rows";

const suggestion = z.strictObject({
  placeId: z.string(),
  name: z.string().nullable(),
  address: z.string().nullable(),
  category: z.string().nullable(),
  rating: z.number().nullable(),
  reviewCount: z.number().int().nullable(),
  distanceMeters: z.number().int(),
});

export const listCompetitorSuggestions = query({
  id: "list-competitor-suggestions",
  method: "GET",
  path: "/api/competitors/suggestions",
  access: session(),
  on: "business",
  area: "competitor",
  summary: "Places nearby that could be tracked",
  description:
    "Stored places around the own listing, the nearest first: neither the own place, nor those tracked already, nor those permanently closed. Empty where the own place or its coordinates are not known. Nothing is looked up.",
  query: z.strictObject({
    radius: decimal(50, 50_000).default(2_000).describe("Meters around the own listing."),
    category: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe(
        `In either case; \`${ANY_CATEGORY}\` for all. Unless given, that of the own place, or else that of the business, or else all.`,
      ),
    limit: wholeNumber(1, 100).default(20),
  }),
  reads: ["businesses", "competitors", "places"],
  presentOnly: "Suggestions come from the places around, which are in the history of no single business.",
  responds: {
    status: 200,
    body: z.strictObject({
      suggestions: z.array(suggestion),
      center: z
        .strictObject({ latitude: z.number(), longitude: z.number() })
        .nullable()
        .describe("Where the own listing is."),
      category: z.string().nullable().describe("What was looked for; null for all categories."),
    }),
  },
  handle: async ({ query: { radius, category: asked, limit } }, context) => {
    const own = await ownSurroundings(context);
    const category = asked?.toLowerCase() === ANY_CATEGORY ? null : (asked ?? own?.category ?? null);
    const center = centerOf(own);
    if (own === undefined || center === null) return { suggestions: [], center: null, category };
    const untracked = placesAround(context.read, center, radius)
      .whereNot("p.place_id", own.place_id)
      .whereRaw("p.status IS DISTINCT FROM 'permanently_closed'")
      .whereNotIn("p.place_id", trackedPlaceIds(context))
      .limit(limit);
    if (category !== null) void untracked.where("p.category_name", segmentName(category));
    const rows = await rowsOf<PlaceAround>(untracked);
    return { suggestions: rows.map(suggestionOf), center, category };
  },
});

const trackedPlaceIds = ({ read, business }: Context<"business">) =>
  read("competitors").where({ business_id: business.id, active: true }).select("place_id");

interface OwnSurroundings {
  readonly place_id: string | null;
  readonly category: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

async function ownSurroundings({ read, business }: Context<"business">): Promise<OwnSurroundings | undefined> {
  const own = read("businesses as b")
    .leftJoin("places as p", "p.place_id", "b.place_id")
    .where({ "b.business_id": business.id })
    .select("b.place_id", "p.latitude", "p.longitude", read.raw("coalesce(p.category, b.category) AS category"));
  const [row] = await rowsOf<OwnSurroundings>(own);
  return row;
}

function centerOf(own: OwnSurroundings | undefined): Coordinates | null {
  if (own === undefined || own.latitude === null || own.longitude === null) return null;
  return { latitude: own.latitude, longitude: own.longitude };
}

function suggestionOf(row: PlaceAround): z.output<typeof suggestion> {
  const { place_id: placeId, name, address, category, rating, review_count: reviewCount, distance_meters } = row;
  return { placeId, name, address, category, rating, reviewCount, distanceMeters: Math.round(distance_meters) };
}
