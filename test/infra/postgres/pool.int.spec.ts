import type { PoolClient } from "pg";
import { databaseAnswers } from "../../../infra/postgres/answering";
import { isConnectionLoss } from "../../../infra/postgres/connection-loss";
import { createPool } from "../../../infra/postgres/pool";
import { inTransaction } from "../../../infra/postgres/transaction";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { startDoorBefore } from "../../support/silent-door";

describe("a pool", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  test("survives a connection that breaks in the moment in which it is handed out", async () => {
    const pool = createPool(database);
    const held: PoolClient = await pool.connect();
    // Nobody has had the time to listen on it yet.
    expect(() => held.emit("error", new Error("terminating connection"))).not.toThrow();
    held.release(true);
    expect((await pool.query<{ one: number }>("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });

  test("gives back what a transaction locked whose client stands still, and leaves one alone whose statement takes long", async () => {
    const pool = createPool(database, { idleInTransactionMs: 200 });
    await pool.query("CREATE TABLE things AS SELECT 1 AS id");
    const still = await pool.connect();
    await still.query("BEGIN; SELECT 1 FROM things FOR UPDATE");
    const slept = inTransaction(pool, async (client) => {
      await client.query("SELECT pg_sleep(0.5) FROM things FOR UPDATE");
      return client.query("SELECT id FROM things");
    });
    expect((await slept).rows).toEqual([{ id: 1 }]);
    const lost = await still.query("SELECT 1").catch((error: unknown) => error);
    expect(isConnectionLoss(lost)).toBe(true);
    still.release(true);
    await pool.end();
  });

  test("whose connection has been forgotten on the way says within seconds that nobody answers, and then has another one", async () => {
    const { door, url } = await startDoorBefore(database.url);
    const pool = createPool({ url }, { connectionsMax: 1 });
    try {
      await databaseAnswers(pool);
      door.forget();
      expect(isConnectionLoss(await databaseAnswers(pool).catch((error: unknown) => error))).toBe(true);
      await databaseAnswers(pool);
    } finally {
      await pool.end();
      await door.close();
    }
  });
});
