/** Positions in the Postgres log: without a gap, and visible in their order, whoever appends. */
import { setImmediate } from "node:timers/promises";
import { DatabaseError } from "pg";
import type { EventLog } from "../../../infra/event-log/event-log";
import { eventLogMigrations } from "../../../infra/event-log/postgres/migrations";
import { createPostgresLog } from "../../../infra/event-log/postgres/postgres-log";
import { systemClock } from "../../../infra/time/clock";
import { mustAppend, newEvent, newStream, request } from "../../contract/event-log/requests";
import { writeConcurrently } from "../../contract/event-log/writing-concurrently";
import { createTestDatabase, type TestDatabase } from "../../support/database";

interface Visible {
  readonly events: number;
  readonly last: number;
  readonly head: number;
}

describe("positions in the Postgres log", () => {
  let database: TestDatabase;
  let logs: readonly EventLog[];

  beforeEach(async () => {
    database = await createTestDatabase({ migrations: eventLogMigrations });
    logs = Array.from({ length: 4 }, () =>
      createPostgresLog({ pool: database.pool, connection: { url: database.url }, clock: systemClock }),
    );
  });

  afterEach(async () => {
    await Promise.all(logs.map((log) => log.close()));
    await database.drop();
  });

  async function visible(): Promise<Visible> {
    const { rows } = await database.pool.query<Visible>(
      "SELECT count(e.position) AS events, coalesce(max(e.position), 0) AS last, h.position AS head FROM event_log.head h LEFT JOIN event_log.events e ON true GROUP BY h.position",
    );
    const [row] = rows;
    if (row === undefined) throw new Error("The log has no head.");
    return row;
  }

  async function transactions(): Promise<number> {
    const { rows } = await database.pool.query<{ count: number }>(
      "SELECT count(DISTINCT xmin::text) FROM event_log.events",
    );
    return rows[0]?.count ?? 0;
  }

  test("at every moment under many writing processes, all positions up to the last visible one are visible", async () => {
    const written = new AbortController();
    const writing = writeConcurrently(logs, { writers: 16, appendsEach: 100, types: ["PlaceSeen"] }).finally(() =>
      written.abort(),
    );
    let looks = 0;
    while (!written.signal.aborted) {
      const seen = await visible();
      expect(seen).toEqual({ events: seen.head, last: seen.head, head: seen.head });
      looks += 1;
      await setImmediate();
    }
    await writing;
    expect(looks).toBeGreaterThan(10);
    expect(await visible()).toEqual({ events: 1_600, last: 1_600, head: 1_600 });
  });

  test("refused, repeated and unstorable appends leave no gap", async () => {
    const [log] = logs as [EventLog];
    const wanted = request();
    await Promise.allSettled([
      log.append(wanted),
      log.append(wanted),
      log.append(request({ expected: "exists" })),
      log.append(request({ events: [newEvent({ data: { text: "\0" } })] })),
      log.append(request()),
    ]);
    expect(await visible()).toEqual({ events: 2, last: 2, head: 2 });
  });

  test("a thousand appends asked for at one moment share five commits and keep their order", async () => {
    const [log] = logs as [EventLog];
    const stream = newStream();
    const outcomes = await Promise.all(Array.from({ length: 1_000 }, () => mustAppend(log, { stream })));
    expect(outcomes.map(({ position }) => position)).toEqual(Array.from({ length: 1_000 }, (_, index) => index + 1));
    expect(await transactions()).toBeLessThanOrEqual(5);
  });

  test.each([
    ["text that jsonb cannot hold", { data: { text: "\u0000" } }],
    ["half a character", { data: { text: "\ud800" } }],
    ["an id that is no UUID", { id: "first" }],
  ])("an append with %s fails alone, and its neighbours go in", async (_, poison) => {
    const [log] = logs as [EventLog];
    const before = Array.from({ length: 20 }, () => mustAppend(log));
    const poisoned = log.append(request({ events: [newEvent(), newEvent(poison)] }));
    const after = Array.from({ length: 20 }, () => mustAppend(log));
    const refusal: unknown = await poisoned.catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DatabaseError);
    await Promise.all([...before, ...after]);
    expect(await visible()).toEqual({ events: 40, last: 40, head: 40 });
  });

  test("an event that cannot be written as JSON fails its own append before it waits for others", async () => {
    const [log] = logs as [EventLog];
    const circle: Record<string, unknown> = {};
    circle["itself"] = circle;
    await expect(log.append(request({ events: [newEvent({ data: circle })] }))).rejects.toThrow(TypeError);
    await expect(log.append(request({ events: [newEvent({ data: undefined })] }))).rejects.toThrow(TypeError);
  });
});
