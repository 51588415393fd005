/** Imports: many competitors at once, each row whole or not at all, never more than the plan allows. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expectStatus, type Client } from "../support/api";
import { codes, type ImportReport } from "./imports";
import { describeService } from "./on-both-logs";

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly place_id: string;
}

const PATH = "/api/competitors/import";
const importCsv = async (browser: Client, data: string): Promise<ImportReport> =>
  expectStatus(await browser.post(PATH, { type: "csv", data }), 200) as unknown as ImportReport;
/** By place id: those of one import were added at the same moment. */
const listed = async (browser: Client): Promise<readonly Listed[]> => {
  const { competitors } = expectStatus(await browser.get("/api/competitors"), 200);
  return [...(competitors as readonly Listed[])].sort((one, other) => (one.place_id < other.place_id ? -1 : 1));
};
const file = (count: number, from = 0) =>
  ["name,place_id", ...Array.from({ length: count }, (_, at) => `Rival ${from + at},rival-${from + at}`)].join("\n");

const oslo = join(__dirname, "..", "..", "..", "shared", "data", "oslo-lodging", "listings.csv");

describeService((running, log) => {
  /** What costs seconds and has nothing to do with where events are kept is seen with one log alone. */
  const onOneLog = (name: string, run: () => Promise<void>): void => {
    if (log === "postgres") test(name, run);
  };

  test("a file is imported as it says, listed at once, and the same file again imports nothing new", async () => {
    const { browser } = await running.api.tenant();
    const formula = '"=HYPERLINK(""https://evil.example"",""x"")"';
    const data = `\uFEFFPlace ID;Name;Rating;Reviews;Website;Address\r\np1;"Fjord;\r\nCoffee";4,4;210;https://fjord.example/;"Kirkegata 1"\r\n\r\np2;${formula};;;;\r\n`;
    const report = await importCsv(browser, data);
    expect(report).toEqual({
      imported: 2,
      skipped: 0,
      errors: [],
      competitors: [
        { line: 2, id: expect.any(String) as string, placeId: "p1", name: "Fjord;\r\nCoffee" },
        { line: 5, id: expect.any(String) as string, placeId: "p2", name: '=HYPERLINK("https://evil.example","x")' },
      ],
    });
    const shown = await listed(browser);
    expect(shown).toMatchObject([
      { place_id: "p1", rating: 4.4, review_count: 210, website: "https://fjord.example/", address: "Kirkegata 1" },
      { place_id: "p2", name: '=HYPERLINK("https://evil.example","x")', rating: null },
    ]);
    expect(shown.map(({ id }) => id)).toEqual(report.competitors.map(({ id }) => id));
    expect(await importCsv(browser, data)).toEqual({ imported: 0, skipped: 2, errors: [], competitors: [] });
  });

  onOneLog("of five thousand rows exactly as many are taken as the plan allows, and every other is named", async () => {
    const { browser } = await running.api.tenant();
    const startedAt = performance.now();
    const report = await importCsv(browser, file(5_000));
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect([report.imported, report.skipped, report.errors.length]).toEqual([25, 0, 4_975]);
    expect(new Set(report.errors.map(({ code }) => code))).toEqual(new Set(["competitor_quota_reached"]));
    expect(report.errors.map(({ line }) => line)).toEqual(Array.from({ length: 4_975 }, (_, at) => at + 27));
    expect((await listed(browser)).map(({ place_id }) => place_id)).toEqual(
      report.competitors.map((one) => one.placeId).sort(),
    );
    const again = await importCsv(browser, file(5_000));
    expect([again.imported, again.skipped, again.errors.length]).toEqual([0, 25, 4_975]);
  });

  test("rows that fail do not hold up the others, and each is told by its line", async () => {
    const { browser, api } = await running.api.tenant({ business: { placeId: "own-place" } });
    expectStatus(await api.post("/api/v1/competitors", { name: "There", place_id: "there" }), 201);
    const data = [
      "name,place_id,rating,website_url",
      "Good,good,4.5,https://good.example/",
      ",nameless,,",
      "Own,own-place,,",
      "There,there,,",
      'Bad "quote",bad,,',
      "Wild,wild,9,",
      "Good again,good,1,",
      "Nowhere,,,",
      "Fine,fine,,",
    ].join("\n");
    const report = await importCsv(browser, data);
    expect(report.competitors.map(({ line, placeId }) => [line, placeId])).toEqual([
      [2, "good"],
      [10, "fine"],
    ]);
    expect([report.imported, report.skipped]).toEqual([2, 2]);
    expect(codes(report)).toEqual([
      [3, "invalid_row"],
      [4, "competitor_is_own_place"],
      [6, "malformed_csv"],
      [7, "invalid_row"],
      [9, "invalid_row"],
    ]);
  });

  test("a competitor that was removed comes back under its first id", async () => {
    const { browser } = await running.api.tenant();
    const [first] = (await importCsv(browser, file(1))).competitors;
    expectStatus(await browser.delete(`/api/competitors/${String(first?.id)}`), 204);
    const again = await importCsv(browser, file(2));
    expect(again.competitors.map(({ id, placeId }) => [id === first?.id, placeId])).toEqual([
      [true, "rival-0"],
      [false, "rival-1"],
    ]);
  });

  test("imports and additions at the same moment take together exactly what the plan allows, no place twice", async () => {
    const { browser, api } = await running.api.tenant();
    const [reports, added] = await Promise.all([
      Promise.all([importCsv(browser, file(20)), importCsv(browser, file(20, 10)), importCsv(browser, file(20, 20))]),
      Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          api.post("/api/v1/competitors", { name: "One", place_id: `rival-${at}` }),
        ),
      ),
    ]);
    const imported = reports.reduce((sum, report) => sum + report.imported, 0);
    expect(imported + added.filter(({ status }) => status === 201).length).toBe(25);
    for (const { imported: taken, skipped, errors } of reports) expect(taken + skipped + errors.length).toBe(20);
    const places = (await listed(browser)).map(({ place_id }) => place_id);
    expect([places.length, new Set(places).size]).toEqual([25, 25]);
  });

  test("a dry run tells what would be imported and imports nothing", async () => {
    const { browser } = await running.api.tenant();
    const data = "name,place_id,address\nFjord,fjord,\nPier,,Pier 1\nFjord,fjord,\n";
    const rehearsed = expectStatus(await browser.post(`${PATH}?validateOnly=true`, { type: "csv", data }), 200);
    expect(rehearsed).toMatchObject({
      valid: true,
      would: {
        imported: 1,
        skipped: 1,
        errors: [{ line: 3, code: "location_lookup_not_made" }],
        competitors: [{ line: 2, id: null, placeId: "fjord", name: "Fjord" }],
      },
    });
    expect(await listed(browser)).toEqual([]);
  });

  test("without a provider a row that needs a search is told so", async () => {
    const { browser } = await running.api.tenant({ business: { city: "Oslo" } });
    const report = await importCsv(browser, "name,place_id,address\nPier,,Pier 1\nBay,,\n");
    expect(codes(report)).toEqual([
      [2, "location_search_not_configured"],
      [3, "location_search_not_configured"],
    ]);
  });

  test("what is no import is refused as a whole, by the name of the field", async () => {
    const { browser } = await running.api.tenant();
    const faults = async (body: unknown) => {
      const { json, status } = await browser.post(PATH, body);
      return [status, (json?.["details"] as { path: string }[] | undefined)?.map(({ path }) => path)];
    };
    expect(await faults({ type: "csv", data: file(5_001) })).toEqual([400, ["data"]]);
    expect(await faults({ type: "maps_urls", data: Array<string>(5_001).fill("x") })).toEqual([400, ["data"]]);
    expect(await faults({ type: "maps_urls", data: "x\n".repeat(5_001) })).toEqual([400, ["data"]]);
    expect(await faults({ type: "csv", data: ["a"] })).toEqual([400, ["data"]]);
    expect(await faults({ type: "csv" })).toEqual([400, ["data"]]);
    expect(await faults({ type: "csv", data: 'name,"place" id\nFjord,p1\n' })).toEqual([400, ["data"]]);
    expect(await faults({ type: "csv", data: "Company,Google ID\nFjord,p1\n" })).toEqual([400, ["data"]]);
    expect(await faults({ type: "xlsx", data: "a" })).toEqual([400, ["type"]]);
    expect(await faults({ type: "csv", data: "a,b", more: 1 })).toEqual([400, ["more"]]);
    expect((await browser.post(PATH, { type: "csv", data: "x".repeat(5 * 1024 * 1024) })).status).toBe(413);
  });

  const title = "the first listings of Oslo are imported as they are";
  const withData = existsSync(oslo) ? onOneLog : test.skip;
  withData(existsSync(oslo) ? title : `${title} (skipped: there is no ${oslo})`, async () => {
    const { browser } = await running.api.tenant();
    const lines = readFileSync(oslo, "utf8").split("\n");
    const report = await importCsv(browser, lines.slice(0, 26).join("\n"));
    expect([report.imported, report.skipped, report.errors]).toEqual([25, 0, []]);
    expect((await listed(browser)).find(({ place_id }) => place_id === "oslo-761018")).toMatchObject({
      name: "Lovely bedroom in beautiful area.",
      rating: 4.87,
      review_count: 860,
    });
    const whole = await importCsv(browser, lines.join("\n"));
    expect([whole.imported, whole.skipped, whole.errors.length]).toEqual([0, 25, lines.length - 27]);
  });
});
