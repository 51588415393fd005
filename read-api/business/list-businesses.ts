/** GET /api/businesses: the account's businesses, deleted ones included while they can be restored. */
import { z } from "zod";
import { query, session } from "../../infra/http/endpoint";
import type { BusinessRow } from "../../projections/businesses";
import { businessView, viewOfRow } from "./business-view";

export const listBusinesses = query({
  id: "list-businesses",
  method: "GET",
  path: "/api/businesses",
  access: session(),
  on: "account",
  area: "business",
  summary: "The account's businesses",
  description: "Those that are deleted and can still be restored are among them.",
  reads: ["businesses", "accounts"],
  responds: {
    status: 200,
    body: z.strictObject({
      businesses: z.array(businessView),
      count: z.number().int(),
      activeBusinessId: z.string().nullable(),
    }),
  },
  handle: async (_input, { account, read }) => {
    const rows = await read<BusinessRow>("businesses").where({ account_id: account.id }).orderBy("created_at");
    return {
      businesses: rows.map(viewOfRow),
      count: rows.length,
      activeBusinessId: account.activeBusiness?.id ?? null,
    };
  },
});
