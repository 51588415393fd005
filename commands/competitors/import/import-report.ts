/** What became of an import, row by row, and in how many appends it is written. */
import { z } from "zod";
import type { CompetitorEvent, ImportedRow } from "../../../domain/competitors";
import { isRefusal } from "../../../domain/fold/refusal";
import { rowError, rowErrorCode, type RowError } from "./import-row";
import type { PlacedRow } from "./place-import-rows";

export const reportSchema = z.strictObject({
  imported: z.number().int(),
  skipped: z.number().int().describe("Rows whose place is tracked already, or stands in an earlier row."),
  errors: z.array(rowError).describe("Every row that was not taken, in the order of the rows."),
  competitors: z
    .array(
      z.strictObject({
        line: z.number().int(),
        id: z.string().nullable().describe("Null in a dry run."),
        placeId: z.string(),
        name: z.string(),
      }),
    )
    .describe("Those that were imported."),
});
type Report = z.output<typeof reportSchema>;

/** Adds up the parts of an import; `errors` are those of rows that could not be decided. */
export function importReport(errors: readonly RowError[]) {
  const all = [...errors];
  const competitors: Report["competitors"] = [];
  let skipped = 0;
  return {
    add(rows: readonly PlacedRow[], became: readonly ImportedRow<CompetitorEvent>[], dryRun: boolean): void {
      rows.forEach(({ line, value, placeId, claim: { name } }, at) => {
        const one = became[at];
        if (one === undefined || one === "skipped") skipped += 1;
        else if (isRefusal(one)) all.push({ line, code: rowErrorCode.parse(one.refused), message: one.message, value });
        else competitors.push({ line, id: dryRun ? null : one.data.competitorId, placeId, name });
      });
    },
    refuse: (errors: readonly RowError[]): void => void all.push(...errors),
    whole: (): Report => ({
      imported: competitors.length,
      skipped,
      errors: all.sort((one, other) => one.line - other.line),
      competitors,
    }),
  };
}

/** EventStoreDB takes an append of 1 MiB at most; sealed, what rows say becomes less than three times as long. */
const PART_BYTES_MAX = 300_000;

/**
 * The rows in order, cut where they say so much that one append could not hold them all. The rows alone decide: what was written
 * of an import that broke off is found again by the parts in which it was written. A hundred rows of three thousand bytes each
 * are one part still.
 */
export function importParts(rows: readonly PlacedRow[]): readonly (readonly PlacedRow[])[] {
  const parts: PlacedRow[][] = [[]];
  const named = new Set<string>();
  let bytes = 0;
  for (const row of rows) {
    const more = named.has(row.placeId) ? 0 : Buffer.byteLength(JSON.stringify(row.claim));
    if (bytes + more > PART_BYTES_MAX) {
      parts.push([]);
      bytes = 0;
    }
    bytes += more;
    named.add(row.placeId);
    parts.at(-1)?.push(row);
  }
  return parts;
}

/** The same for the same rows; other rows are another step, so that none is taken for one of a step that knew nothing of it. */
export const partStep = (at: number, rows: readonly PlacedRow[]): string =>
  JSON.stringify([at, ...rows.map(({ placeId }) => placeId)]);
