/** The export of an account line by line: a header, every row with its kind and key, marks to go on behind, and an end that counts and binds them all. */
import { createHash } from "node:crypto";
import type { Knex } from "knex";
import { z } from "zod";
import { accounts } from "../../domain/accounts";
import { apiKeys } from "../../domain/api-keys";
import { businesses } from "../../domain/businesses";
import { chainedStreams } from "../../domain/business-streams";
import { streamName } from "../../domain/fold/aggregate";
import { places } from "../../domain/places/place";
import { webhooks } from "../../domain/webhooks";
import type { EventLog } from "../../infra/event-log/event-log";
import { placesOf, rowPlace, rowsOfTable, type Whose } from "./account-export-rows";
import { exportedTables, type ExportedTable, type Row, type ShownFrom } from "./account-export-tables";
import { rowsOf } from "../rows";

const ACCOUNT_EXPORT_FORMAT = "account-export/1";

/** A mark follows at the latest after so many lines, or so many characters. */
const MARK_LINES = 100;
const MARK_CHARS = 262_144;

/** A mark of another list of tables would lead past some of them. */
const FORM = createHash("sha256")
  .update(exportedTables.map(({ table, order }) => [table, ...order].join()).join(" "))
  .digest("hex")
  .slice(0, 16);

/** Where a download can go on: what was written so far, and the row behind which it does. */
export const exportMark = z.strictObject({
  form: z.literal(FORM),
  /** The position of the log that the tables had reached when the export began. */
  position: z.number().int(),
  lines: z.number().int(),
  digest: z.string(),
  counts: z.record(z.string(), z.number().int()),
  table: z.string(),
  place: rowPlace,
});
export type ExportMark = z.output<typeof exportMark>;

export interface AccountExport extends Whose {
  readonly read: Knex;
  readonly log: Pick<EventLog, "readStream">;
  readonly clock: { now(): Date };
  readonly shown: () => ShownFrom;
  /** Makes a mark opaque. */
  readonly sign: (mark: ExportMark) => string;
  /** Rejects where whoever asked may not have the rest. */
  readonly stillAllowed: () => Promise<void>;
}

/** Throws where the caller may have no more: a file without its end line is recognizably not whole. */
export async function* accountExportLines(
  parts: AccountExport,
  from: ExportMark | { readonly position: number },
): AsyncGenerator<string> {
  const { accountId, businessId, clock } = parts;
  const { position } = from;
  const file = new Written("lines" in from ? from : undefined);
  if (!("lines" in from)) {
    const kinds = exportedTables.map(({ table }) => table);
    const whose = { accountId, businessId, position, exportedAt: clock.now().toISOString() };
    yield file.line({ kind: "header", format: ACCOUNT_EXPORT_FORMAT, ...whose, kinds });
  }
  const begun = "table" in from ? exportedTables.findIndex(({ table }) => table === from.table) : 0;
  for (const table of exportedTables.slice(begun)) {
    const after = "table" in from && from.table === table.table ? from.place : undefined;
    for await (const { row, place } of rowsOfTable(parts.read, table, parts, after)) {
      yield file.row(table, row, parts.shown());
      if (!file.wantsMark) continue;
      await parts.stillAllowed();
      yield file.mark(parts.sign({ form: FORM, position, ...file.sum(), table: table.table, place }));
    }
  }
  const changed = await changedSince(parts, position);
  await parts.stillAllowed();
  const end = { kind: "end", ...file.sum(), position, changed, endedAt: clock.now().toISOString() };
  yield `${JSON.stringify(end)}\n`;
}

/** The file as far as it was written. Marks are no part of what is counted and bound: a file has them where it was broken off. */
class Written {
  #lines = 0;
  #digest = "";
  #unmarkedLines = 0;
  #unmarkedChars = 0;
  readonly #counts: Record<string, number>;

  constructor(before: Pick<ExportMark, "lines" | "digest" | "counts"> | undefined) {
    this.#lines = before?.lines ?? 0;
    this.#digest = before?.digest ?? "";
    this.#counts = { ...before?.counts };
  }

  sum() {
    return { lines: this.#lines, counts: { ...this.#counts }, digest: this.#digest };
  }

  get wantsMark(): boolean {
    return this.#unmarkedLines >= MARK_LINES || this.#unmarkedChars >= MARK_CHARS;
  }

  line(said: object): string {
    const line = `${JSON.stringify(said)}\n`;
    this.#lines += 1;
    this.#digest = createHash("sha256").update(this.#digest).update(line).digest("hex");
    this.#unmarkedLines += 1;
    this.#unmarkedChars += line.length;
    return line;
  }

  row({ table, key, columns, hidden, show }: ExportedTable, row: Row, from: ShownFrom): string {
    this.#counts[table] = (this.#counts[table] ?? 0) + 1;
    const shown = show(row, from);
    const told = columns.filter((column) => !(column in hidden));
    return this.line({ kind: table, key: members(row, key), data: members(shown, told) });
  }

  mark(after: string): string {
    [this.#unmarkedLines, this.#unmarkedChars] = [0, 0];
    return `${JSON.stringify({ kind: "mark", lines: this.#lines, after })}\n`;
  }
}

const members = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(columns.map((column) => [camelCase(column), row[column]]));

const camelCase = (column: string): string =>
  column.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());

/**
 * Whether anything was recorded since that position of the account, its business or a place that it watches. What becomes of
 * its other businesses can change which one is the active one.
 */
async function changedSince({ read, log, accountId, businessId }: AccountExport, position: number): Promise<boolean> {
  const all = await rowsOf<{ readonly id: string }>(
    read("businesses").where({ account_id: accountId }).select("business_id as id"),
  );
  const ofAccount = [
    ...[accounts, apiKeys, webhooks].map(({ category }) => streamName(category, accountId)),
    ...all.map(({ id }) => streamName(businesses.category, id)),
  ];
  const watched = await rowsOf<{ readonly id: string }>(placesOf(read, businessId));
  const ofPlaces = watched.map(({ id }) => streamName(places.category, id));
  for (const stream of [...ofAccount, ...chainedStreams(businessId), ...ofPlaces]) {
    const [last] = await log.readStream(stream, { direction: "backwards", limit: 1 });
    if ((last?.position ?? 0) > position) return true;
  }
  return false;
}
