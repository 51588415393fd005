/** The embedded database's files after an erasure: they hold its markers until they are scrubbed, and none from then on. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../../../infra/composition/database";
import { scrub } from "../../../../infra/composition/programs/scrub";
import { startService } from "../../../../infra/composition/service";
import { loadConfig } from "../../../../infra/config/config";
import { loadMasterKey } from "../../../../infra/config/master-key";
import { silentLogger } from "../../../../infra/logging/logger";
import { createPool } from "../../../../infra/postgres/pool";
import { systemClock } from "../../../../infra/time/clock";
import { startAnswering, type Answering } from "../../../support/answering";
import { createApi, expectStatus } from "../../../support/api";
import { filesHolding, filesHoldingWhole } from "../../../support/bytes";
import { eventually } from "../../../support/eventually";
import { lived } from "../../../support/marked-life";
import { ask, endpointCalled } from "../../../support/marked-requests";
import { newMarker } from "../../../support/planting";
import { ADMIN_EMAIL, ADMIN_TOKEN, COLLECTOR_TOKEN } from "../../../support/service";

let folder: string;
let answering: Answering;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "lbi-scrub-"));
  answering = await startAnswering();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await answering.close();
});

const dataDir = () => join(folder, "data");
const configured = () =>
  loadConfig({
    DATA_DIR: dataDir(),
    PORT: "0",
    PUBLIC_URL: "http://service.example",
    ADMIN_EMAILS: ADMIN_EMAIL,
    ADMIN_TOKEN,
    COLLECTOR_TOKEN,
    SMS_PROVIDER: "sandbox",
    TRUSTED_PROXIES: "1",
    WEBHOOK_ALLOWED_TARGETS: `localhost:${answering.port}`,
  });

/** A business with markers in everything lives in a service of its own, and is erased. Gives what must not be found. */
async function livedAndErased(): Promise<{ markers: readonly string[]; key: string; compressed: string }> {
  const config = configured();
  const masterKey = loadMasterKey(config);
  const unexpected = (sentence: string) => {
    throw new Error(sentence);
  };
  const database = await openDatabase(config, silentLogger, unexpected);
  const pool = createPool(database, { connectionsMax: 2 });
  const service = await startService({ config, connection: database, masterKey, logger: silentLogger });
  try {
    const api = createApi(service);
    const life = await lived({ api, pool, now: () => systemClock.now(), answering });
    const { browser, businessId } = life.tenant;
    const compressed = newMarker();
    const long = { website: `https://${compressed}.example/${"a".repeat(1_900)}`, differentiator: "b".repeat(1_000) };
    expectStatus(await browser.patch("/api/businesses/me", long), 200);
    await eventually(async () => {
      const how = "SELECT pg_column_compression(website) AS how FROM businesses WHERE business_id = $1";
      expect((await pool.query(how, [businessId])).rows).toEqual([{ how: "pglz" }]);
    });
    // What the database knows of the values of columns, it notes in files as well.
    await pool.query("ANALYZE");
    await ask(life, endpointCalled("order-erasure"), await api.admin(), { id: businessId });
    await eventually(
      async () => {
        const gone = "SELECT count(*)::integer AS events FROM event_log.events WHERE stream = $1";
        expect((await pool.query(gone, [`business-${businessId}`])).rows).toEqual([{ events: 0 }]);
        const open = "SELECT count(*)::integer AS intents FROM operational.process_intents WHERE business_id = $1";
        expect((await pool.query(open, [businessId])).rows).toEqual([{ intents: 0 }]);
      },
      { timeoutMs: 15_000 },
    );
    const { "the data key": key = "", ...others } = Object.fromEntries(life.markers);
    const markers = [...Object.values(others), ...life.requestIds.values()].filter((one) => one.startsWith("mark"));
    return { markers: [...markers, compressed], key, compressed };
  } finally {
    await service.stop();
    await pool.end();
    await database.close();
  }
}

test("no file of the data folder holds a byte of an erased business once it is scrubbed, and before that many do", async () => {
  const { markers, key, compressed } = await livedAndErased();
  expect(markers.length).toBeGreaterThan(30);
  const before = filesHolding(dataDir(), markers);
  expect(before.has(compressed)).toBe(true);
  expect([...before.values()].flat().some((path) => path.includes("/pg_wal/"))).toBe(true);
  expect([...before.values()].flat().some((path) => path.includes("/base/"))).toBe(true);
  expect(filesHoldingWhole(dataDir(), [key]).length).toBeGreaterThan(0);

  const leftovers = await scrub(configured(), silentLogger);
  expect(leftovers).toEqual([
    "Backups, archived segments and snapshots of the disk hold what they held when they were made.",
  ]);
  expect([...filesHolding(dataDir(), markers)]).toEqual([]);
  expect(filesHoldingWhole(dataDir(), [key])).toEqual([]);
}, 60_000);

test("where there is no database yet nothing is made", async () => {
  const nowhere = join(folder, "nowhere");
  await expect(scrub(loadConfig({ DATA_DIR: nowhere }), silentLogger)).rejects.toThrow("There is no database in");
  expect(existsSync(nowhere)).toBe(false);
});
