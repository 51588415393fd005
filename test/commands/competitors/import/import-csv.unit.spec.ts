/** Texts of an import are read row by row, whatever they hold, or refused where nothing tells what their columns are. */
import fc from "fast-check";
import { csvRecords } from "../../../../commands/competitors/import/csv-records";
import { readCsv } from "../../../../commands/competitors/import/import-csv";
import { readMapsUrls } from "../../../../commands/competitors/import/import-maps-urls";
import { ROWS_MAX, tooMany, type ImportRow, type ReadRows } from "../../../../commands/competitors/import/import-row";

const read = (text: string, city: string | null = null): ReadRows => {
  const rows = readCsv(text, city);
  if ("unreadable" in rows) throw new Error(rows.unreadable);
  return rows;
};
const place = (placeId: string) => ({ kind: "place", placeId, name: null });
const short = ({ line, said, target }: ImportRow) => [
  line,
  said.name,
  target.kind === "place" ? target.placeId : target,
];
const shorts = (text: string) => read(text).rows.map(short);
const faults = (text: string, city: string | null = null) =>
  read(text, city).errors.map(({ line, code, message }) => [line, code, message]);

describe("a CSV file of competitors", () => {
  it("is read with a header in any order and spelling, and columns of other names do not matter", () => {
    const text =
      "Rating,Neighbourhood,GOOGLE PLACE ID, Name ,website,Reviews\n4.5,Sentrum,p1,Fjord,https://f.example/,12\n";
    expect(read(text)).toEqual({
      rows: [
        {
          line: 2,
          value: "4.5 | Sentrum | p1 | Fjord | https://f.example/ | 12",
          said: { name: "Fjord", rating: 4.5, review_count: 12, website_url: "https://f.example/" },
          target: place("p1"),
        },
      ],
      errors: [],
    });
  });

  it("is read without a header in the usual order, also where a place is called like another column", () => {
    expect(shorts("Fjord,p1,Kirkegata 1,4.5,12,https://f.example/\nAddress,p2\n")).toEqual([
      [1, "Fjord", "p1"],
      [2, "Address", "p2"],
    ]);
    expect(shorts("Rating,p1\nReviews,p2\n")).toHaveLength(2);
  });

  test.each([",", ";", "\t"])("is told apart at %j, a mark in front of it or not, whatever the ends of lines", (by) => {
    for (const start of ["", "\uFEFF"])
      for (const end of ["\n", "\r\n", "\r"]) {
        const lines = [
          ["name", "place_id", "rating"],
          ["Fjord", "p1", "4.5"],
          ['"A, B; ""C"""', '"p2"', ""],
        ];
        const text = start + lines.map((cells) => cells.join(by)).join(end) + end;
        expect(shorts(text)).toEqual([
          [2, "Fjord", "p1"],
          [3, 'A, B; "C"', "p2"],
        ]);
      }
  });

  it("may mix the ends of its lines, and have spaces around its fields and their quotes", () => {
    expect(shorts('a , p1\r\n"b" , "p2"\n\rc,p3\r\n')).toEqual([
      [1, "a", "p1"],
      [2, "b", "p2"],
      [4, "c", "p3"],
    ]);
  });

  it("has its rows on the physical lines on which they begin, whatever spans lines and whatever is blank", () => {
    const text = 'name;place_id;address\r\n\r\n"Fjord\r\nCoffee";p1;"a\r\n\r\nb"\r\n;;\r\n   \r\nPier;p2;x\r\n';
    expect(shorts(text)).toEqual([
      [3, "Fjord\r\nCoffee", "p1"],
      [9, "Pier", "p2"],
    ]);
  });

  it("may write numbers with a comma or grouped, and what is no number is named", () => {
    const text = "name;place_id;rating;reviews\na;p1;4,5;1 234\nb;p2;4.5;1.234\nc;p3;good;1\nd;p4;4;-1\ne;p5;7;2,5\n";
    expect(read(text).rows.map(({ said }) => [said.rating, said.review_count])).toEqual([
      [4.5, 1234],
      [4.5, 1234],
    ]);
    expect(read(text).errors.map(({ line, message }) => [line, message.split(":")[0]])).toEqual([
      [4, "rating"],
      [5, "review_count"],
      [6, "rating"],
    ]);
    expect(faults(text)[2]?.[2]).toContain("review_count:");
  });

  it("that is badly quoted loses the rows that cannot be told apart, and no other", () => {
    expect(shorts('a,p1\n"b"x,p2\nc,p3\n')).toEqual([
      [1, "a", "p1"],
      [3, "c", "p3"],
    ]);
    const open = 'name,place_id\na,p1\n"b,p2\nc,p3\nd"e,p4\nf,p5\n';
    expect(shorts(open)).toEqual([
      [2, "a", "p1"],
      [4, "c", "p3"],
      [6, "f", "p5"],
    ]);
    expect(faults(open)).toEqual([
      [3, "malformed_csv", expect.stringContaining("quote")],
      [5, "malformed_csv", expect.stringContaining("quote")],
    ]);
    expect(faults('a,p1\n"b,p2\nc,p3')).toEqual([[2, "malformed_csv", "A quote is opened and never closed."]]);
  });

  it("names what a row lacks or has wrong, by column", () => {
    const text = `name,place_id,website_url\n,p1,\nFjord,"p\u0007x",\n${"n".repeat(501)},p2,\nPier,p3,ftp://x\nBay,,\n`;
    const rows = read(text);
    expect(rows.rows).toEqual([]);
    expect(rows.errors.map(({ line, code, message }) => [line, code, message.split(":")[0]])).toEqual([
      [2, "invalid_row", "name"],
      [3, "invalid_row", "place_id"],
      [4, "invalid_row", "name"],
      [5, "invalid_row", "website_url"],
      [6, "invalid_row", "The row names no place id, no maps URL and no address, so its place cannot be found."],
    ]);
    expect(rows.errors[2]?.value).toHaveLength(101);
  });

  it("has no place ids with spaces or commas and none that are URLs, so that no other column is taken for theirs", () => {
    const text = 'Fjord Coffee,"Kirkegata 1, Oslo"\nPier,Quay 7\nBay,https://maps.google.com/?cid=42\nDock,ChIJ_x-1\n';
    expect(shorts(text)).toEqual([[4, "Dock", "ChIJ_x-1"]]);
    expect(faults(text)).toEqual(
      [1, 2, 3].map((line) => [
        line,
        "invalid_row",
        expect.stringMatching(/^place_id: Expected a place id in this/) as string,
      ]),
    );
  });

  test.each([
    "Company,Google ID\n",
    "Company,ID\n",
    "address;rating;Firma\n",
    "\nNavn\tAdresse\n",
    "Fjord Coffee,Oslo\n",
    "Firma,google_id\n",
    "Firma,Our-ID\n",
    "Firma,review_count\n",
    "Firma,web-site\n",
    "Firma,Kart-lenke stedet\n",
    "Firma,Tel.\n",
  ])("that begins with %j is refused, because nothing tells what its columns are", (first) => {
    const line = first.startsWith("\n") ? 2 : 1;
    expect(readCsv(`${first}Fjord,p1,Kirkegata 1\n`, "Oslo")).toEqual({
      unreadable: expect.stringMatching(`^Line ${line} names none .* name, place_id, address, rating`) as string,
    });
  });

  it("may begin without a header and without a place id, or with an id that Google gives without a digit", () => {
    expect(read("Fjord,,Kirkegata 1\n").rows).toMatchObject([{ target: { words: "Fjord, Kirkegata 1" } }]);
    expect(shorts(`Fjord,ChIJ${"a".repeat(23)}\n`)).toHaveLength(1);
  });

  test.each(["place-a", "fjord-coffee", "cafe_madrid", "no.oslo.fjord", "kafé-løkka", "hotel-madrid", "id-a"])(
    "may begin without a header and with %j, an id of the user's own",
    (placeId) => {
      expect(shorts(`Fjord,${placeId}\nPier,p2\n`)).toEqual([
        [1, "Fjord", placeId],
        [2, "Pier", "p2"],
      ]);
    },
  );

  it("whose first row is badly quoted is refused, because it is what tells the columns", () => {
    expect(readCsv('name,place"id\nFjord,p1\n', null)).toEqual({
      unreadable:
        "Line 1, which tells what the columns are, cannot be read. A quote stands in the middle of a field; fields with quotes are quoted, and their quotes doubled.",
    });
    expect(readCsv('\n"Fjord,p1\n', null)).toEqual({ unreadable: expect.stringMatching(/^Line 2, /) as string });
  });

  it("may have websites without a scheme, which are read as https; nothing else is put before them", () => {
    const text = (site: string) => read(`name,place_id,website\nFjord,p1,${site}\n`);
    const sites = ["www.fjord.no", "fjord.no/kaffe?a=b", "kafé.no:8080", "http://fjord.no"];
    expect(sites.map((site) => text(site).rows[0]?.said.website_url)).toEqual([
      "https://www.fjord.no",
      "https://fjord.no/kaffe?a=b",
      "https://kafé.no:8080",
      "http://fjord.no",
    ]);
    for (const site of ["none", "post@fjord.no", "ftp://fjord.no", "12.5", ".no"])
      expect(text(site).errors).toMatchObject([{ message: "website_url: Expected an http or https URL." }]);
  });

  it("keeps a formula as the text it is", () => {
    const text = 'name,place_id\n"=HYPERLINK(""https://evil.example"",""x"")",p1\n';
    expect(shorts(text)).toEqual([[2, '=HYPERLINK("https://evil.example","x")', "p1"]]);
  });

  it("finds a row without a place id by its maps URL, by its address, or in the business's city", () => {
    const text =
      "name,address,url\nA,Kirkegata 1,\nB,,\n,,https://maps.google.com/?cid=42\nD,,https://x.example/\nE,,maps.app.goo.gl/x\n";
    const { rows, errors } = read(text, "Oslo");
    expect(rows.map(({ line, target }) => [line, target])).toEqual([
      [2, { kind: "words", words: "A, Kirkegata 1", name: "A", around: null }],
      [3, { kind: "words", words: "B, Oslo", name: "B", around: null }],
      [4, { kind: "cid", cid: 42n, name: null }],
      [6, { kind: "link", url: "maps.app.goo.gl/x" }],
    ]);
    expect(errors.map(({ line, code }) => [line, code])).toEqual([[5, "maps_url_not_understood"]]);
    expect(faults("name,address\nB,\n")).toHaveLength(1);
  });

  it("of more rows than are taken at once is not read, whatever rows they are", () => {
    const many = (count: number, row = "a,p1\n") => row.repeat(count);
    expect(read(`name,place_id\n\n${many(ROWS_MAX)}\n\n`).rows).toHaveLength(ROWS_MAX);
    expect(readCsv(many(ROWS_MAX + 1), null)).toBe(tooMany);
    expect(readCsv(`name,place_id\n${many(ROWS_MAX + 1)}`, null)).toBe(tooMany);
    expect(readCsv(`name,place_id\n${many(ROWS_MAX + 1, 'a"b,p\n')}`, null)).toBe(tooMany);
    expect(readMapsUrls("x\n".repeat(ROWS_MAX))).toMatchObject({ errors: { length: ROWS_MAX } });
    expect(readMapsUrls("x\n".repeat(ROWS_MAX + 1))).toBe(tooMany);
  });

  test.each(['"x\n', '"\n""\n'])(
    "of five megabytes of %j is read without going over the rest for each of them",
    (evil) => {
      const startedAt = performance.now();
      csvRecords(evil.repeat(Math.floor((5 * 1024 * 1024) / evil.length)), ROWS_MAX + 2);
      expect(performance.now() - startedAt).toBeLessThan(8_000);
    },
  );

  it("gives back whatever cells were written into it, with the line of each record", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", ";", "\n", "\r\n", "é", "=", "\t") });
    const record = fc.array(
      cell.map((text) => `x${text}x`),
      { minLength: 2, maxLength: 4 },
    );
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 6 }), (records) => {
        const written = records.map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(","));
        let line = 1;
        const expected = records.map((cells, at) => {
          const from = line;
          line += (written[at]?.match(/\r\n|\n|\r/g) ?? []).length + 1;
          return { line: from, cells };
        });
        expect(csvRecords(written.join("\n"), 100)).toEqual(expected);
      }),
    );
  });

  it("never makes the reader throw, and no error is without its line", () => {
    const unit = fc.constantFrom("a", '"', ",", ";", "\n", "\r", "\t", " ", "name", "place_id", "\uFEFF", "4,5");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
        const all = readCsv(text, null);
        const { rows, errors } = "unreadable" in all ? { rows: [], errors: [] } : all;
        const lines = text.split(/\r\n|\n|\r/).length;
        for (const { line } of [...rows, ...errors]) expect(line >= 1 && line <= lines).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe("a list of maps URLs", () => {
  it("has its lines counted with the blank ones, as text and as a list", () => {
    const urls = ["https://maps.google.com/?cid=42", "", "  nonsense ", "goo.gl/maps/x"];
    for (const data of [urls, urls.join("\r\n")]) {
      const all = readMapsUrls(data);
      if ("unreadable" in all) throw new Error(all.unreadable);
      const { rows, errors } = all;
      expect(rows.map(({ line, target }) => [line, target.kind])).toEqual([
        [1, "cid"],
        [4, "link"],
      ]);
      expect(errors).toMatchObject([{ line: 3, code: "maps_url_not_understood", value: "nonsense" }]);
    }
  });
});
