/** Reads the rows of an import from maps URLs: one a line, or a list of them. */
import { targetOfUrl } from "./import-csv";
import {
  ROWS_MAX,
  shortened,
  tooMany,
  type ImportRow,
  type ReadRows,
  type RowError,
  type Unreadable,
} from "./import-row";
import { linesOf } from "./text-lines";

/** At most {@link ROWS_MAX}. Blank lines are left out. */
export function readMapsUrls(data: string | readonly string[]): ReadRows | Unreadable {
  const lines = typeof data === "string" ? linesOf(data) : data;
  if (lines === undefined) return tooMany;
  const named = lines.map((text, at) => ({ line: at + 1, url: text.trim() })).filter(({ url }) => url !== "");
  if (named.length > ROWS_MAX) return tooMany;
  const rows: ImportRow[] = [];
  const errors: RowError[] = [];
  for (const { line, url } of named) {
    const [value, target] = [shortened(url), targetOfUrl(url)];
    if ("code" in target) errors.push({ line, ...target, value });
    else rows.push({ line, value, said: {}, target });
  }
  return { rows, errors };
}
