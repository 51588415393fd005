import type { PoolClient } from "pg";
import { createPool } from "../../../infra/postgres/pool";
import { createTestDatabase, type TestDatabase } from "../../support/database";

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
});
