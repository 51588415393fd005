/** A log is not moved under anybody who uses it, nobody starts while it is moved, and who missed a move learns of it. */
import { migrations } from "../../../../infra/composition/catalogue/migrations";
import { aloneAtHome, stayAtHome } from "../../../../infra/event-log/migration/home-lock";
import { createPool } from "../../../../infra/postgres/pool";
import { createTestDatabase, type TestDatabase } from "../../../support/database";
import { eventually } from "../../../support/eventually";
import { startDoorBefore } from "../../../support/silent-door";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase({ migrations });
});
afterEach(() => database.drop());

const unmoved = (sentence: string): never => {
  throw new Error(sentence);
};
const move = () => aloneAtHome(database.pool, () => Promise.resolve("moved"));

/** Whoever holds a share of the lock loses its connection. */
const CUT = `SELECT pg_terminate_backend(pid) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
  WHERE locktype = 'advisory' AND mode = 'ShareLock' AND datname = current_database()`;

test("a log is not moved while anything uses it, by whatever name it is connected", async () => {
  const named = createPool({ url: `${database.url}?application_name=reports` });
  const others = [await stayAtHome(named, "postgres", unmoved), await stayAtHome(database.pool, "postgres", unmoved)];
  await expect(move()).rejects.toThrow(
    "The service is running, or a command of it: 2 of its processes use this database's log. Stop every one of them first.",
  );
  for (const other of others) await other.leave();
  await named.end();
  expect(await move()).toBe("moved");
}, 20_000);

test("nobody starts, and nobody else moves the log, while it is being moved", async () => {
  await aloneAtHome(database.pool, async () => {
    await Promise.all([
      expect(stayAtHome(database.pool, "postgres", unmoved)).rejects.toThrow(/^The log .+ is being moved: wait/),
      expect(move()).rejects.toThrow("Somebody else is moving the log of this database."),
    ]);
  });
  await (await stayAtHome(database.pool, "postgres", unmoved)).leave();
}, 20_000);

test("who lost its connection holds the lock again, and is told when the log was moved meanwhile", async () => {
  const { pool } = database;
  const told: string[] = [];
  const one = await stayAtHome(pool, "postgres", (sentence) => told.push(sentence));
  const holders = async () => (await pool.query<{ pid: number }>(CUT.replace("pg_terminate_backend(pid)", "pid"))).rows;
  const [before] = await holders();
  await pool.query(CUT);
  await eventually(async () => {
    const now = await holders();
    expect(now).toHaveLength(1);
    expect(now).not.toEqual([before]);
  });
  expect(told).toEqual([]);
  await pool.query("UPDATE operational.log_home SET moves = moves + 2");
  await pool.query(CUT);
  await eventually(() =>
    expect(told).toEqual(["The log of this database was moved while this process had no connection to it."]),
  );
  await one.leave();
  const two = await stayAtHome(pool, "postgres", (sentence) => told.push(sentence));
  await pool.query("UPDATE operational.log_home SET kind = 'eventstoredb'");
  await pool.query(CUT);
  await eventually(() => expect(told[1]).toMatch(/^The log of this database is in EventStoreDB, but/));
  await two.leave();
});

test("who loses its connection without a word learns of it, and holds the lock again", async () => {
  const { door, url } = await startDoorBefore(database.url);
  const behind = createPool({ url });
  const one = await stayAtHome(behind, "postgres", unmoved);
  const holders = async () =>
    (await database.pool.query(CUT.replace("pg_terminate_backend(pid)", "pid"))).rows as readonly unknown[];
  try {
    expect(await holders()).toHaveLength(1);
    door.forget();
    // The server gives the lock up, and nobody tells the one that held it.
    await database.pool.query(CUT);
    await eventually(async () => expect(await holders()).toEqual([]));
    await eventually(async () => expect(await holders()).toHaveLength(1));
  } finally {
    await one.leave();
    await behind.end();
    await door.close();
  }
}, 40_000);

test("what is done alone is undone when the lock is lost before its end", async () => {
  const { pool } = database;
  await pool.query("INSERT INTO operational.log_home (kind) VALUES ('postgres')");
  const lost = aloneAtHome(pool, async (alone) => {
    await alone.query("BEGIN");
    await alone.query("UPDATE operational.log_home SET moves = 1");
    await pool.query(CUT.replace("ShareLock", "ExclusiveLock"));
    await alone.query("COMMIT");
  });
  await expect(lost).rejects.toThrow();
  expect((await pool.query("SELECT moves FROM operational.log_home")).rows).toEqual([{ moves: 0 }]);
});
