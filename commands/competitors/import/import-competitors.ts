/** POST /api/competitors/import: tracks many places at once, from a CSV file or a list of maps URLs. */
import { z } from "zod";
import { activeOf, competitors, importAll, importedRows, type Import } from "../../../domain/competitors";
import { isRefusal } from "../../../domain/fold/refusal";
import { planSchema, quotas } from "../../../domain/plans";
import { command, session } from "../../../infra/http/endpoint";
import { invalid } from "../../../infra/http/failure";
import { countImported } from "./competitor-additions";
import { readCsv } from "./import-csv";
import { importParts, importReport, partStep, reportSchema } from "./import-report";
import { readMapsUrls } from "./import-maps-urls";
import { ROWS_MAX } from "./import-row";
import { MAPS_URL_CHARS_MAX } from "./maps-url";
import { placeImportRows, type PlacedRow } from "./place-import-rows";
import { storedPlacesTables } from "./stored-places";
import { loadTrackingBusiness } from "../tracking-business";

const BODY_BYTES_MAX = 5 * 1024 * 1024;
const text = z.string().min(1).max(BODY_BYTES_MAX);

export const importCompetitors = command({
  id: "import-competitors",
  method: "POST",
  path: "/api/competitors/import",
  access: session(),
  on: "business",
  area: "competitor",
  summary: "Import competitors",
  description: `At most 5,000 rows, each taken whole or not at all; what is tracked already is skipped. CSV has a header where its first row names a column \`name\`, \`place_id\` or \`maps_url\`; without one the columns are name, place_id, address, rating, review_count, website_url. A file whose first row cannot be read, or heads other columns, is refused. Fields are separated by commas, semicolons or tabs. A row without a place id needs a maps URL, an address or, where the business names one, its city. A maps URL that is a search counts where one place stands out. What is not stored is looked up while the account has \`placeSearchesPerDay\` left, for some seconds in all; the rows that are left then can be imported again. Each place that is added counts as one of the additions that the plan allows the account in a UTC day. A dry run counts none, looks nothing up and says which rows would need it.`,
  body: z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("csv"), data: text }),
    z.strictObject({
      type: z.literal("maps_urls"),
      data: z
        .union([text, z.array(z.string().max(MAPS_URL_CHARS_MAX)).min(1).max(ROWS_MAX)])
        .describe("One URL a line, or a list of them."),
    }),
  ]),
  bodyBytesMax: BODY_BYTES_MAX,
  responds: { status: 200, body: reportSchema },
  reads: storedPlacesTables,
  uses: ["competitorsPerBusiness", "competitorAdditionsPerDay", "placeSearchesPerDay"],
  refusals: ["business_not_found"],
  rehearses: true,
  example: { type: "csv", data: "name;place_id;rating\nFjord Coffee;place-4711;4,4\n" },
  handle: async ({ body }, context) => {
    const { account, business, services } = context;
    const tracking = await loadTrackingBusiness(context);
    if (isRefusal(tracking)) return tracking;
    const { profile, ownPlaceId, roster } = tracking;
    const read = body.type === "csv" ? readCsv(body.data, profile.city) : readMapsUrls(body.data);
    if ("unreadable" in read) throw invalid([{ path: "data", message: read.unreadable }]);
    const quota = quotas[planSchema.parse(account.plan)].competitorsPerBusiness;
    const room = { roster, quota, ownPlaceId };
    const { placed, errors } = await placeImportRows(read.rows, context, room);
    const report = importReport([...read.errors, ...errors]);
    const importOf = (rows: readonly PlacedRow[]): Import => ({
      businessId: business.id,
      accountId: account.id,
      ownPlaceId,
      quota,
      rows: rows.map(({ placeId, claim }) => ({ competitorId: services.ids.next(), placeId, claim })),
    });
    let current = roster;
    // A dry run appends nothing, so that all rows must be decided together.
    for (const [part, rows] of (context.dryRun ? [placed] : importParts(placed)).entries()) {
      const added = context.dryRun ? [] : importAll(importOf(rows))(current).map(({ data }) => data.placeId);
      const known = (placeId: string): boolean => activeOf(current).has(placeId) || placeId === ownPlaceId;
      const counted = await countImported(rows, { added, known }, context);
      const all = importOf(counted.rows);
      const step = partStep(part, counted.rows);
      const executed = await context.execute(competitors, business.id, importAll(all), { step });
      if (isRefusal(executed)) return executed;
      current = executed.state;
      report.add(counted.rows, importedRows(all, current, executed.events), context.dryRun);
      report.refuse(counted.errors);
    }
    return report.whole();
  },
});
