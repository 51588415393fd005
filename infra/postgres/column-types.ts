/** How column values arrive in the program: numbers as safe numbers, instants as ISO strings with milliseconds and Z. */
import { types } from "pg";

type Parser = (text: string) => unknown;

const TEXT_ARRAY: number = 1009;
const parseTextArray = types.getTypeParser(TEXT_ARRAY, "text") as (text: string) => (string | null)[];

/** Refuses what a JavaScript number cannot hold exactly: silence would corrupt positions and counts. */
export function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`The database holds ${text}, which is beyond exact integers.`);
  return value;
}

/** As connections that speak UTC give nearly all instants; such a text is a date already, and becomes no Date on its way. */
const IN_UTC = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/;

/** Postgres's text of an instant in any numeric offset, as `2026-01-31T08:00:00.000Z`. */
export function isoInstant(text: string): string {
  if (IN_UTC.test(text))
    return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).slice(0, 3).padEnd(3, "0")}Z`;
  const iso = text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00");
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) throw new Error(`The database holds the instant "${text}", which has no ISO form.`);
  return date.toISOString();
}

function arrayOf(parse: Parser): Parser {
  return (text) => parseTextArray(text).map((entry) => (entry === null ? null : parse(entry)));
}

/** By the type's number in Postgres's catalogue. */
const parsers: ReadonlyMap<number, Parser> = new Map<number, Parser>([
  [20, safeInteger],
  [1016, arrayOf(safeInteger)],
  [1700, Number],
  [1231, arrayOf(Number)],
  [1184, isoInstant],
  [1185, arrayOf(isoInstant)],
  [1082, (text) => text],
  [1182, parseTextArray],
]);

/** For one pool: `int8` and `numeric` as number, `timestamptz` as ISO string, `date` as `YYYY-MM-DD`; arrays likewise. */
export const columnTypes = {
  getTypeParser(oid: number, format?: string): Parser {
    const parser = format === "binary" ? undefined : parsers.get(oid);
    return parser ?? (types.getTypeParser(oid, format === "binary" ? "binary" : "text") as Parser);
  },
};
