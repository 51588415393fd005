/** Processes of one database that are given different settings: those that run decide, and where none runs whoever starts does. */
import type { PoolClient } from "pg";
import { installationMigrations } from "../../../infra/installation/migrations";
import { requireSameSettings, runAgain } from "../../../infra/installation/same-settings";
import type { SettingsInUse } from "../../../infra/installation/shared-settings";
import { createTestDatabase, type TestDatabase } from "../../support/database";

let database: TestDatabase;
const running: PoolClient[] = [];
beforeEach(async () => (database = await createTestDatabase({ migrations: installationMigrations })));
afterEach(async () => {
  for (const client of running.splice(0)) client.release(true);
  await database.drop();
});

const settings = (days: number): SettingsInUse => ({
  REVIEW_TEXT_RETENTION_DAYS: { text: String(days), hidden: false },
});
/** Gives the end of its connection, as by a kill. */
async function start(days: number, tries?: number): Promise<() => void> {
  const client = await database.pool.connect();
  try {
    await requireSameSettings(client, settings(days), tries);
  } catch (error) {
    client.release(true);
    throw error;
  }
  running.push(client);
  return () => running.splice(running.indexOf(client), 1)[0]?.release(true);
}

test("a process with other settings than those that run does not start, and is told which and how they differ", async () => {
  await start(30);
  await start(30);
  await expect(start(7, 1)).rejects.toThrow('REVIEW_TEXT_RETENTION_DAYS is "7" here and "30" there.');
});

test("once all others are gone, whoever starts brings its own settings, and those before are refused", async () => {
  const ends = [await start(30), await start(30)];
  for (const end of ends) end();
  await start(7);
  await expect(start(30, 1)).rejects.toThrow('is "30" here and "7" there');
});

test("of processes that start together with different settings those of one go on and the others are refused", async () => {
  const days = [7, 30, 7, 30];
  const outcomes = await Promise.allSettled(days.map((one) => start(one, 1)));
  const wentOn = new Set(days.filter((_, at) => outcomes[at]?.status === "fulfilled"));
  expect([wentOn.size, running.length]).toEqual([1, 2]);
});

test("a process that lost its connection is counted again, and goes on whoever came meanwhile", async () => {
  (await start(30))();
  const end = await start(7);
  const back = await database.pool.connect();
  running.push(back);
  await runAgain(back);
  end();
  await expect(start(30, 1)).rejects.toThrow('is "30" here and "7" there');
});
