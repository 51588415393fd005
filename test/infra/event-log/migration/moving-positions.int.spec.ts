/** What remembers a position of the log is known, and is brought over to the place of the same event. */
import { movePositions, positionsOf } from "../../../../infra/event-log/migration/moving-positions";
import { logHome, requireLogAtHome } from "../../../../infra/event-log/migration/log-home";
import { migrations } from "../../../../infra/composition/catalogue/migrations";
import { inTransaction } from "../../../../infra/postgres/transaction";
import { createTestDatabase, type TestDatabase } from "../../../support/database";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase({ migrations });
});
afterEach(() => database.drop());

test("of every table that remembers a position it is decided what becomes of it when the log moves", async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT table_schema || '.' || table_name AS name FROM information_schema.columns
     WHERE table_schema IN ('operational', 'event_log') AND column_name ~ '(^|_)position$' ORDER BY 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(positionsOf).sort());
});

test("a position becomes that of the last event at or before it, and what was before all stays before all", async () => {
  const { pool } = database;
  await pool.query("INSERT INTO operational.moved_positions VALUES (3, 300), (5, 500), (9, 900)");
  const managers = { before: 2, at: 3, between: 4, erased: 8, beyond: 12 };
  for (const [manager, position] of Object.entries(managers))
    await pool.query("INSERT INTO operational.process_checkpoints (manager, position, halted) VALUES ($1, $2, $3)", [
      manager,
      position,
      manager === "at" ? { position: 5, id: "event" } : null,
    ]);
  await pool.query(
    `INSERT INTO operational.projection_checkpoints (table_name, filling, version, position, skipped)
     VALUES ('alerts', false, 1, 9, '{5,9}')`,
  );
  await pool.query("INSERT INTO operational.relays (name, position, generation) VALUES ('events', 5, 1)");
  await inTransaction(pool, movePositions);
  const { rows } = await pool.query<{ manager: string; position: number; halted: unknown }>(
    "SELECT manager, position, halted FROM operational.process_checkpoints",
  );
  expect(Object.fromEntries(rows.map(({ manager, position }) => [manager, position]))).toEqual({
    ...{ before: 0, at: 300, between: 300, erased: 500, beyond: 900 },
  });
  expect(rows.find(({ manager }) => manager === "at")?.halted).toEqual({ position: 500, id: "event" });
  const skipped = await pool.query("SELECT skipped FROM operational.projection_checkpoints");
  expect(skipped.rows).toEqual([{ skipped: [500, 900] }]);
  const relays = await pool.query("SELECT position, generation FROM operational.relays");
  expect(relays.rows).toEqual([{ position: 500, generation: 2 }]);
});

test("the first start decides where the log of a database is, and another one is refused with what to do", async () => {
  expect(await logHome(database.pool)).toBeUndefined();
  expect(await requireLogAtHome(database.pool, "postgres")).toEqual({
    ...{ kind: "postgres", moves: 0, identity: null, filling: false },
  });
  await expect(requireLogAtHome(database.pool, "eventstoredb")).rejects.toThrow(
    "The log of this database is in PostgreSQL, but EVENTSTOREDB_URL is set. Change that, or move the log first: " +
      "npm run migrate-log -- --from postgres --to eventstoredb (docs/migrating-the-log.md).",
  );
});
