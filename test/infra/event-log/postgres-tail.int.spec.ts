/** How the Postgres log brings new events to its subscriptions. */
import type { EventLog } from "../../../infra/event-log/event-log";
import { eventLogMigrations } from "../../../infra/event-log/postgres/migrations";
import { createPostgresLog } from "../../../infra/event-log/postgres/postgres-log";
import { collect, idsOf } from "../../contract/event-log/collecting";
import { mustAppend, newEvent, newStream } from "../../contract/event-log/requests";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { eventually } from "../../support/eventually";
import { TestClock } from "../../support/test-clock";

describe("the tail of the Postgres log", () => {
  let database: TestDatabase;
  let clock: TestClock;
  let log: EventLog;
  let elsewhere: EventLog;

  beforeEach(async () => {
    database = await createTestDatabase({ migrations: eventLogMigrations });
    // The clock stands still: nothing in here comes from looking every second.
    clock = new TestClock();
    const options = { pool: database.pool, connection: { url: database.url }, clock };
    log = createPostgresLog(options);
    elsewhere = createPostgresLog(options);
  });

  afterEach(async () => {
    await Promise.all([log.close(), elsewhere.close()]);
    await database.drop();
  });

  async function listening(): Promise<number> {
    const { rows } = await database.pool.query<{ count: number }>(
      "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'event-log-listen'",
    );
    return rows[0]?.count ?? 0;
  }

  test("a notice alone brings another process's events to a subscription that had caught up", async () => {
    const collecting = collect(log, { after: 0 });
    const first = newEvent();
    await mustAppend(log, { events: [first] });
    await eventually(() => expect(idsOf(collecting.events)).toEqual([first.id]));
    const second = newEvent();
    await mustAppend(elsewhere, { events: [second] });
    await eventually(() => expect(idsOf(collecting.events)).toEqual([first.id, second.id]));
    collecting.stop();
    await collecting.ended;
  });

  test("events whose notice was lost are found within a second", async () => {
    const collecting = collect(log, { after: 0 });
    await mustAppend(log);
    await eventually(() => expect(collecting.events).toHaveLength(1));
    await database.pool.query(`
      WITH moved AS (UPDATE event_log.head SET position = position + 1 RETURNING position)
      INSERT INTO event_log.events (position, stream, revision, id, type, data, metadata, recorded_at)
      SELECT position, 'place-unheard', 0, gen_random_uuid(), 'PlaceSeen', '{}', '{}', now() FROM moved`);
    await eventually(async () => {
      await clock.advance(1_000);
      expect(collecting.events.at(-1)?.stream).toBe("place-unheard");
    });
    collecting.stop();
    await collecting.ended;
  });

  test("all subscriptions of a process share one listening connection, made for the first of them", async () => {
    await mustAppend(log);
    expect(await listening()).toBe(0);
    const all = Array.from({ length: 5 }, () => collect(log, { after: 0 }));
    for (const { events } of all) await eventually(() => expect(events).toHaveLength(1));
    await mustAppend(elsewhere);
    for (const { events } of all) await eventually(() => expect(events).toHaveLength(2));
    expect(await listening()).toBe(1);
    for (const each of all) each.stop();
    await Promise.all(all.map(({ ended }) => ended));
  });

  test("a reader too slow for what memory holds goes on from the table and misses nothing", async () => {
    const stopping = new AbortController();
    const pages = log.subscribe({ after: 0, limit: 1_000, signal: stopping.signal })[Symbol.asyncIterator]();
    const expected: string[] = [];
    const seen: string[] = [];

    async function append(events: number): Promise<void> {
      const some = Array.from({ length: events }, () => newEvent());
      await mustAppend(log, { events: some });
      expected.push(...idsOf(some));
    }
    async function readUntilEven(): Promise<void> {
      while (seen.length < expected.length)
        seen.push(...idsOf(((await pages.next()).value as { events: { id: string }[] }).events));
    }

    await append(1);
    await readUntilEven();
    for (let round = 0; round < 10; round += 1) await append(1_000);
    await readUntilEven();
    await append(1);
    await readUntilEven();
    expect(seen).toEqual(expected);
    stopping.abort();
    expect((await pages.next()).done).toBe(true);
  });

  test("a stream erased by another process leaves this one's memory", async () => {
    const live = collect(log, { after: 0 });
    for (let caughtUp = 0; caughtUp < 2; caughtUp += 1) {
      await mustAppend(log);
      await eventually(() => expect(live.events).toHaveLength(caughtUp + 1));
    }
    // The second event came live, so memory has begun and holds everything that follows.
    const after = live.position;
    const stream = newStream();
    await mustAppend(log, { stream });
    const kept = newEvent();
    await mustAppend(log, { events: [kept] });
    await eventually(() => expect(live.events.at(-1)?.id).toBe(kept.id));
    await elsewhere.erase([stream]);
    await eventually(async () => {
      const later = collect(log, { after });
      await eventually(() => expect(later.events.at(-1)?.id).toBe(kept.id));
      later.stop();
      await later.ended;
      expect(idsOf(later.events)).toEqual([kept.id]);
    });
    live.stop();
    await live.ended;
  });
});
