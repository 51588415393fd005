/** Tests run side by side because each has a database of its own. */
import { Client } from "pg";
import { createKnex } from "../../infra/postgres/pool";
import { createTestDatabase } from "./database";
import { eventually } from "./eventually";

test("databases made at the same time start alike and do not see each other", async () => {
  const migrations = [{ name: "test-marks", sql: "CREATE TABLE read_model.test_marks (mark text)" }];
  const databases = await Promise.all([1, 2, 3].map(() => createTestDatabase({ migrations })));
  await databases[0]?.pool.query("INSERT INTO test_marks VALUES ('first')");
  const counts = await Promise.all(
    databases.map(({ pool }) => pool.query<{ marks: number }>("SELECT count(*) AS marks FROM test_marks")),
  );
  expect(counts.map(({ rows }) => rows)).toEqual([[{ marks: 1 }], [{ marks: 0 }], [{ marks: 0 }]]);
  await Promise.all(databases.map(({ drop }) => drop()));
});

test("a dropped database is gone, also when somebody is still connected to it", async () => {
  const [database, other] = [await createTestDatabase(), await createTestDatabase()];
  const left = new Client({ connectionString: database.url });
  left.on("error", () => undefined);
  await left.connect();
  const { rows: names } = await left.query<{ name: string }>("SELECT current_database() AS name");
  await database.drop();
  const { rows } = await other.pool.query("SELECT 1 FROM pg_database WHERE datname = $1", [names[0]?.name]);
  expect(rows).toEqual([]);
  await other.drop();
});

test("the query builder finds read tables by their plain names and reads the same types as the pool", async () => {
  const migrations = [{ name: "test-marks", sql: "CREATE TABLE read_model.test_marks (mark int8 DEFAULT 7, at date)" }];
  const database = await createTestDatabase({ migrations });
  const knex = createKnex({ url: database.url });
  await knex("test_marks").insert({ at: "2026-01-31" });
  expect(await knex("test_marks").select()).toEqual([{ mark: 7, at: "2026-01-31" }]);
  await knex.destroy();
  await database.drop();
});

test("counts, instants, days and amounts arrive as numbers and ISO strings, alone and in arrays", async () => {
  const { pool, drop } = await createTestDatabase();
  const { rows } = await pool.query(`
    SELECT 9007199254740991::int8 AS count, 4.5::numeric AS amount, date '2026-01-31' AS day,
           timestamptz '2026-01-31 09:00:00.12+01' AS instant, ARRAY[1, NULL]::int8[] AS counts,
           ARRAY[timestamptz '2026-01-31 00:00:00Z'] AS instants, ARRAY[date '2026-01-31'] AS days`);
  expect(rows).toEqual([
    {
      count: 9_007_199_254_740_991,
      amount: 4.5,
      day: "2026-01-31",
      instant: "2026-01-31T08:00:00.120Z",
      counts: [1, null],
      instants: ["2026-01-31T00:00:00.000Z"],
      days: ["2026-01-31"],
    },
  ]);
  await expect(pool.query("SELECT 9007199254740993::int8")).rejects.toThrow("beyond exact integers");
  await drop();
});

test("waiting ends with the value once the assertion holds, and with its last failure past the deadline", async () => {
  let turns = 0;
  expect(await eventually(() => (turns += 1) > 3 || Promise.reject(new Error("early")))).toBe(true);
  await expect(eventually(() => Promise.reject(new Error("never")), { timeoutMs: 30 })).rejects.toThrow("never");
});
