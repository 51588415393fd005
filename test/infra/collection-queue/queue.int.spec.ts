/** The queue that collectors pull from: fair between accounts, each request in one collector's hands, nothing left of whoever is gone. */
import type { LeasedCollection } from "../../../infra/collection-queue/collection-queue";
import { collectionQueueMigrations } from "../../../infra/collection-queue/migrations";
import { createPostgresQueue } from "../../../infra/collection-queue/postgres-queue";
import { createPool } from "../../../infra/postgres/pool";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { TestClock } from "../../support/test-clock";

const sections = ["listing", "reviews", "technologies"];
const HOUR_MS = 3_600_000;

describe("the queue of collection requests", () => {
  let database: TestDatabase;
  let clock: TestClock;
  let queue: ReturnType<typeof createPostgresQueue>;
  beforeAll(async () => void (database = await createTestDatabase({ migrations: collectionQueueMigrations })));
  beforeEach(async () => {
    await database.pool.query("TRUNCATE operational.collection_requests, operational.collection_turns CASCADE");
    clock = new TestClock();
    queue = createPostgresQueue({ pool: database.pool, clock });
  });
  afterAll(() => database.drop());

  const wanted = (requestId: string, of: readonly string[] = ["listing"]) => ({
    requestId,
    placeId: `place of ${requestId}`,
    sections: of,
    requestedAt: clock.now().toISOString(),
    expiresAt: new Date(clock.now().getTime() + 24 * HOUR_MS).toISOString(),
  });
  const asker = (account: string, business = account) => ({
    accountId: account,
    businessId: `business of ${business}`,
  });
  const ask = async (account: string, ...requestIds: readonly string[]) => {
    for (const id of requestIds) await queue.publish(wanted(id), asker(account));
  };
  const many = (account: string, count: number) => Array.from({ length: count }, (_, at) => `${account}${at + 1}`);
  const lease = (limit: number, leaseSeconds = 300) => queue.lease({ limit, leaseSeconds, sections });
  const namesOf = (leased: readonly LeasedCollection[]) => leased.map(({ requestId }) => requestId);
  const next = async (limit: number) => namesOf(await lease(limit));

  test("a single request is handed out beside another account's next one, however many of those wait before it", async () => {
    await ask("a", ...many("a", 200));
    await ask("b", "b1");
    await ask("c", "c1", "c2");
    expect(await next(3)).toEqual(["a1", "b1", "c1"]);
    expect(await next(3)).toEqual(["a2", "c2", "a3"]);
    await ask("b", "b2");
    expect(await next(2)).toEqual(["b2", "a4"]);
  });

  test("a newcomer is not put before those who have asked all along", async () => {
    await ask("a", ...many("a", 20));
    for (const id of await next(20)) await queue.withdraw(id);
    await ask("b", ...many("b", 5));
    await ask("a", "a21");
    expect(await next(6)).toEqual(["b1", "b2", "a21", "b3", "b4", "b5"]);
  });

  test("a request that no collector can serve keeps no account waiting behind those that ask after it", async () => {
    await queue.publish(wanted("stuck", ["technologies"]), asker("z"));
    const served = (limit: number) => queue.lease({ limit, leaseSeconds: 60, sections: ["listing"] });
    await ask("a", ...many("a", 20));
    for (const { requestId } of await served(20)) await queue.withdraw(requestId);
    await ask("c", ...many("c", 30));
    await ask("a", "a21");
    expect(namesOf(await served(3))).toEqual(["c1", "c2", "a21"]);
    expect(await next(1)).toEqual(["stuck"]);
  });

  test("a request that nobody manages to answer is offered again behind the others of its account", async () => {
    await ask("a", ...many("a", 3));
    await ask("b", "b1");
    const seen: string[] = [];
    for (let pull = 0; pull < 6; pull += 1) {
      seen.push(...(await next(1)));
      await clock.advance(300_000);
    }
    expect(seen).toEqual(["a1", "b1", "a2", "b1", "a3", "b1"]);
    await clock.advance(300_000);
    expect(await next(3)).toEqual(["a1", "b1", "a2"]);
  });

  test("a lease ends with its time: until then the request is nobody else's, then it is offered again", async () => {
    await ask("a", "a1");
    const [first] = await lease(5, 60);
    expect(first).toMatchObject({ requestId: "a1", attempt: 1, leasedUntil: "2026-01-01T00:01:00.000Z" });
    await clock.advance(59_999);
    expect(await lease(5)).toEqual([]);
    await clock.advance(1);
    expect(await lease(5)).toEqual([
      { ...wanted("a1"), ...first, attempt: 2, leasedUntil: "2026-01-01T00:06:00.000Z" },
    ]);
  });

  test("from its third lease in vain on a request is offered ever later after the lease, at most an hour", async () => {
    await ask("a", "a1");
    const pauses: (readonly [attempt: number, minutes: number])[] = [];
    for (let ended = clock.now(); pauses.length < 10;) {
      const [offered] = await lease(1, 300);
      await clock.advance(60_000);
      if (offered === undefined) continue;
      pauses.push([offered.attempt, (clock.now().getTime() - ended.getTime()) / 60_000 - 1]);
      ended = new Date(clock.now().getTime() + 240_000);
      expect(offered.leasedUntil).toBe(ended.toISOString());
    }
    expect(pauses).toEqual([0, 0, 0, 5, 10, 20, 40, 60, 60, 60].map((pause, at) => [at + 1, pause]));
    await clock.advance(300_000);
    expect(await queue.status()).toMatchObject({ waiting: 1, leased: 0 });
  });

  test("an expired request is never offered, and is purged", async () => {
    await ask("a", "a1");
    await clock.advance(24 * HOUR_MS - 1);
    await ask("b", "b1");
    await clock.advance(1);
    expect(await next(5)).toEqual(["b1"]);
    expect(await queue.purge()).toBe(1);
    expect(await queue.status()).toEqual({ waiting: 0, leased: 1, oldestSeconds: 0.001 });
  });

  test("a collector is given nothing that asks for more than it can bring", async () => {
    await queue.publish(wanted("a1", ["listing", "technologies"]), asker("a"));
    await queue.publish(wanted("a2", ["listing"]), asker("a"));
    expect(namesOf(await queue.lease({ limit: 5, leaseSeconds: 60, sections: ["listing", "reviews"] }))).toEqual([
      "a2",
    ]);
    expect(await next(5)).toEqual(["a1"]);
  });

  test("a joined request is one, takes the earlier turn of its askers, and lasts as long as the later one waits", async () => {
    await ask("a", ...many("a", 10));
    await clock.advance(HOUR_MS);
    await queue.publish(wanted("a10"), asker("b"));
    await queue.publish(wanted("a10"), asker("b"));
    expect(await next(3)).toEqual(["a1", "a10", "a2"]);
    await clock.advance(24 * HOUR_MS - 1);
    expect(await next(20)).toEqual(["a10"]);
  });

  test("publishing again, and another business of the same account, cost no turn", async () => {
    await ask("a", "a1", "a1", "a1");
    await queue.publish(wanted("a1"), asker("a", "second"));
    await ask("b", "b1");
    await ask("a", "a2");
    await ask("b", "b2");
    expect(await next(4)).toEqual(["a1", "b1", "a2", "b2"]);
  });

  test("claims that run at the same time in several processes give no request to two of them", async () => {
    const other = createPool({ url: database.url });
    const elsewhere = createPostgresQueue({ pool: other, clock });
    await ask("a", ...many("a", 30));
    await ask("b", ...many("b", 5));
    const claims = Array.from({ length: 10 }, (_, at) =>
      (at % 2 === 0 ? queue : elsewhere).lease({ limit: 3, leaseSeconds: 60, sections }),
    );
    const claimed = (await Promise.all(claims)).flatMap(namesOf);
    await other.end();
    expect([claimed.length, new Set(claimed).size]).toEqual([30, 30]);
    expect(claimed.filter((id) => id.startsWith("b")).length).toBe(5);
  });

  test("a request that several processes publish at the same time is one, with all its askers", async () => {
    const other = createPool({ url: database.url });
    const elsewhere = createPostgresQueue({ pool: other, clock });
    const askers = Array.from({ length: 8 }, (_, at) => asker(`account ${at}`));
    await Promise.all(askers.map((one, at) => (at % 2 === 0 ? queue : elsewhere).publish(wanted("r1"), one)));
    await other.end();
    expect(await next(5)).toEqual(["r1"]);
    const { rows } = await database.pool.query("SELECT business_id FROM operational.collection_askers");
    expect(rows).toHaveLength(8);
  });

  test("a request goes with the last of its askers, and those who stay keep it in their own turn", async () => {
    await queue.publish(wanted("a1"), asker("a"));
    await ask("b", ...many("b", 3));
    await queue.publish({ ...wanted("b3"), placeId: "place of b3" }, asker("a"));
    await queue.leave("business of a", "place of a1");
    await queue.leave("business of a", "place of b3");
    expect(await next(5)).toEqual(["b1", "b2", "b3"]);
    await queue.erase("business of b");
    expect(await queue.status()).toEqual({ waiting: 0, leased: 0, oldestSeconds: 0 });
    const { rows } = await database.pool.query("SELECT * FROM operational.collection_askers");
    expect(rows).toEqual([]);
  });

  test("a withdrawn request is gone, and may be withdrawn again", async () => {
    await ask("a", "a1");
    await queue.withdraw("a1");
    await queue.withdraw("a1");
    expect(await lease(5)).toEqual([]);
  });

  test("withdrawing and erasing at the same moment never wait for each other in a circle", async () => {
    for (let round = 0; round < 5; round += 1) {
      const names = many(`r${round}x`, 30);
      await Promise.all(names.map((name) => queue.publish(wanted(name), asker("a"))));
      const leaving = queue.erase("business of a");
      await Promise.all([leaving, ...names.map((name) => queue.withdraw(name))]);
    }
    expect(await lease(5)).toEqual([]);
  });

  test("purging forgets the turns that say nothing any more, and no order changes", async () => {
    await ask("a", ...many("a", 5));
    await ask("b", "b1");
    for (const id of await next(4)) await queue.withdraw(id);
    await queue.purge();
    const { rows } = await database.pool.query(
      "SELECT account_id FROM operational.collection_turns WHERE kind = 'requested'",
    );
    expect(rows.map(({ account_id: id }: { account_id: string }) => id)).toEqual(["a"]);
    await ask("b", "b2");
    expect(await next(3)).toEqual(["a4", "b2", "a5"]);
  });
});
