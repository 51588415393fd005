/** The records of a CSV text with the line on which each begins; one that is badly quoted costs no other. */
import { CsvError, parse } from "csv-parse/sync";

/** `cells` are trimmed. `malformed`: the record cannot be told apart, and `text` is the line on which it begins. */
export type CsvRecord =
  | { readonly line: number; readonly cells: readonly string[] }
  | { readonly line: number; readonly malformed: string; readonly text: string };

const [LINE_FEED, RETURN] = [0x0a, 0x0d];

/**
 * At most `max` records, blank ones left out. After a badly quoted one it goes on with the next line: whatever that holds
 * is told apart again. No line is read more than twice, because a line that a quote reaches over has an even number of them.
 */
export function csvRecords(text: string, max: number): readonly CsvRecord[] {
  const bytes = Buffer.from(text.replace(/^\uFEFF/, ""));
  const delimiter = delimiterOf(bytes);
  const records: CsvRecord[] = [];
  let at: Place = skipBlank(bytes, { offset: 0, line: 1 });
  while (at.offset < bytes.length && records.length < max) {
    const read = readOn(bytes, at, delimiter, max - records.length);
    records.push(...read.records.filter((record) => "malformed" in record || record.cells.some((cell) => cell !== "")));
    at = read.next;
  }
  return records;
}

interface Place {
  readonly offset: number;
  readonly line: number;
}

/** Reads as far as everything is well, and over what is not. */
function readOn(bytes: Buffer, start: Place, delimiter: string, max: number) {
  const records: CsvRecord[] = [];
  let next = start;
  const keep = (cells: readonly string[], { bytes: length }: { readonly bytes: number }): null => {
    records.push({ line: next.line, cells });
    next = skipBlank(bytes, advanced(bytes, next, start.offset + length));
    return null;
  };
  try {
    parse(bytes.subarray(start.offset), {
      delimiter,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      to: max,
      on_record: keep,
    });
    // What is left is blank, unless there were enough.
    return { records, next: records.length < max ? { ...next, offset: bytes.length } : next };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const end = advanced(bytes, next, endOfLine(bytes, next.offset));
    const text = bytes.toString("utf8", next.offset, end.offset).trimEnd();
    records.push({ line: next.line, malformed: sentenceOf(error), text });
    return { records, next: skipBlank(bytes, end) };
  }
}

function sentenceOf({ code }: CsvError): string {
  if (code === "CSV_QUOTE_NOT_CLOSED") return "A quote is opened and never closed.";
  return "A quote stands in the middle of a field; fields with quotes are quoted, and their quotes doubled.";
}

/** The same place further on, with its line. A return with its line feed is one end of line. */
function advanced(bytes: Buffer, from: Place, offset: number): Place {
  let { line } = from;
  for (let at = from.offset; at < offset; at += 1)
    if (bytes[at] === LINE_FEED || (bytes[at] === RETURN && bytes[at + 1] !== LINE_FEED)) line += 1;
  return { offset, line };
}

function skipBlank(bytes: Buffer, from: Place): Place {
  let { offset } = from;
  for (let at = offset; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === LINE_FEED || byte === RETURN) offset = at + 1;
    else if (byte !== 0x20) break;
  }
  return advanced(bytes, from, offset);
}

function endOfLine(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== LINE_FEED && bytes[at] !== RETURN) at += 1;
  return bytes[at] === RETURN && bytes[at + 1] === LINE_FEED ? at + 2 : Math.min(at + 1, bytes.length);
}

/** Semicolons and tabs are rarely part of a text; commas often are. */
const DELIMITERS = ["\t", ";", ","] as const;

/** What stands most often between the fields of the first record; a comma where it has one field alone. */
function delimiterOf(bytes: Buffer): string {
  const counts = new Map<string, number>(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let quoted = false;
  for (let at = skipBlank(bytes, { offset: 0, line: 1 }).offset; at < bytes.length; at += 1) {
    const character = String.fromCharCode(bytes[at] ?? 0);
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === "\n" || character === "\r") break;
    else if (counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  return most === 0 ? "," : (DELIMITERS.find((delimiter) => counts.get(delimiter) === most) ?? ",");
}
