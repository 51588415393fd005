/** What starting programs may rely on when they bring a database up to date. */
import { migrate, requireMigrated } from "../../../infra/postgres/migrations";
import { createTestDatabase, type TestDatabase } from "../../support/database";

const places = { name: "test-places", sql: "CREATE TABLE read_model.test_places (id text PRIMARY KEY)" };
const names = { name: "test-names", sql: "ALTER TABLE read_model.test_places ADD COLUMN name text" };

describe("migrating a database", () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  test("every migration is applied once, in order, and read tables are found by their plain names", async () => {
    expect(await migrate(database.pool, [places])).toEqual(["test-places"]);
    expect(await migrate(database.pool, [places, names])).toEqual(["test-names"]);
    expect(await migrate(database.pool, [places, names])).toEqual([]);
    expect((await database.pool.query("SELECT id, name FROM test_places")).rows).toEqual([]);
  });

  test("processes that start together apply each migration exactly once", async () => {
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(database.pool, [places, names])));
    expect(applied.flat()).toEqual(["test-places", "test-names"]);
  });

  test("a migration that was changed after it had been applied stops the start with a sentence", async () => {
    await migrate(database.pool, [places]);
    const changed = { ...places, sql: `${places.sql} ` };
    await expect(migrate(database.pool, [changed])).rejects.toThrow(
      'The migration "test-places" was changed after it had been applied to this database',
    );
  });

  test("a failing migration leaves nothing of itself or of those before it", async () => {
    const broken = { name: "test-broken", sql: "CREATE TABLE read_model.half (id int); SELECT 1 / 0" };
    await expect(migrate(database.pool, [places, broken])).rejects.toThrow(
      '"test-broken" failed and nothing was changed',
    );
    const { rows } = await database.pool.query(
      "SELECT to_regclass('read_model.test_places') AS a, to_regclass('read_model.half') AS b",
    );
    expect(rows).toEqual([{ a: null, b: null }]);
    expect(await migrate(database.pool, [places])).toEqual(["test-places"]);
  });

  test("who may change nothing is told of a database that is not as the program expects it", async () => {
    const older = "The database was last used by an older version, or by none: start the service first.";
    await expect(requireMigrated(database.pool, [places])).rejects.toThrow(older);
    await migrate(database.pool, [places]);
    await requireMigrated(database.pool, [places]);
    await expect(requireMigrated(database.pool, [places, names])).rejects.toThrow(older);
  });

  test("two migrations of one name are refused before anything is applied", async () => {
    await expect(migrate(database.pool, [places, { ...names, name: places.name }])).rejects.toThrow(
      "Two migrations are called",
    );
    expect(await migrate(database.pool, [places])).toEqual(["test-places"]);
  });
});
