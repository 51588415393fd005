/** The daily schedule: what is tracked is collected once a day, in fair turns, and by one collector at a time. */
import type { LeasedCollection } from "../../../infra/collection-queue/collection-queue";
import { collectionQueueMigrations } from "../../../infra/collection-queue/migrations";
import { createPostgresQueue } from "../../../infra/collection-queue/postgres-queue";
import { createPostgresSchedule } from "../../../infra/collection-queue/postgres-schedule";
import { createPool } from "../../../infra/postgres/pool";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { TestClock } from "../../support/test-clock";

const INTERESTS = `CREATE TABLE public.interests (place_id text, account_id text, wants text, since timestamptz,
  checked_at timestamptz, closed boolean NOT NULL DEFAULT false)`;
const migrations = [...collectionQueueMigrations, { name: "test-interests", sql: INTERESTS }];
const tracked = "SELECT * FROM public.interests";
const wanted = new Map([
  ["basic", ["listing", "reviews"]],
  ["more", ["listing", "reviews", "technologies"]],
  ["vacancies", ["jobs"]],
]);
const sections = ["listing", "reviews", "technologies", "jobs"];
const HOUR_MS = 3_600_000;

describe("the daily schedule", () => {
  let database: TestDatabase;
  let clock: TestClock;
  const scheduleOn = (pool = database.pool) => createPostgresSchedule({ pool, clock, tracked, wanted });
  beforeAll(async () => void (database = await createTestDatabase({ migrations })));
  beforeEach(async () => {
    await database.pool.query(`TRUNCATE public.interests, operational.collection_schedule, operational.collection_turns,
      operational.collection_requests CASCADE`);
    clock = new TestClock("2026-03-01T06:00:00.000Z");
  });
  afterAll(() => database.drop());

  const hoursAgo = (hours: number) => new Date(clock.now().getTime() - hours * HOUR_MS);
  const track = (
    placeId: string,
    accountId: string,
    more: { hours?: number | null; wants?: string; closed?: boolean } = {},
  ) => {
    const { hours = null, wants = "basic", closed = false } = more;
    const values = [placeId, accountId, wants, hoursAgo(500), hours === null ? null : hoursAgo(hours), closed];
    return database.pool.query("INSERT INTO public.interests VALUES ($1, $2, $3, $4, $5, $6)", values);
  };
  const checked = (placeId: string) =>
    database.pool.query("UPDATE public.interests SET checked_at = $2 WHERE place_id = $1", [placeId, clock.now()]);
  const lease = (limit: number, of: readonly string[] = sections) =>
    scheduleOn().lease({ limit, leaseSeconds: 300, sections: of });
  const placesOf = (leased: readonly LeasedCollection[]) => leased.map(({ placeId }) => placeId);
  const next = async (limit: number) => placesOf(await lease(limit));

  test("a place is due when nobody has looked for a day, a closed one after a week; the longest unseen comes first", async () => {
    await track("yesterday", "a", { hours: 24 });
    await track("today", "a", { hours: 23.9 });
    await track("never", "a");
    await track("long ago", "a", { hours: 48 });
    await track("closed", "a", { hours: 6 * 24, closed: true });
    await track("closed for long", "a", { hours: 7 * 24, closed: true });
    expect(await next(10)).toEqual(["never", "closed for long", "long ago", "yesterday"]);
  });

  test("one account's many places do not keep another's waiting, however few are taken at once", async () => {
    for (let at = 1; at <= 50; at += 1) await track(`a${at}`, "a", { hours: 500 - at });
    await track("b1", "b", { hours: 24 });
    await track("c1", "c", { hours: 25 });
    const first = [...(await next(1)), ...(await next(1)), ...(await next(1))];
    expect(first).toEqual(["a1", "c1", "b1"]);
    expect(await next(3)).toEqual(["a2", "a3", "a4"]);
    await track("d1", "d", { hours: 30 });
    await track("d2", "d", { hours: 29 });
    expect(await next(3)).toEqual(["d1", "a5", "d2"]);
  });

  test("a place that several accounts track is handed out once, for all that any of them wants and the collector can bring", async () => {
    await track("shared", "a", { hours: 30 });
    await track("shared", "b", { hours: 30, wants: "more" });
    await track("shared", "c", { hours: 30, wants: "vacancies" });
    await track("other", "c", { hours: 40, wants: "vacancies" });
    const [only, ...others] = await lease(10, ["listing", "technologies"]);
    expect(others).toEqual([]);
    expect(only).toEqual({
      requestId: expect.stringMatching(/^scheduled-2026-03-01-[0-9a-f]{24}$/) as string,
      placeId: "shared",
      sections: ["listing", "technologies"],
      requestedAt: hoursAgo(6).toISOString(),
      expiresAt: "2026-03-02T00:00:00.000Z",
      leasedUntil: "2026-03-01T06:05:00.000Z",
      attempt: 1,
    });
    expect(await lease(10, ["photos"])).toEqual([]);
  });

  test("nobody is given a place three times a day in vain and then once more before the next day", async () => {
    await track("mute", "a");
    const attempts: unknown[] = [];
    for (let pull = 0; pull < 5; pull += 1) {
      attempts.push((await lease(1))[0]?.attempt);
      expect(await lease(1)).toEqual([]);
      await clock.advance(300_000);
    }
    expect(attempts).toEqual([1, 2, 3, undefined, undefined]);
    await clock.advance(18 * HOUR_MS);
    expect(await lease(1)).toMatchObject([{ attempt: 1 }]);
  });

  test("what was looked at, or is tracked no more, is not handed out", async () => {
    await track("seen", "a");
    await track("left", "a");
    expect(await next(2)).toEqual(["left", "seen"]);
    await checked("seen");
    await database.pool.query("DELETE FROM public.interests WHERE place_id = 'left'");
    await clock.advance(HOUR_MS);
    expect(await next(2)).toEqual([]);
    await clock.advance(23 * HOUR_MS);
    expect(await next(2)).toEqual(["seen"]);
  });

  test("a place that a collector is looking up on request is left to it", async () => {
    const queue = createPostgresQueue({ pool: database.pool, clock });
    await track("asked for", "a");
    const [requestedAt, expiresAt] = [clock.now().toISOString(), hoursAgo(-24).toISOString()];
    const request = { requestId: "r1", placeId: "asked for", sections: ["listing"], requestedAt, expiresAt };
    await queue.publish(request, { accountId: "a", businessId: "business of a" });
    await queue.lease({ limit: 1, leaseSeconds: 300, sections });
    expect(await next(1)).toEqual([]);
    await clock.advance(300_000);
    expect(await next(1)).toEqual(["asked for"]);
  });

  test("collectors that pull at the same time from several processes share the places, and none is given to two", async () => {
    for (let at = 1; at <= 40; at += 1) await track(`p${at}`, at % 2 === 0 ? "a" : "b");
    const other = createPool({ url: database.url });
    const [here, elsewhere] = [scheduleOn(), scheduleOn(other)];
    const pulls = Array.from({ length: 6 }, (_, at) =>
      (at % 2 === 0 ? here : elsewhere).lease({ limit: 6, leaseSeconds: 300, sections }),
    );
    const taken = (await Promise.all(pulls)).flatMap(placesOf);
    await other.end();
    expect([taken.length, new Set(taken).size]).toEqual([36, 36]);
  });

  test("days gone by are forgotten, with the turns that say nothing any more", async () => {
    await track("a1", "a");
    await track("a2", "a");
    await track("b1", "b");
    await lease(10);
    await clock.advance(24 * HOUR_MS);
    expect(await scheduleOn().purge()).toBe(3);
    const { rows } = await database.pool.query("SELECT account_id FROM operational.collection_turns");
    expect(rows).toEqual([{ account_id: "a" }]);
  });
});
