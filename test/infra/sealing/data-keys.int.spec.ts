/** What data keys promise, over a real database shared by several processes. */
import { createIds } from "../../../infra/ids/ids";
import { createDataKeys, type DataKeys } from "../../../infra/sealing/data-keys";
import { sealingMigrations } from "../../../infra/sealing/migrations";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { TestClock } from "../../support/test-clock";

const clock = new TestClock();
const ids = createIds(clock);
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ migrations: sealingMigrations });
});
afterAll(() => database.drop());

function aProcess(more: { cacheEntriesMax?: number; masterKey?: Buffer } = {}): DataKeys {
  return createDataKeys({ pool: database.pool, masterKey: Buffer.alloc(32, 1), ids, clock, ...more });
}

async function storedKey(owner: string): Promise<string | null | undefined> {
  const { rows } = await database.pool.query<{ sealed_key: string | null }>(
    "SELECT sealed_key FROM operational.data_keys WHERE owner = $1",
    [owner],
  );
  return rows[0]?.sealed_key;
}

test("an owner's key is made once, however many processes ask for it at the same time", async () => {
  const processes = Array.from({ length: 8 }, () => aProcess());
  const keys = await Promise.all(processes.flatMap((one) => [one.keyFor("account:many"), one.keyFor("account:many")]));
  expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(1);
  expect(keys[0]).toHaveLength(32);
});

test("two owners have two keys", async () => {
  const keys = aProcess();
  expect(await keys.keyFor("account:one")).not.toEqual(await keys.keyFor("account:two"));
});

test("keys are stored sealed, and open under no other master key nor for another owner", async () => {
  const key = await aProcess().keyFor("account:sealed");
  const stored = await storedKey("account:sealed");
  expect(stored).toMatch(/^v1\./);
  expect(stored).not.toContain(key.toString("base64url"));
  await expect(aProcess({ masterKey: Buffer.alloc(32, 2) }).openingKey("account:sealed")).rejects.toThrow(
    "another key",
  );
  await database.pool.query(
    "INSERT INTO operational.data_keys (owner, sealed_key) SELECT 'account:thief', sealed_key FROM operational.data_keys WHERE owner = 'account:sealed'",
  );
  await expect(aProcess().openingKey("account:thief")).rejects.toThrow("another key");
});

test("opening makes no key where there is none", async () => {
  expect(await aProcess().openingKey("account:nobody")).toBeUndefined();
  const { rowCount } = await database.pool.query("SELECT FROM operational.data_keys WHERE owner = 'account:nobody'");
  expect(rowCount).toBe(0);
});

test("a destroyed key is gone at once in its own process, and within ten seconds in every other", async () => {
  const [here, there] = [aProcess(), aProcess()];
  const key = await there.keyFor("account:gone");
  await here.keyFor("account:gone");
  await here.destroy("account:gone");
  expect(await here.openingKey("account:gone")).toBe("destroyed");
  expect(await there.openingKey("account:gone")).toEqual(key);
  await clock.advance(10_000);
  expect(await there.openingKey("account:gone")).toBe("destroyed");
});

test("a destroyed key leaves a row without a key, and no new key is ever made for its owner", async () => {
  await aProcess().keyFor("account:tomb");
  await aProcess().destroy("account:tomb");
  await aProcess().destroy("account:tomb");
  expect(await aProcess().keyFor("account:tomb")).toBe("destroyed");
  expect(await storedKey("account:tomb")).toBeNull();
});

test("an owner destroyed before it had a key never gets one", async () => {
  await aProcess().destroy("account:never");
  expect(await aProcess().keyFor("account:never")).toBe("destroyed");
});

test("a key that was being fetched while it was destroyed here does not come back", async () => {
  const keys = aProcess();
  await aProcess().keyFor("account:race");
  const fetching = keys.openingKey("account:race");
  await keys.destroy("account:race");
  await fetching;
  expect(await keys.openingKey("account:race")).toBe("destroyed");
});

test("many owners' keys take one query, and none while they are remembered", async () => {
  const owners = Array.from({ length: 50 }, (_, index) => `place:${index}`);
  for (const owner of owners) await aProcess().keyFor(owner);
  const keys = aProcess();
  const query = jest.spyOn(database.pool, "query");
  const found = await keys.openingKeys([...owners, ...owners, "place:unknown"]);
  expect(query).toHaveBeenCalledTimes(1);
  expect([...found.keys()].sort()).toEqual([...owners].sort());
  expect(await keys.openingKeys(owners)).toEqual(found);
  expect(query).toHaveBeenCalledTimes(1);
  query.mockRestore();
});

test("the keys of a retention are destroyed up to a day, in every process, and no other key with them", async () => {
  const [here, there] = [aProcess(), aProcess()];
  const days = ["2025-12-31", "2026-01-01", "2026-01-02", "2026-01-10"].map((day) => `retention:note:${day}`);
  const others = ["retention:note_b:2025-12-31", "retention:not:2025-12-31", "place:note:2025-12-31", "account:0"];
  for (const owner of [...days, ...others]) await here.keyFor(owner);
  const kept = await there.openingKeys([...days, ...others]);
  expect(await here.destroyBefore("note", "2026-01-02")).toEqual(["2025-12-31", "2026-01-01"]);
  expect(await here.destroyBefore("note", "2026-01-02")).toEqual([]);
  expect(await here.openingKey("retention:note:2026-01-01")).toBe("destroyed");
  expect(await there.openingKey("retention:note:2026-01-01")).toEqual(kept.get("retention:note:2026-01-01"));
  await clock.advance(10_000);
  for (const keys of [here, there]) {
    const found = await keys.openingKeys([...days, ...others]);
    expect(days.map((owner) => found.get(owner))).toEqual([
      "destroyed",
      "destroyed",
      kept.get("retention:note:2026-01-02"),
      kept.get("retention:note:2026-01-10"),
    ]);
    expect(others.map((owner) => found.get(owner))).toEqual(others.map((owner) => kept.get(owner)));
  }
  expect(await storedKey("retention:note:2026-01-01")).toBeNull();
});

test("a retention's keys are found without looking through the keys of all owners", async () => {
  const client = await database.pool.connect();
  try {
    await client.query("BEGIN; SET LOCAL enable_seqscan = off");
    const { rows } = await client.query<{ "QUERY PLAN": string }>(
      `EXPLAIN SELECT FROM operational.data_keys WHERE starts_with(owner, 'retention:') AND sealed_key IS NOT NULL
       AND owner COLLATE "C" >= 'retention:note:' AND owner COLLATE "C" < 'retention:note:2026'`,
    );
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("data_keys_of_retentions");
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
});

test("a full memory still gives every key", async () => {
  const keys = aProcess({ cacheEntriesMax: 2 });
  const owners = ["account:a", "account:b", "account:c", "account:d"];
  const made = await Promise.all(owners.map((owner) => keys.keyFor(owner)));
  expect([...(await keys.openingKeys(owners)).entries()].sort()).toEqual(
    owners.map((owner, index) => [owner, made[index]]),
  );
});
