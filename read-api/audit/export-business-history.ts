/** GET /api/admin/businesses/:id/export: the complete history of a business with the places it watched, as one file. */
import { z } from "zod";
import { admin, Answer, query } from "../../infra/http/endpoint";
import { exportLines } from "./export-lines";
import { NDJSON } from "./history-page";
import { provenHistory } from "./history-proof-view";
import { isKnown, noSuchBusiness } from "./known-business";

export const exportBusinessHistory = query({
  id: "export-business-history",
  method: "GET",
  path: "/api/admin/businesses/:id/export",
  access: admin("audit"),
  on: "none",
  heavy: true,
  area: "audit",
  summary: "The complete history of a business as a file",
  description:
    "NDJSON: a header; each event of the business in the order of the log (`kind: event`); each event of the places that it " +
    "watched (`kind: place-event`); and a manifest with counts, positions, the head of the chain, the SHA-256 of all bytes " +
    "before it, what the proof of the history found right before (`proof`, with the first fault where it is not whole) and an " +
    "Ed25519 signature. A file without the manifest as its last line is not whole. It is an auditor's copy: " +
    "personal fields are open in `data`, and sealed as the log holds them in `stored`, over which digests are taken. " +
    "`npm run audit -- verify --file` checks it without the service, `npm run audit -- import` reads it back.",
  params: z.strictObject({ id: z.string() }),
  reads: ["history_chains", "history_events"],
  responds: { status: 200, alternatives: [NDJSON] },
  refusals: ["business_not_found"],
  handle: async ({ params: { id } }, { services, read, now }) => {
    if (!(await isKnown(services.log, id))) return noSuchBusiness();
    const proof = await provenHistory({ services, read }, id);
    if (proof === undefined) return noSuchBusiness();
    const filename = `history-${encodeURIComponent(id)}.ndjson`;
    return new Answer(
      200,
      { contentType: NDJSON, chunks: exportLines(services, id, now.toISOString(), proof) },
      { "content-disposition": `attachment; filename="${filename}"` },
    );
  },
});
