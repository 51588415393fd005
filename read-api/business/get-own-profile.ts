/** GET /api/v1/me: the business's own profile, with the stored facts of its listing. */
import { z } from "zod";
import { apiKey, query } from "../../infra/http/endpoint";
import { Failure } from "../../infra/http/failure";
import type { BusinessRow } from "../../projections/businesses";
import type { PlaceRow } from "../../projections/places";

export const getOwnProfile = query({
  id: "get-own-profile",
  method: "GET",
  path: "/api/v1/me",
  access: apiKey("competitors:read"),
  on: "business",
  area: "business",
  summary: "The own business's profile",
  description:
    "Rating and review count are those of the linked listing; null where no place is linked or none was observed.",
  reads: ["businesses", "places"],
  responds: {
    status: 200,
    body: z.strictObject({
      id: z.string(),
      name: z.string(),
      category: z.string().nullable(),
      address: z.string().nullable(),
      city: z.string().nullable(),
      state: z.string().nullable(),
      country: z.string().nullable(),
      website: z.string().nullable(),
      phone: z.string().nullable(),
      placeId: z.string().nullable(),
      targetCustomer: z.string().nullable().describe("As its owner told it."),
      differentiator: z.string().nullable().describe("As its owner told it."),
      rating: z.number().nullable(),
      reviewCount: z.number().int().nullable(),
      permanentlyClosed: z.boolean(),
      lastCheckedAt: z.iso.datetime().nullable(),
    }),
  },
  handle: async (_input, { business, read }) => {
    const row = await read<BusinessRow>("businesses").where({ business_id: business.id }).first();
    if (row === undefined) throw new Failure(404, "no_active_business", "There is no active business.");
    const place = await read<PlaceRow>("places")
      .where({ place_id: row.place_id ?? "" })
      .first();
    return {
      id: row.business_id,
      name: row.name,
      category: row.category ?? place?.category ?? null,
      address: place?.address ?? null,
      city: row.city ?? place?.city ?? null,
      state: row.state ?? place?.state ?? null,
      country: row.country ?? place?.country ?? null,
      website: row.website ?? place?.website ?? null,
      phone: place?.phone ?? null,
      placeId: row.place_id,
      targetCustomer: row.target_customer,
      differentiator: row.differentiator,
      rating: place?.rating ?? null,
      reviewCount: place?.review_count ?? null,
      permanentlyClosed: place?.status === "permanently_closed",
      lastCheckedAt: place?.last_checked_at ?? null,
    };
  },
});
