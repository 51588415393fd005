/** A database is sealed with one master key, and a process that has another does not start on it. */
import { migrations } from "../../../infra/composition/catalogue/migrations";
import { createIds } from "../../../infra/ids/ids";
import { migrate } from "../../../infra/postgres/migrations";
import { createDataKeys } from "../../../infra/sealing/data-keys";
import { checkMasterKey } from "../../../infra/sealing/master-key-check";
import { systemClock } from "../../../infra/time/clock";
import { createTestDatabase, type TestDatabase } from "../../support/database";

const key = Buffer.alloc(32, 1);
const other = Buffer.alloc(32, 2);
const SENTENCE =
  "MASTER_KEY is not the key that this database was sealed with: give every process and every restore the same one.";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await migrate(database.pool, migrations);
});
afterEach(() => database.drop());

test("the key of the first start is that of every later one", async () => {
  await checkMasterKey(database.pool, key);
  await checkMasterKey(database.pool, key);
  await expect(checkMasterKey(database.pool, other)).rejects.toThrow(SENTENCE);
});

test("of processes that start together with two keys, those of one go on and the others are refused", async () => {
  const keys = [key, other, key, other, key, other];
  const outcomes = await Promise.allSettled(keys.map((one) => checkMasterKey(database.pool, one)));
  const wentOn = new Set(keys.filter((_one, index) => outcomes[index]?.status === "fulfilled"));
  expect(wentOn.size).toBe(1);
  const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
  expect(refused).toEqual(Array.from({ length: 3 }, () => `Error: ${SENTENCE}`));
});

test("a database that was sealed before any process left its mark knows its key by what it holds", async () => {
  const ids = createIds(systemClock);
  await createDataKeys({ pool: database.pool, masterKey: key, ids, clock: systemClock }).keyFor("account:1");
  await expect(checkMasterKey(database.pool, other)).rejects.toThrow(SENTENCE);
  await checkMasterKey(database.pool, key);
  await expect(checkMasterKey(database.pool, other)).rejects.toThrow(SENTENCE);
});
