/** Reads the rows of an import from CSV: with a header in any order, or without one in the usual order. */
import { z } from "zod";
import { claimFields } from "../competitor-claim";
import { csvRecords, type CsvRecord } from "./csv-records";
import {
  nowhere,
  ROWS_MAX,
  shortened,
  tooMany,
  type ImportRow,
  type ReadRows,
  type RowFault,
  type RowTarget,
  type Unreadable,
} from "./import-row";
import { readMapsUrl } from "./maps-url";
import { withScheme } from "../../web-url";

const columns = ["name", "place_id", "address", "rating", "review_count", "website_url", "maps_url"] as const;
type Column = (typeof columns)[number];
/** Where each column stands. */
type Layout = Readonly<Partial<Record<Column, number>>>;

/** The order of a file without a header. */
const usual: Layout = { name: 0, place_id: 1, address: 2, rating: 3, review_count: 4, website_url: 5 };

/** How columns are called, but for case, spaces, dashes and underscores. */
const spellings: Readonly<Record<Column, readonly string[]>> = {
  name: ["name", "title", "businessname", "competitorname", "placename"],
  place_id: ["placeid", "googleplaceid", "googlemapsplaceid"],
  address: ["address", "fulladdress", "formattedaddress"],
  rating: ["rating", "averagerating", "stars"],
  review_count: ["reviewcount", "reviews", "reviewscount", "numberofreviews"],
  website_url: ["websiteurl", "website", "site", "homepage"],
  maps_url: ["mapsurl", "url", "googlemapsurl", "mapurl", "mapslink", "googlemapslink", "link"],
};

/** A first row is a header where a cell of it names one of these: no place is called so. */
const telling: readonly Column[] = ["name", "place_id", "maps_url"];

/** At most {@link ROWS_MAX} rows, of a file that says what its columns are. `city` is where places are that have a name alone. */
export function readCsv(text: string, city: string | null): ReadRows | Unreadable {
  const records = csvRecords(text, ROWS_MAX + 2);
  if (records === undefined) return tooMany;
  const header = headerOf(records[0]);
  if (header !== undefined && "unreadable" in header) return header;
  const body = header === undefined ? records : records.slice(1);
  if (body.length > ROWS_MAX) return tooMany;
  const rows: ImportRow[] = [];
  const errors: ReadRows["errors"][number][] = [];
  for (const record of body) {
    const value = shortened("malformed" in record ? record.text : record.cells.join(" | "));
    const read = "malformed" in record ? malformed(record.malformed) : rowOf(record.cells, header ?? usual, city);
    if ("code" in read) errors.push({ line: record.line, ...read, value });
    else rows.push({ line: record.line, value, ...read });
  }
  return { rows, errors };
}

const malformed = (message: string): RowFault => ({ code: "malformed_csv", message });

/** Words without a digit, shorter than the ids that Google gives: they head a column or name a city, but for slugs. */
const WORDS_ALONE = /^[\p{L}\p{M}\s_.-]{1,26}$/u;
/** `fjord-coffee` may be a place id of the user's own; `google_id` heads a column. */
const SLUG = /^[\p{L}\p{M}]+(?:[_.-][\p{L}\p{M}]+)*[_.-](?!id$)[\p{L}\p{M}]+$/iu;

/**
 * Undefined where the file begins with its first place. Whether it does cannot be told of a first row that is badly quoted,
 * and does not where words stand in place of the place id: taken for a place, a header of unknown columns would be tracked.
 */
function headerOf(first: CsvRecord | undefined): Layout | Unreadable | undefined {
  if (first === undefined) return undefined;
  if ("malformed" in first)
    return { unreadable: `Line ${first.line}, which tells what the columns are, cannot be read. ${first.malformed}` };
  const names = first.cells.map((cell) => cell.toLowerCase().replace(/[\s_-]+/g, ""));
  const layout: Layout = Object.fromEntries(
    columns
      .map((column) => [column, names.findIndex((name) => spellings[column].includes(name))] as const)
      .filter(([, at]) => at >= 0),
  );
  if (telling.some((column) => layout[column] !== undefined)) return layout;
  const second = first.cells[1] ?? "";
  const isHeading = Object.values(layout).includes(1) || (WORDS_ALONE.test(second) && !SLUG.test(second));
  return isHeading ? { unreadable: unknownColumns(first.line) } : undefined;
}

const unknownColumns = (line: number): string =>
  `Line ${line} names none of the columns name, place_id and maps_url, and has no place id in its second column either. Expected a header with some of ${columns.join(", ")}.`;

/** In a file without a header a place id stands where an address, a sentence or a URL may stand by mistake. */
const placeId = claimFields.place_id.refine(
  (text) => !/[\s,]|:\/\//.test(text),
  "Expected a place id in this column, which has no spaces and no commas and is no URL",
);
const said = z.strictObject({ ...claimFields, place_id: placeId.optional() });
/** A maps URL may tell the name. */
const saidOrUrl = z.strictObject({
  ...claimFields,
  place_id: z.undefined().optional(),
  name: claimFields.name.optional(),
});

function rowOf(
  cells: readonly string[],
  layout: Layout,
  city: string | null,
): Pick<ImportRow, "said" | "target"> | RowFault {
  const cell = (column: Column): string | undefined => cells[layout[column] ?? -1] || undefined;
  const [placeId, url] = [cell("place_id"), cell("maps_url")];
  const parsed = (placeId === undefined && url !== undefined ? saidOrUrl : said).safeParse({
    name: cell("name"),
    place_id: placeId,
    address: cell("address"),
    rating: decimal(cell("rating")),
    review_count: count(cell("review_count")),
    website_url: withScheme(cell("website_url")),
  });
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}.`);
    return { code: "invalid_row", message: faults.join(" ") };
  }
  const { place_id: _placeId, name, ...rest } = parsed.data;
  const target = targetOf({ placeId, url, name, where: rest.address ?? city });
  return "code" in target ? target : { said: { ...rest, ...(name === undefined ? {} : { name }) }, target };
}

function targetOf(row: Readonly<Record<"placeId" | "url" | "name", string | undefined>> & { where: string | null }) {
  if (row.placeId !== undefined) return { kind: "place", placeId: row.placeId, name: null } satisfies RowTarget;
  if (row.url !== undefined) return targetOfUrl(row.url);
  if (row.name !== undefined && row.where !== null)
    return { kind: "words", words: `${row.name}, ${row.where}`, name: row.name, around: null } satisfies RowTarget;
  const message = "The row names no place id, no maps URL and no address, so its place cannot be found.";
  return { code: "invalid_row", message } satisfies RowFault;
}

/** What a maps URL says of the place of a row, or why it says nothing. */
export function targetOfUrl(url: string): RowTarget | RowFault {
  const target = readMapsUrl(url);
  if (target.kind === "nothing") return nowhere(target.why);
  if (target.kind === "place" && !claimFields.place_id.safeParse(target.placeId).success)
    return { code: "invalid_row", message: "The place id in this URL cannot be one." };
  return target.kind === "link" ? { kind: "link", url } : target;
}

/** A number where it is one, with a point or a comma; otherwise the text, for the schema to refuse. */
function decimal(text: string | undefined): number | string | undefined {
  return text !== undefined && /^\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(",", ".")) : text;
}

/** As {@link decimal}; counts are whole, so what stands before three digits only groups them. */
function count(text: string | undefined): number | string | undefined {
  return text !== undefined && /^\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3})+$/.test(text)
    ? Number(text.replace(/\D/g, ""))
    : decimal(text);
}
