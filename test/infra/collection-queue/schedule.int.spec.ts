/** The daily schedule: each section of what is tracked is collected once a day, in fair turns, by one collector at a time. */
import { createHash } from "node:crypto";
import type { LeasedCollection } from "../../../infra/collection-queue/collection-queue";
import { collectionQueueMigrations } from "../../../infra/collection-queue/migrations";
import { createPostgresQueue } from "../../../infra/collection-queue/postgres-queue";
import { createPostgresSchedule } from "../../../infra/collection-queue/postgres-schedule";
import { createPool } from "../../../infra/postgres/pool";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { TestClock } from "../../support/test-clock";

const INTERESTS = `CREATE TABLE public.interests (place_id text, account_id text, wants text, since timestamptz,
  listed_at timestamptz, closed boolean NOT NULL DEFAULT false)`;
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
    more: { wants?: string; closed?: boolean; listed?: Date } = {},
  ) => {
    const { wants = "basic", closed = false, listed = null } = more;
    const values = [placeId, accountId, wants, hoursAgo(500), listed, closed];
    return database.pool.query("INSERT INTO public.interests VALUES ($1, $2, $3, $4, $5, $6)", values);
  };
  const lease = (limit: number, of: readonly string[] = sections, leaseSeconds = 300) =>
    scheduleOn().lease({ limit, leaseSeconds, sections: of });
  const answered = (placeId: string, brought: readonly string[], answers = "of somebody's request") =>
    scheduleOn().answered({ placeId, sections: brought, answers });
  const placesOf = (leased: readonly LeasedCollection[]) => leased.map(({ placeId }) => placeId);
  const next = async (limit: number) => placesOf(await lease(limit));
  /** When the place's next day begins. */
  const nextSlot = (placeId: string): Date => {
    const shift = parseInt(createHash("md5").update(placeId).digest("hex").slice(0, 8), 16) % 86_400;
    const days = Math.floor((clock.now().getTime() / 1_000 - shift) / 86_400) + 1;
    return new Date((days * 86_400 + shift) * 1_000);
  };
  const go = (instant: Date) => clock.advance(instant.getTime() - clock.now().getTime());

  test("what was never answered is due at once; then a place has its own hour, once in each of its days", async () => {
    await track("kept", "a");
    expect(await next(10)).toEqual(["kept"]);
    await answered("kept", ["listing", "reviews"]);
    for (let day = 0; day < 3; day += 1) {
      const begins = nextSlot("kept");
      await clock.advance(begins.getTime() - clock.now().getTime() - 1);
      expect(await next(10)).toEqual([]);
      await clock.advance(1);
      expect(await lease(10)).toMatchObject([{ placeId: "kept", requestedAt: begins.toISOString(), attempt: 1 }]);
      await clock.advance(5 * HOUR_MS);
      await answered("kept", ["listing", "reviews"]);
    }
  });

  test("the days of many places begin at many hours", async () => {
    for (let at = 1; at <= 48; at += 1) {
      await track(`p${at}`, "a");
      await answered(`p${at}`, ["listing", "reviews"]);
    }
    const due: number[] = [];
    for (let hour = 0; hour < 24; hour += 1) {
      await clock.advance(HOUR_MS);
      const offered = await next(100);
      due.push(offered.length);
      for (const place of offered) await answered(place, ["listing", "reviews"]);
    }
    expect(due.reduce((sum, count) => sum + count)).toBe(48);
    expect(Math.max(...due)).toBeLessThan(12);
  });

  test("a place that is closed for good is due every seventh of its days", async () => {
    await track("closed", "a", { closed: true });
    expect(await next(1)).toEqual(["closed"]);
    await answered("closed", ["listing", "reviews"]);
    const days: number[] = [];
    for (let day = 1; day <= 21; day += 1) {
      await go(nextSlot("closed"));
      if ((await next(1)).length === 0) continue;
      days.push(day);
      await answered("closed", ["listing", "reviews"]);
    }
    const [first = 0] = days;
    expect([days, first <= 7]).toEqual([[first, first + 7, first + 14], true]);
  });

  test("whoever brings some sections of a place leaves the others due", async () => {
    await track("shared", "a", { wants: "more" });
    await track("shared", "b", { wants: "vacancies" });
    expect(await lease(1, ["listing", "reviews"])).toMatchObject([{ sections: ["listing", "reviews"] }]);
    expect(await lease(1)).toMatchObject([{ sections: ["technologies", "jobs"], attempt: 1 }]);
    await answered("shared", ["listing", "reviews"]);
    expect(await lease(1)).toEqual([]);
    await clock.advance(300_000);
    expect(await lease(1)).toMatchObject([{ sections: ["technologies", "jobs"], attempt: 2 }]);
  });

  test("what an id was leased for is answered under it whatever was brought, and nothing that others hold", async () => {
    await track("mute", "a", { wants: "more" });
    const [first] = await lease(1, ["listing", "reviews"]);
    const [second] = await lease(1, ["technologies"]);
    expect(second?.requestId).not.toBe(first?.requestId);
    await answered("another", [], first?.requestId);
    await answered("mute", [], first?.requestId);
    await clock.advance(300_000);
    expect(await lease(1)).toMatchObject([{ sections: ["technologies"] }]);
    await go(nextSlot("mute"));
    expect(await lease(1)).toMatchObject([{ sections: ["listing", "reviews", "technologies"] }]);
  });

  test("a listing that came without being asked for is as good as an answer, for the listing alone", async () => {
    await track("told", "a", { listed: clock.now() });
    expect(await lease(1)).toMatchObject([{ sections: ["reviews"] }]);
    await go(nextSlot("told"));
    expect(await lease(1)).toMatchObject([{ sections: ["listing", "reviews"] }]);
  });

  test("what is looked up in vain is offered ever more rarely, is never lost, and is as good as new once it was answered", async () => {
    await track("mute", "a");
    const pauses: (readonly [attempt: number, minutes: number])[] = [];
    for (let ended = clock.now(); pauses.length < 9;) {
      const [offered] = await lease(1);
      await clock.advance(60_000);
      if (offered === undefined) continue;
      pauses.push([offered.attempt, (clock.now().getTime() - ended.getTime()) / 60_000 - 1]);
      expect(offered.leasedUntil).toBe(hoursAgo(-4 / 60).toISOString());
      ended = new Date(offered.leasedUntil);
    }
    const minutes = [0, 0, 10, 30, 60, 120, 240, 360, 360];
    expect(pauses).toEqual(minutes.map((pause, at) => [at + 1, pause]));
    await answered("mute", ["listing", "reviews"]);
    await go(nextSlot("mute"));
    expect(await lease(1)).toMatchObject([{ attempt: 1 }]);
    await clock.advance(300_000);
    expect(await lease(1)).toMatchObject([{ attempt: 2 }]);
  });

  test("one account's many places do not keep another's waiting, however few are taken at once", async () => {
    for (let at = 11; at <= 60; at += 1) await track(`a${at}`, "a");
    await track("b1", "b");
    await track("c1", "c");
    const first = [...(await next(1)), ...(await next(1)), ...(await next(1))];
    expect(first).toEqual(["a11", "b1", "c1"]);
    expect(await next(3)).toEqual(["a12", "a13", "a14"]);
    await track("d1", "d");
    await track("d2", "d");
    expect(await next(3)).toEqual(["d1", "a15", "d2"]);
  });

  test("of one account's places the longest unanswered comes first", async () => {
    for (const place of ["once", "twice", "never"]) await track(place, "a");
    await answered("twice", ["listing", "reviews"]);
    await answered("once", ["listing", "reviews"]);
    await clock.advance(HOUR_MS);
    await answered("twice", ["listing", "reviews"]);
    await clock.advance(25 * HOUR_MS);
    expect(await next(10)).toEqual(["never", "once", "twice"]);
  });

  test("a place that several accounts track is handed out once, for all that any of them wants and the collector can bring", async () => {
    await track("shared", "a");
    await track("shared", "b", { wants: "more" });
    await track("shared", "c", { wants: "vacancies" });
    await track("other", "c", { wants: "vacancies" });
    const [only, ...others] = await lease(10, ["listing", "technologies"]);
    expect(others).toEqual([]);
    expect(only).toEqual({
      requestId: expect.stringMatching(/^scheduled-[0-9a-f-]{36}$/) as string,
      placeId: "shared",
      sections: ["listing", "technologies"],
      requestedAt: hoursAgo(500).toISOString(),
      expiresAt: nextSlot("shared").toISOString(),
      leasedUntil: "2026-03-01T06:05:00.000Z",
      attempt: 1,
    });
    expect(await lease(10, ["photos"])).toEqual([]);
  });

  test("what is tracked no more is not handed out", async () => {
    await track("left", "a");
    expect(await next(2)).toEqual(["left"]);
    await database.pool.query("DELETE FROM public.interests WHERE place_id = 'left'");
    await clock.advance(HOUR_MS);
    expect(await next(2)).toEqual([]);
  });

  test("a place that a collector is looking up on request is left to it", async () => {
    const queue = createPostgresQueue({ pool: database.pool, clock });
    await track("asked for", "a");
    const [requestedAt, expiresAt] = [clock.now().toISOString(), hoursAgo(-24).toISOString()];
    const request = { requestId: "r1", placeId: "asked for", sections: ["listing"], requestedAt, expiresAt };
    await queue.publish(request, { accountId: "a", businessId: "business of a" });
    await queue.lease({ limit: 1, leaseSeconds: 300, sections });
    expect(await lease(1)).toEqual([]);
    await clock.advance(300_000);
    expect(await lease(1)).toMatchObject([{ sections: ["listing", "reviews"] }]);
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

  test("what was neither handed out nor answered for long is forgotten, with the turns that say nothing any more", async () => {
    await track("a1", "a");
    await track("a2", "a");
    await track("b1", "b");
    await lease(10, ["listing"]);
    await clock.advance(14 * 24 * HOUR_MS);
    expect(await scheduleOn().purge()).toBe(0);
    await clock.advance(2 * 24 * HOUR_MS);
    expect(await scheduleOn().purge()).toBe(3);
    const { rows } = await database.pool.query("SELECT account_id FROM operational.collection_turns");
    expect(rows).toEqual([{ account_id: "a" }]);
  });
});
