/** Ten years of reviews of real places go in completely, once, and the counts afterwards are those of the listings. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createApi, expectStatus, ndjson, type Api, type Tenant } from "../support/api";
import { metersApart } from "../support/geodesy";
import { startTestService, type TestService } from "../support/service";
import { settled } from "./settled";

const folder = process.env["REAL_DATA_DIR"] ?? join(__dirname, "..", "..", "..", "shared", "data");
const program = join(folder, "to-observations.mjs");
const listings = join(folder, "oslo-lodging");
const isHere = existsSync(program) && existsSync(join(listings, "listings.csv"));
const TRACKED = 20;
/** Of 3,324, which take three minutes: those with most reviews. */
const PLACES = 66;

interface Listing {
  readonly placeId: string;
  readonly reviewCount: number;
  readonly category: string;
  readonly latitude: number;
  readonly longitude: number;
}

const title = isHere ? "real observations" : `real observations (skipped: ${folder} is not there)`;

(isHere ? describe : describe.skip)(title, () => {
  let service: TestService;
  let api: Api;
  let tenant: Tenant;
  let lines: string;
  let expected: readonly Listing[];

  beforeAll(async () => {
    service = await startTestService();
    api = createApi(service);
    lines = await text(spawn(process.execPath, [program, listings, "--places", String(PLACES)]).stdout);
    expected = readListings().slice(0, PLACES);
    tenant = await api.tenant({ plan: "agency", business: { placeId: expected.at(-1)?.placeId } });
    for (const { placeId } of expected.slice(0, TRACKED))
      expectStatus(await tenant.api.post("/api/v1/competitors", { name: "Tracked", place_id: placeId }), 201);
  }, 60_000);
  afterAll(() => service.close());

  const hand = async () => {
    const reply = await api.collector.send("POST", "/api/admin/observations", ndjson(lines));
    return expectStatus(reply, 200) as { received: number; changed: number; rejected: number; position: number };
  };

  test("go in completely, and every place has the review count of its listing", async () => {
    const startedAt = performance.now();
    const { position, ...report } = await hand();
    const seconds = (performance.now() - startedAt) / 1_000;
    const count = lines.trimEnd().split("\n").length;
    expect(report).toMatchObject({ received: count, rejected: 0 });
    await settled(service);
    const visible = (performance.now() - startedAt) / 1_000;
    process.stdout.write(
      `${count} observations of ${expected.length} places: taken in after ${seconds.toFixed(1)} s ` +
        `(${Math.round(count / seconds)} a second), readable after ${visible.toFixed(1)} s.\n`,
    );
    const { rows } = await service.database.pool.query<{ place_id: string; review_count: number }>(
      "SELECT place_id, review_count FROM read_model.places",
    );
    const counts = new Map(rows.map((row) => [row.place_id, row.review_count]));
    expect(counts.size).toBe(expected.length);
    expect(expected.filter(({ placeId, reviewCount }) => counts.get(placeId) !== reviewCount)).toEqual([]);
    expect(position).toBeGreaterThan(0);
  }, 280_000);

  test("are what the businesses that track the places read, without an alert for the past", async () => {
    const { competitors } = expectStatus(await tenant.api.get("/api/v1/competitors"), 200);
    const counts = (listed: readonly Listing[]) => listed.map(({ placeId, reviewCount }) => ({ placeId, reviewCount }));
    expect(counts(competitors as Listing[])).toEqual(counts(expected.slice(0, TRACKED)));
    const own = expectStatus(await tenant.api.get("/api/v1/me"), 200);
    expect(own).toMatchObject({ ...counts(expected.slice(-1))[0] });
    expect(expectStatus(await tenant.api.get("/api/v1/alerts"), 200)).toMatchObject({ alerts: [], unread: 0 });
  });

  test.each([
    [1_500, ""],
    [2_000, "&category=any"],
    [50_000, "&category=private%20ROOM%20in%20rental%20unit"],
  ])("within %d m with %p the suggestions are the nearest places of the file", async (radius, more) => {
    const own = expected.at(-1) as Listing;
    const asked = new URLSearchParams(more).get("category") ?? own.category;
    const around = expected
      .slice(TRACKED, -1)
      .filter(({ category }) => asked === "any" || category.toLowerCase() === asked.toLowerCase())
      .map((listing) => ({ placeId: listing.placeId, meters: metersApart(own, listing) }))
      .filter(({ meters }) => meters <= radius)
      .sort((left, right) => left.meters - right.meters || (left.placeId < right.placeId ? -1 : 1))
      .slice(0, 100);
    expect(around.length).toBeGreaterThan(5);
    const reply = await tenant.browser.get(`/api/competitors/suggestions?limit=100&radius=${radius}${more}`);
    const { suggestions } = expectStatus(reply, 200) as {
      suggestions: readonly { placeId: string; distanceMeters: number }[];
    };
    expect(suggestions.map(({ placeId }) => placeId)).toEqual(around.map(({ placeId }) => placeId));
    const off = suggestions.map(({ distanceMeters }, at) => Math.abs(distanceMeters - (around[at]?.meters ?? 0)));
    expect(Math.max(...off)).toBeLessThanOrEqual(0.501);
  });

  test("handed in a second time they change nothing, to the last row", async () => {
    const before = await dump(service);
    const head = await service.running.engines.log.head();
    expect(await hand()).toMatchObject({ changed: 0, rejected: 0 });
    await settled(service);
    expect(await service.running.engines.log.head()).toBe(head);
    expect(await dump(service)).toEqual(before);
  }, 280_000);
});

/** The places in the file's order, with what a person would read there. */
function readListings(): readonly Listing[] {
  const [head = "", ...rows] = readFileSync(join(listings, "listings.csv"), "utf8").trim().split(/\r?\n/);
  const names = head.split(",");
  return rows.map((row) => {
    const cells = [...row.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map((match) => match[1] ?? "");
    const cell = (name: string): string => (cells[names.indexOf(name)] ?? "").replace(/^"(.*)"$/, "$1");
    return {
      placeId: cell("place_id"),
      reviewCount: Number(cell("review_count")),
      category: cell("category"),
      latitude: Number(cell("latitude")),
      longitude: Number(cell("longitude")),
    };
  });
}

/** What every read table of places holds, as one digest each. */
async function dump({ database }: TestService): Promise<Readonly<Record<string, string>>> {
  const tables = ["places", "place_snapshots", "place_sections", "place_reviews", "competitors", "alerts"];
  const digests = tables.map(async (table) => {
    const { rows } = await database.pool.query<{ row: string }>(
      `SELECT t::text AS row FROM read_model.${table} t ORDER BY t::text COLLATE "C"`,
    );
    const digest = createHash("sha256").update(rows.map(({ row }) => row).join("\n"));
    return [table, `${rows.length} rows, ${digest.digest("hex")}`] as const;
  });
  return Object.fromEntries(await Promise.all(digests));
}
