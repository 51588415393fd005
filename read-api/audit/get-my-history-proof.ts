/** GET /api/businesses/me/history/proof: whether the own business's history is whole. */
import { query, session } from "../../infra/http/endpoint";
import { Failure } from "../../infra/http/failure";
import { historyProof, provenHistory } from "./history-proof-view";

export const getMyHistoryProof = query({
  id: "get-my-history-proof",
  method: "GET",
  path: "/api/businesses/me/history/proof",
  access: session(),
  on: "business",
  heavy: true,
  area: "audit",
  summary: "The proof of the active business's history",
  description: "The same verdict as administrators get. Counts as ten requests within a minute.",
  presentOnly: "The log is proven as it is now.",
  reads: ["history_chains", "history_events"],
  responds: { status: 200, body: historyProof },
  handle: async (_input, context) => {
    const proof = await provenHistory(context, context.business.id);
    if (proof === undefined) throw new Failure(404, "no_active_business", "There is no active business.");
    return proof;
  },
});
