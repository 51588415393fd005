/** Scrubbing a server that others use as well: rows and statistics go, and what is not ours to end is said. */
import { scrubDatabase } from "../../../infra/postgres/scrub";
import { createTestDatabase, type TestDatabase } from "../../support/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ connectionsMax: 2 });
});
afterAll(() => database.drop());

test("emptied tables keep no statistics of what was in them, and the server's own log is left to its operator", async () => {
  const { pool } = database;
  const known = async () => (await pool.query("SELECT FROM pg_stats WHERE tablename = 'emptied'")).rowCount;
  await pool.query("CREATE TABLE emptied AS SELECT 'somebody' AS name FROM generate_series(1, 100)");
  await pool.query("ANALYZE emptied");
  await pool.query("DELETE FROM emptied");
  expect(await known()).toBe(1);
  const leftovers = await scrubDatabase(pool, false);
  expect(await known()).toBe(0);
  expect((await pool.query("SELECT pg_relation_size('emptied') AS bytes")).rows).toEqual([{ bytes: 0 }]);
  expect(leftovers).toHaveLength(2);
  expect(leftovers[0]).toContain("write-ahead log");
});
