/** Imports at their bounds: the day's additions, an append that fails midway, rows that no table could be asked for. */
import { placeIdOf } from "../../domain/places/feature-id";
import { quotas } from "../../domain/plans";
import { createApi, expectStatus, type Api, type Client } from "../support/api";
import { eventually } from "../support/eventually";
import { destination } from "../support/geodesy";
import { startTestService, type TestService } from "../support/service";
import { sighting } from "../support/sightings";
import { usedToday } from "../support/used-today";

interface ImportReport {
  readonly imported: number;
  readonly skipped: number;
  readonly errors: readonly { readonly line: number; readonly code: string; readonly message: string }[];
  readonly competitors: readonly { readonly id: string | null }[];
}
const codes = ({ errors }: ImportReport) => errors.map(({ line, code }) => [line, code]);

let service: TestService;
let api: Api;
beforeAll(async () => {
  service = await startTestService();
  api = createApi(service);
}, 60_000);
afterAll(() => service.close());

const PATH = "/api/competitors/import";
const importCsv = async (browser: Client, data: string): Promise<ImportReport> =>
  expectStatus(await browser.post(PATH, { type: "csv", data }), 200) as unknown as ImportReport;
const file = (...placeIds: readonly string[]) => ["name,place_id", ...placeIds.map((one) => `Rival,${one}`)].join("\n");

const remove = async (browser: Client, { competitors }: ImportReport) =>
  Promise.all(competitors.map(async ({ id }) => expectStatus(await browser.delete(`/api/competitors/${id}`), 204)));

test("who imports and removes all day is told when the day's additions are used up; what adds nothing does not count", async () => {
  const { browser, accountId } = await api.tenant();
  await api.setPlan(accountId, "free");
  const limit = quotas.free.competitorAdditionsPerDay;
  expectStatus(await browser.post(`${PATH}?validateOnly=true`, { type: "csv", data: file("a", "b", "c") }), 200);
  for (let used = 0; used < limit - 3; used += 3) {
    const report = await importCsv(browser, file("a", "b", "c", "a", "d"));
    expect([report.imported, report.skipped, report.errors.length]).toEqual([3, 1, 1]);
    if (used === 0) expect((await importCsv(browser, file("a", "b", "c"))).skipped).toBe(3);
    await remove(browser, report);
  }
  expect((await importCsv(browser, file("other"))).imported).toBe(1);
  const report = await importCsv(browser, file("other", "a", "a", "b", "c", "d"));
  expect([report.imported, report.skipped]).toEqual([2, 2]);
  expect(codes(report)).toEqual([6, 7].map((line) => [line, "competitor_quota_reached"]));
  await remove(browser, report);
  const over = await importCsv(browser, file("other", "b", "c", "b"));
  expect(codes(over)).toEqual([3, 4, 5].map((line) => [line, "competitor_additions_used_up"]));
  expect([over.imported, over.skipped]).toEqual([0, 1]);
  expect(over.errors[0]?.message).toMatch(/after \d{4}-\d\d-\d\dT/);
  service.clock.leap(86_400_000);
  expect((await importCsv(browser, file("b"))).imported).toBe(1);
});

test("one addition too many is a 429 that says when the next day begins; what is refused or rehearsed is none", async () => {
  const { api: key, accountId } = await api.tenant();
  const limit = quotas.growth.competitorAdditionsPerDay;
  const day = Math.floor(service.clock.now().getTime() / 86_400_000);
  await usedToday(service, accountId, "competitorAdditionsPerDay", limit - 1);
  const add = (placeId: string, query = "") =>
    key.post(`/api/v1/competitors${query}`, { name: "Rival", place_id: placeId });
  expect((await add("a", "?validateOnly=true")).status).toBe(200);
  expect((await add("a")).status).toBe(201);
  expect((await add("a")).status).toBe(409);
  const over = await add("b");
  expect([over.status, over.json]).toMatchObject([
    429,
    { code: "rate_limited", quota: { name: "competitorAdditionsPerDay", limit, used: limit } },
  ]);
  const seconds = ((day + 1) * 86_400_000 - service.clock.now().getTime()) / 1_000;
  expect(Math.abs(Number(over.headers["retry-after"]) - seconds)).toBeLessThan(5);
  expect((await add("b", "?validateOnly=true")).status).toBe(200);
  expect((await add("a")).status).toBe(409);
});

test("an import that broke off is finished by the same request, and tells of every row what became of it", async () => {
  const { browser } = await api.tenant({ plan: "agency" });
  const long = (length: number) => "é".repeat(length);
  const rows = Array.from({ length: 100 }, (_, at) =>
    [`${at}${long(400)}`, `broken-${at}`, long(500), "", "", `https://x.example/${"x".repeat(1_900)}`].join(),
  );
  const data = ["name,place_id,address,rating,review_count,website_url", ...rows].join("\n");
  const send = () => browser.post(PATH, { type: "csv", data }, { "idempotency-key": "broken-off" });
  const { pool } = service.database;
  await pool.query(`
    CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.type = 'CompetitorAdded' AND NEW.revision > 80 THEN RAISE EXCEPTION 'broken off'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER break_off BEFORE INSERT ON event_log.events FOR EACH ROW EXECUTE FUNCTION break_off()`);
  expect((await send()).status).toBeGreaterThanOrEqual(500);
  const count = async () => expectStatus(await browser.get("/api/competitors"), 200)["count"];
  await eventually(async () => expect(await count()).toBeGreaterThan(0));
  expect(await count()).toBeLessThan(100);
  await pool.query("DROP TRIGGER break_off ON event_log.events; DROP FUNCTION break_off()");
  const report = expectStatus(await send(), 200) as unknown as ImportReport;
  expect([report.imported, report.skipped, report.errors]).toEqual([100, 0, []]);
  expect(await count()).toBe(100);
});

test("a place id that can be none costs its row alone, and a crowd around one point is looked through once", async () => {
  const { browser } = await api.tenant();
  const pier = { latitude: 59.911, longitude: 10.741 };
  const feature = placeIdOf({ cell: 7n, cid: 4_711n });
  const crowd = Array.from({ length: 80 }, (_, at) => {
    const listing = { name: `Stall ${at}`, ...destination(pier, at * 4, 45 - at / 2) };
    return sighting(`stall-${at}`, service.clock.now(), { listing });
  });
  const position = await api.observe(...crowd, sighting(feature, service.clock.now(), { listing: { name: "By Cid" } }));
  const maps = "https://www.google.com/maps";
  const data = [
    `${maps}/search/?api=1&query=Fine&query_place_id=fine`,
    `${maps}/search/?api=1&query=Bad&query_place_id=%00x`,
    `https://maps.google.com/?cid=4711`,
    ...Array<string>(4_000).fill(`https://maps.google.com/?q=${pier.latitude},${pier.longitude}`),
  ];
  const reply = await browser.post(PATH, { type: "maps_urls", data }, { "x-service-min-position": String(position) });
  const report = expectStatus(reply, 200) as unknown as ImportReport;
  expect(codes(report)).toEqual([[2, "invalid_row"]]);
  expect(report.competitors).toMatchObject([{ placeId: "fine" }, { placeId: feature }, { placeId: "stall-79" }]);
  expect([report.imported, report.skipped]).toEqual([3, 3_999]);
});
