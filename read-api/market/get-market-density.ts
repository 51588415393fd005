/** GET /api/v1/market/density: the stored places around a point, and how densely they lie. */
import { z } from "zod";
import { rounded } from "../../domain/analytics/statistics";
import { segmentName } from "../../domain/places/segments";
import { decimal, wholeNumber } from "../../infra/http/query-numbers";
import { apiKey, query, type Context } from "../../infra/http/endpoint";
import { invalid } from "../../infra/http/failure";
import { businessStatusView, SEGMENTS_PRESENT_ONLY, segmentTables } from "./market-segment";
import { placesAround, type PlaceAround } from "../places/places-around";
import { ownCoordinates } from "../business/own-listing";
import { rowsOf } from "../rows";

const SQUARE_KILOMETER = 1_000_000;

const coordinates = { latitude: z.number(), longitude: z.number() };

const isOpen = ({ read }: Pick<Context, "read">) => read.raw("p.status IS DISTINCT FROM 'permanently_closed'");

export const getMarketDensity = query({
  id: "get-market-density",
  method: "GET",
  path: "/api/v1/market/density",
  access: apiKey("analytics:read"),
  on: "business",
  area: "market",
  summary: "How densely places lie around a point",
  description:
    "The nearest first; permanently closed places are marked, and counted in neither `open` nor the density.",
  query: z.strictObject({
    latitude: decimal(-90, 90).optional().describe("Unless given, where the own listing is."),
    longitude: decimal(-180, 180).optional().describe("Together with `latitude`."),
    radius: decimal(50, 50_000).default(2_000).describe("Meters."),
    category: z.string().trim().min(1).max(200).optional().describe("In either case. Unless given, all."),
    limit: wholeNumber(1, 100).default(50),
  }),
  reads: segmentTables,
  presentOnly: SEGMENTS_PRESENT_ONLY,
  responds: {
    status: 200,
    body: z.strictObject({
      center: z.strictObject(coordinates),
      radiusMeters: z.number(),
      category: z.string().nullable(),
      n: z.number().int().describe("Stored places within the radius."),
      open: z.number().int().describe("Those that are not known to be permanently closed."),
      openPerSquareKilometer: z.number(),
      places: z.array(
        z.strictObject({
          placeId: z.string(),
          name: z.string().nullable(),
          category: z.string().nullable(),
          ...coordinates,
          distanceMeters: z.number().int(),
          rating: z.number().nullable(),
          reviewCount: z.number().int().nullable(),
          businessStatus: businessStatusView,
        }),
      ),
    }),
  },
  handle: async ({ query: { latitude, longitude, radius, category, limit } }, context) => {
    if ((latitude === undefined) !== (longitude === undefined))
      throw invalid([
        { path: latitude === undefined ? "query.latitude" : "query.longitude", message: "is needed beside the other" },
      ]);
    const asked = latitude === undefined || longitude === undefined ? null : { latitude, longitude };
    const center = asked ?? (await ownCoordinates(context));
    if (center === null)
      throw invalid([
        { path: "query.latitude", message: "is needed, because it is not known where the own listing is" },
      ]);
    const around = placesAround(context.read, center, radius);
    if (category !== undefined) void around.where("p.category_name", segmentName(category));
    const [[counted], rows] = await Promise.all([
      rowsOf<{ n: number; open: number }>(
        around
          .clone()
          .clear("order")
          .select(context.read.raw("count(*)::int AS n, count(*) FILTER (WHERE ?)::int AS open", [isOpen(context)])),
      ),
      rowsOf<PlaceAround>(around.clone().select("p.*").limit(limit)),
    ]);
    const { n, open } = counted ?? { n: 0, open: 0 };
    const area = (Math.PI * radius ** 2) / SQUARE_KILOMETER;
    return {
      center,
      radiusMeters: radius,
      category: category ?? null,
      n,
      open,
      openPerSquareKilometer: rounded(open / area, 2),
      places: rows.map((row) => ({
        placeId: row.place_id,
        name: row.name,
        category: row.category,
        // A place within a radius has coordinates.
        latitude: row.latitude ?? center.latitude,
        longitude: row.longitude ?? center.longitude,
        distanceMeters: Math.round(row.distance_meters),
        rating: row.rating,
        reviewCount: row.review_count,
        businessStatus: row.status,
      })),
    };
  },
});
