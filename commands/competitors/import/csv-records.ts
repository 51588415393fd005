/** The records of a CSV text with the line on which each begins; one that is badly quoted or too great costs no other. */
import { CsvError, parse } from "csv-parse/sync";
import { linesOf } from "./text-lines";

/** `cells` are trimmed. `malformed`: the record cannot be told apart, and `text` is the line on which it begins. */
export type CsvRecord =
  | { readonly line: number; readonly cells: readonly string[] }
  | { readonly line: number; readonly malformed: string; readonly text: string };

const [LINE_FEED, RETURN, QUOTE, SPACE] = [0x0a, 0x0d, 0x22, 0x20];
const RECORD_BYTES_MAX = 65_536;
const COLUMNS_MAX = 100;

/**
 * At most `max` records, blank ones left out; undefined for a text of too many lines. After a malformed one it goes on
 * with the next line. No line is gone over more than twice: one that a quote reaches over has an even number of them.
 */
export function csvRecords(text: string, max: number): readonly CsvRecord[] | undefined {
  if (linesOf(text) === undefined) return undefined;
  const bytes = Buffer.from(text.replace(/^\uFEFF/, ""));
  const delimiter = delimiterOf(bytes);
  const records: CsvRecord[] = [];
  let [offset, line] = [0, 1];
  while (offset < bytes.length && records.length < max) {
    const extent = extentOf(bytes, offset, delimiter.charCodeAt(0));
    const read = extent.isBlank ? [] : cellsOf(bytes, offset, extent, delimiter);
    if (typeof read !== "string" && read.some((cell) => cell !== "")) records.push({ line, cells: read });
    const end = typeof read === "string" ? endOfLine(bytes, offset) : extent.end;
    // Its beginning is all that is shown, and all that is copied of a line of megabytes.
    const shown = Math.min(end, offset + RECORD_BYTES_MAX);
    if (typeof read === "string")
      records.push({ line, malformed: read, text: bytes.toString("utf8", offset, shown).trim() });
    line += typeof read === "string" ? 1 : extent.lines;
    offset = end;
  }
  return records;
}

/** How far a record reaches if its quotes are right: to the end of the line on which none is open. */
interface Extent {
  readonly end: number;
  readonly lines: number;
  readonly columns: number;
  readonly isBlank: boolean;
  /** It goes on behind `end`, and is given up. */
  readonly isTooLong: boolean;
}

function extentOf(bytes: Buffer, from: number, delimiter: number): Extent {
  const limit = Math.min(bytes.length, from + RECORD_BYTES_MAX);
  let [at, lines, columns, quoted, isBlank] = [from, 0, 1, false, true];
  for (; at < limit; at += 1) {
    const byte = bytes[at];
    if (byte === LINE_FEED || (byte === RETURN && bytes[at + 1] !== LINE_FEED)) {
      lines += 1;
      if (!quoted) return { end: at + 1, lines, columns, isBlank, isTooLong: false };
    } else if (byte === QUOTE) quoted = !quoted;
    else if (byte === delimiter && !quoted) columns += 1;
    isBlank &&= byte === delimiter || byte === SPACE || byte === RETURN;
  }
  return { end: at, lines, columns, isBlank, isTooLong: at < bytes.length };
}

/** Its cells, or what is wrong with it. */
function cellsOf(bytes: Buffer, from: number, extent: Extent, delimiter: string): readonly string[] | string {
  if (!extent.isTooLong && extent.columns > COLUMNS_MAX)
    return `A row has at most ${COLUMNS_MAX} columns; this one has ${extent.columns}.`;
  try {
    const [cells = []] = parse(bytes.subarray(from, extent.end), {
      delimiter,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      to: 1,
    });
    return extent.isTooLong ? TOO_LONG : cells;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code !== "CSV_QUOTE_NOT_CLOSED") return MISPLACED;
    return extent.isTooLong ? TOO_LONG : "A quote is opened and never closed.";
  }
}

const TOO_LONG = `A row has at most ${RECORD_BYTES_MAX} bytes; a quote that is never closed makes one longer, too.`;
const MISPLACED = "A quote stands in the middle of a field; fields with quotes are quoted, and their quotes doubled.";

function endOfLine(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== LINE_FEED && bytes[at] !== RETURN) at += 1;
  return bytes[at] === RETURN && bytes[at + 1] === LINE_FEED ? at + 2 : Math.min(at + 1, bytes.length);
}

/** Semicolons and tabs are rarely part of a text; commas often are. */
const DELIMITERS = ["\t", ";", ","] as const;

/** What stands most often between the fields of the first record; a comma where it has one field alone. */
function delimiterOf(bytes: Buffer): string {
  let from = 0;
  while ([LINE_FEED, RETURN, SPACE].includes(bytes[from] ?? 0)) from += 1;
  const columns = DELIMITERS.map((delimiter) => extentOf(bytes, from, delimiter.charCodeAt(0)).columns);
  const most = Math.max(...columns);
  return most === 1 ? "," : (DELIMITERS[columns.indexOf(most)] ?? ",");
}
