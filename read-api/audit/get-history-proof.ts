/** GET /api/admin/businesses/:id/proof: whether a business's history is whole, or the first event that is not as it was. */
import { z } from "zod";
import { admin, query } from "../../infra/http/endpoint";
import { historyProof, provenHistory } from "./history-proof-view";
import { noSuchBusiness } from "./known-business";

export const getHistoryProof = query({
  id: "get-history-proof",
  method: "GET",
  path: "/api/admin/businesses/:id/proof",
  access: admin("audit"),
  on: "none",
  heavy: true,
  area: "audit",
  summary: "The proof of a business's history",
  description:
    "The log is read anew and held against what was recorded of each event when it came, and against every signed anchor. " +
    "The first event that was altered, removed, inserted or moved is named. How to check it without the service is in `docs/audit-proof.md`.",
  params: z.strictObject({ id: z.string() }),
  reads: ["history_chains", "history_events"],
  responds: { status: 200, body: historyProof },
  refusals: ["business_not_found"],
  handle: async ({ params: { id } }, context) => (await provenHistory(context, id)) ?? noSuchBusiness(),
});
