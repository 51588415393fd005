/** GET /api/v1/export: all that is stored for the account and its active business, as one file that can be gone on with. */
import { z } from "zod";
import { planRank, plans, planSchema } from "../../domain/plans";
import { firstDayKept } from "../../domain/places/review-texts";
import { Answer, apiKey, query } from "../../infra/http/endpoint";
import { Failure } from "../../infra/http/failure";
import { accountExportLines, exportMark } from "./account-export-lines";
import { exportedTables } from "./account-export-tables";
import { NDJSON } from "../audit/history-page";
import { rowsOf } from "../rows";

const WAIT_MS = 5_000;
const access = apiKey("export");
const allowedPlans = plans.filter((plan) => planRank[plan] >= planRank[planSchema.parse(access.plan)]);
const tables = exportedTables.map(({ table }) => table);

export const exportAccount = query({
  id: "export-account",
  method: "GET",
  path: "/api/v1/export",
  access,
  on: "business",
  heavy: true,
  alone: true,
  area: "account",
  summary: "All that is stored for the account",
  description:
    "NDJSON: a header; one line for each stored row of the account, its active business, the conversations and the places that " +
    "it watches, with its `kind`, its `key` and its `data`; marks between them; and an end with counts and a digest. " +
    "A file without the end as its last line is not whole: cut it behind its last mark, ask with that mark's `after`, and " +
    "append what is answered. A key has one export open at a time. Counts as ten requests within a minute. docs/export.md " +
    "tells what each line holds, how the digest is made, and what the file says of what changes while it is written.",
  presentOnly: "It streams what the tables hold; GET /api/businesses/me/history/state tells how everything was.",
  query: z.strictObject({
    after: z.string().min(1).max(4_000).optional().describe("`after` of the last mark that was received."),
  }),
  reads: tables,
  responds: { status: 200, alternatives: [NDJSON] },
  handle: async ({ query: { after } }, { account, business, principal, services, read, cursors }) => {
    const from = cursors.parse(exportMark, after, "after") ?? { position: await services.log.head() };
    if (!(await services.positions.reached(tables, from.position, WAIT_MS))) throw behind();
    const { clock, log, reviewTextDays } = services;
    const stillAllowed = async (): Promise<void> => {
      const allowed = read("api_keys as k")
        .join("businesses as b", "b.account_id", "k.account_id")
        .join("accounts as a", "a.account_id", "k.account_id")
        .where({ "k.key_id": principal.id, "k.status": "active", "b.business_id": business.id, "b.status": "active" })
        .whereIn("a.plan", allowedPlans)
        .andWhereRaw("(k.expires_at IS NULL OR k.expires_at > ?)", [clock.now().toISOString()])
        .select("k.key_id");
      if ((await rowsOf(allowed)).length === 0)
        throw new Error("The key, its plan or the business is gone; the export breaks off.");
    };
    const chunks = accountExportLines(
      {
        ...{ accountId: account.id, businessId: business.id, read, log, clock, stillAllowed },
        shown: () => ({ textsSince: firstDayKept(clock.now().toISOString(), reviewTextDays) }),
        sign: (mark) => cursors.sign(mark),
      },
      from,
    );
    const filename = `account-${encodeURIComponent(business.id)}.ndjson`;
    return new Answer(
      200,
      { contentType: NDJSON, chunks },
      { "content-disposition": `attachment; filename="${filename}"` },
    );
  },
});

const behind = () =>
  new Failure(
    503,
    "read_position_not_reached",
    "What was written last cannot be read yet; repeat the request.",
    {},
    { "retry-after": "1" },
  );
