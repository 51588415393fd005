import * as csvParse from "csv-parse/sync";
import { csvRecords, type CsvRecord } from "../../../../commands/competitors/import/csv-records";
import { readCsv } from "../../../../commands/competitors/import/import-csv";
import { readMapsUrls } from "../../../../commands/competitors/import/import-maps-urls";
import { ROWS_MAX } from "../../../../commands/competitors/import/import-row";
import { LINES_MAX } from "../../../../commands/competitors/import/text-lines";

jest.mock("csv-parse/sync", () => {
  const actual = jest.requireActual<typeof csvParse>("csv-parse/sync");
  return { ...actual, parse: jest.fn(actual.parse) };
});
const parsed = jest.mocked(csvParse.parse);

const FIVE_MEGABYTES = 5 * 1024 * 1024;
const filled = (text: string, start = "") =>
  start + text.repeat(Math.floor((FIVE_MEGABYTES - start.length) / text.length));
const short = (records: readonly CsvRecord[] | undefined) =>
  records?.map((record) => [record.line, "malformed" in record ? record.malformed : record.cells.join("|")]);
/** Undefined of what is not read. */
const rowsOf = (read: object | undefined) => (read !== undefined && "rows" in read ? read.rows : undefined);

beforeEach(() => parsed.mockClear());

describe("a CSV text that is made to keep the process busy", () => {
  test.each([
    ["rows and then blank ones", filled(",\n", "a,p\n".repeat(ROWS_MAX + 1))],
    ["blank lines", filled("\n", "a,p\n")],
    ["a quote that is open over lines with quotes of their own", filled('"",""\n', '"\n')],
    ["returns alone", filled("\r", "a,p\n")],
  ])("is not read at all where it has more lines than are taken: %s", (_name, text) => {
    expect(csvRecords(text, ROWS_MAX + 2)).toBeUndefined();
    expect(rowsOf(readCsv(text, null))).toBeUndefined();
    expect(parsed).not.toHaveBeenCalled();
  });

  it("may have as many lines as are taken, and is not parsed where it says nothing", () => {
    const text = `name,place_id\n${"a,p\n".repeat(10)}${" , \n".repeat(LINES_MAX - 12)}b,q\n`;
    expect(short(csvRecords(text, 100))?.slice(-2)).toEqual([
      [11, "a|p"],
      [LINES_MAX, "b|q"],
    ]);
    expect(parsed).toHaveBeenCalledTimes(12);
    expect(csvRecords(`${text}c,r`, 100)).toBeUndefined();
  });

  it("ends with the rows that are asked for, whatever is behind them", () => {
    expect(csvRecords("a,p\n".repeat(10_000), 7)).toHaveLength(7);
    expect(parsed).toHaveBeenCalledTimes(7);
  });

  test.each([
    ["of one row without an end", filled(",", '"a"')],
    ["of one field without an end", filled("x")],
    ["of one field with quotes without an end", filled('""', '"')],
  ])("%s is one error, and the row behind it is read", (_name, text) => {
    const records = short(csvRecords(`${text}\nb,q\n`, 100));
    expect(records).toEqual([
      [1, expect.stringMatching(/^A row has at most 65536 bytes/)],
      [2, "b|q"],
    ]);
  });

  it("has at most a hundred columns in a row; one with more costs no other, and is not parsed", () => {
    const row = (columns: number) => `${Array(columns).fill("x").join(",")}\n`;
    const records = csvRecords(`${row(100)}${row(101)}b,q\n"${row(150).trim()}",q\n`, 100);
    expect(short(records)?.map(([line, text]) => [line, String(text).slice(0, 30)])).toEqual([
      [1, expect.stringMatching(/^x\|x/)],
      [2, "A row has at most 100 columns;"],
      [3, "b|q"],
      [4, expect.stringMatching(/^x,x/)],
    ]);
    expect(parsed).toHaveBeenCalledTimes(3);
  });

  it("with a quote that is never closed is looked at no further than one row may be long", () => {
    const lines = Array.from({ length: 15_000 }, (_, at) => `row ${at}${" ".repeat(300)},p\n`).join("");
    const records = short(csvRecords(`a,p\n"b,p\n${lines}`, 5)) ?? [];
    expect(records[1]).toEqual([2, expect.stringMatching(/^A row has at most/)]);
    expect(records[2]).toEqual([3, "row 0|p"]);
    const longest = parsed.mock.calls.map(([input]) => input.length).sort((one, other) => other - one);
    expect(longest[0]).toBe(65_536);
  });
});

describe("a list of maps URLs that is made to keep the process busy", () => {
  test.each([
    ["blank lines", filled("\n", "goo.gl/maps/x\n")],
    ["returns", filled("\r", "goo.gl/maps/x\n")],
  ])("is not read where it has more lines than are taken: %s", (_name, text) => {
    expect(rowsOf(readMapsUrls(text))).toBeUndefined();
  });

  it("may have as many lines as are taken", () => {
    const read = readMapsUrls(`${"\n".repeat(LINES_MAX - 1)}goo.gl/maps/x\n`);
    expect(read).toMatchObject({ rows: [{ line: LINES_MAX }], errors: [] });
  });
});
