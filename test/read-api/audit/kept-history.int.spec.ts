/** What is streamed of a history is what there was when it began, and no more than the log still keeps. */
import { createPostgresLog } from "../../../infra/event-log/postgres/postgres-log";
import type { EventLog } from "../../../infra/event-log/event-log";
import { eventLogMigrations } from "../../../infra/event-log/postgres/migrations";
import { keptHistory } from "../../../read-api/audit/kept-history";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { TestClock } from "../../support/test-clock";

let database: TestDatabase;
let log: EventLog;
const sizes: number[] = [];

beforeAll(async () => {
  database = await createTestDatabase({ migrations: eventLogMigrations });
  log = createPostgresLog({ pool: database.pool, connection: { url: database.url }, clock: new TestClock() });
});
afterAll(async () => {
  await log.close();
  await database.drop();
});

let count = 0;
async function record(stream: string, events: number): Promise<number> {
  const made = Array.from({ length: events }, () => ({
    id: `00000000-0000-4000-8000-${String((count += 1)).padStart(12, "0")}`,
    type: "ThingHappened",
    data: {},
    metadata: {
      actor: { kind: "system", id: "test" } as const,
      commandId: `command-${count}`,
      correlationId: "r",
      causationId: "c",
      occurredAt: "2026-01-01T00:00:00.000Z",
      schemaVersion: 1,
    },
  }));
  await log.append({ stream, expected: "any", commandId: `append-${count}`, events: made });
  return log.head();
}

test("it ends where it was to end, whatever was added while it was read", async () => {
  const until = await record("thing-1", 40);
  let seen = 0;
  for await (const { position } of keptHistory(log, ["thing-1", "other-1"], until)) {
    expect(position).toBeLessThanOrEqual(until);
    if (seen === 0) await record("other-1", 5);
    seen += 1;
  }
  expect(seen).toBe(40);
});

test("once it is erased hardly anything leaves that was read before, and nobody takes it for whole", async () => {
  const until = await record("thing-2", 400);
  let seen = 0;
  const reading = async () => {
    for await (const { revision } of keptHistory(log, ["thing-2"], until)) {
      expect(revision).toBe(seen);
      if (seen === 20) await log.erase(["thing-2"]);
      seen += 1;
    }
  };
  await expect(reading()).rejects.toThrow("The stream thing-2 was erased while it was shown.");
  expect(seen).toBeLessThanOrEqual(20 + 16 + 1);
});

test("little of it is read ahead", async () => {
  const until = await record("thing-3", 3_000);
  const reading: Pick<EventLog, "readStream"> = {
    readStream: async (stream, options) => {
      const page = await log.readStream(stream, options);
      sizes.push(page.length);
      return page;
    },
  };
  for await (const _event of keptHistory(reading, ["thing-3", "other-3", "other-4", "other-5"], until)) break;
  expect(Math.max(...sizes)).toBe(256);
});
