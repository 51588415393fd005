/** GET /api/businesses/me: the active business. */
import { z } from "zod";
import { query, session } from "../../infra/http/endpoint";
import { Failure } from "../../infra/http/failure";
import type { BusinessRow } from "../../projections/businesses";
import { businessView, viewOfRow } from "./business-view";

export const getMyBusiness = query({
  id: "get-my-business",
  method: "GET",
  path: "/api/businesses/me",
  access: session(),
  on: "business",
  area: "business",
  summary: "The active business",
  description: "Its profile, as it was told by its owner.",
  reads: ["businesses"],
  responds: { status: 200, body: z.strictObject({ business: businessView }) },
  handle: async (_input, { business, read }) => {
    const row = await read<BusinessRow>("businesses").where({ business_id: business.id }).first();
    if (row === undefined) throw new Failure(404, "no_active_business", "There is no active business.");
    return { business: viewOfRow(row) };
  },
});
