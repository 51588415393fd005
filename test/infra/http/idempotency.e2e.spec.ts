/** One Idempotency-Key, one effect, one answer: also side by side, after a crash, and for as long as was promised. */
import { createIdempotency, type Claim } from "../../../infra/http/idempotency";
import { eventually } from "../../support/eventually";
import { send } from "../../support/http-client";
import { TestClock } from "../../support/test-clock";
import { startSampleService, type SampleService } from "./sample-service";

let service: SampleService;
beforeAll(async () => void (service = await startSampleService()));
afterAll(() => service.close());

const HOUR_MS = 3_600_000;
const freshKey = () => service.accounts.keyFor(service.accounts.account());
const add = (key: string, title: string, idempotencyKey: string, path = "/api/v1/notes") =>
  send(`${service.url}${path}`, {
    method: "POST",
    headers: { "x-service-key": key, "idempotency-key": idempotencyKey },
    body: { title },
  });
const titlesOf = async (key: string) => {
  const { json } = await send(`${service.url}/api/v1/notes?limit=4`, { headers: { "x-service-key": key } });
  return (json?.["notes"] as { title: string }[]).map(({ title }) => title);
};

test("a repetition gives the first answer, with its secret and position, and does nothing again", async () => {
  const key = freshKey();
  const first = await add(key, "Once", "k");
  const head = await service.parts.services.log.head();
  const again = await add(key, "Once", "k");
  expect([again.status, again.text]).toEqual([201, first.text]);
  expect(again.headers["idempotency-replayed"]).toBe("true");
  expect(again.headers["x-service-position"]).toBe(first.headers["x-service-position"]);
  expect(await service.parts.services.log.head()).toBe(head);
});

test("a refusal is a first answer too", async () => {
  const key = freshKey();
  await add(key, "Taken", "a");
  const refused = await add(key, "Taken", "b");
  const again = await add(key, "Taken", "b");
  expect([refused.status, again.status, again.text]).toEqual([409, 409, refused.text]);
});

test("the same key for another body, path or query is 422", async () => {
  const key = freshKey();
  await add(key, "One", "k");
  expect((await add(key, "Two", "k")).json).toMatchObject({ code: "idempotency_key_reused" });
  expect((await add(key, "One", "k", "/api/v1/notes?validateOnly=false")).status).toBe(422);
});

test("the same key for another active business is 422, because it would be another deed", async () => {
  const account = service.accounts.account();
  const moved = service.accounts.account({
    id: account.id,
    activeBusiness: { id: `second-of-${account.id}`, name: "Two" },
  });
  expect((await add(service.accounts.keyFor(account), "Here", "moved")).status).toBe(201);
  const there = await add(service.accounts.keyFor(moved), "Here", "moved");
  expect([there.status, there.json?.["code"]]).toEqual([422, "idempotency_key_reused"]);
});

test("a kept answer that was put under another key does not open there", async () => {
  const key = freshKey();
  for (const own of ["first", "second"]) expect((await add(key, own, `swap-${own}`)).status).toBe(201);
  await service.database.pool.query(
    `UPDATE operational.idempotency SET sealed_answer =
       (SELECT sealed_answer FROM operational.idempotency WHERE key = 'swap-first') WHERE key = 'swap-second'`,
  );
  const swapped = await add(key, "second", "swap-second");
  expect([swapped.status, swapped.text.includes("shown-once")]).toEqual([500, false]);
});

test("keys of different accounts do not meet, those of one account's keys do", async () => {
  const account = service.accounts.account();
  const [one, two] = [service.accounts.keyFor(account), service.accounts.keyFor(account)];
  const first = await add(one, "Mine", "shared");
  expect((await add(two, "Mine", "shared")).text).toBe(first.text);
  expect((await add(freshKey(), "Other", "shared")).status).toBe(201);
});

test("of requests side by side under one key one works, and the others are 409 or given its answer", async () => {
  const key = freshKey();
  const replies = await Promise.all(Array.from({ length: 8 }, () => add(key, "Race", "race")));
  expect(await titlesOf(key)).toEqual(["Race"]);
  const done = replies.filter(({ status }) => status === 201);
  expect(new Set(done.map(({ text }) => text)).size).toBe(1);
  expect(done.filter(({ headers }) => headers["idempotency-replayed"] === undefined)).toHaveLength(1);
  for (const { status, json } of replies.filter((reply) => reply.status !== 201)) {
    expect([status, json?.["code"]]).toEqual([409, "idempotency_in_progress"]);
  }
});

test("a request that died frees its key after its lease by the database's clock, and the repetition continues the same command", async () => {
  const key = freshKey();
  const { pool } = service.database;
  const statements = pool as unknown as { query: (...statement: readonly unknown[]) => Promise<unknown> };
  const query = statements.query.bind(pool);
  // The process dies after it appended, before it could say so.
  const dying = jest.spyOn(statements, "query").mockImplementation((...statement) => {
    const { name } = statement[0] as { name?: string };
    const dead = name === "idempotency-complete" || name === "idempotency-release";
    return dead ? Promise.reject(new Error("killed")) : query(...statement);
  });
  expect((await add(key, "Crash", "crash")).status).toBe(500);
  dying.mockRestore();
  await service.clock.advance(60_000);
  expect((await add(key, "Crash", "crash")).json).toMatchObject({ code: "idempotency_in_progress" });
  await pool.query("UPDATE operational.idempotency SET lease_until = clock_timestamp() WHERE key = 'crash'");
  const repeated = await add(key, "Crash", "crash");
  expect([repeated.status, repeated.headers["idempotency-replayed"]]).toEqual([201, undefined]);
  expect(await titlesOf(key)).toEqual(["Crash"]);
});

describe("processes whose clocks differ", () => {
  const DAY_MS = 24 * HOUR_MS;
  const LEASE_MS = 4_000;
  const processAt = (offsetMs: number, { pool } = service.parts, leaseMs = LEASE_MS) => {
    const { sealing, services } = service.parts;
    const clock = new TestClock(new Date(service.clock.now().getTime() + offsetMs).toISOString());
    return createIdempotency({ pool, clock, sealing, ids: services.ids, leaseMs });
  };
  const asked = (key: string) => ({ scope: "skewed", key, endpoint: "e", fingerprint: "f", businessId: null });
  const mine = (claim: Claim) => {
    if (claim.kind !== "mine") throw new Error(`The claim is ${claim.kind}.`);
    return claim;
  };
  const row = async (key: string) => {
    const { rows } = await service.database.pool.query<{ left: number; now: number }>(
      `SELECT extract(epoch FROM lease_until - clock_timestamp())::float8 * 1000 AS left,
        extract(epoch FROM clock_timestamp())::float8 * 1000 AS now
       FROM operational.idempotency WHERE scope = 'skewed' AND key = $1`,
      [key],
    );
    return rows[0] ?? { left: NaN, now: NaN };
  };

  test("a key that one works under is no other's, for longer than a lease and however far the clocks are apart", async () => {
    const claim = mine(await processAt(0).claim(asked("slow")));
    const begun = (await row("slow")).now;
    await eventually(async () => expect((await row("slow")).now - begun).toBeGreaterThan(LEASE_MS * 1.1));
    for (const offset of [3_400, -3_400, HOUR_MS, 30 * DAY_MS]) {
      const other = processAt(offset);
      expect(await other.claim(asked("slow"))).toEqual({ kind: "in_progress" });
      await other.purge();
    }
    await claim.complete({ status: 201, headers: {}, body: "done" });
    expect(await processAt(3_400).claim(asked("slow"))).toMatchObject({ kind: "replay", answer: { status: 201 } });
  });

  test("what was released is free at once for a process whose clock is behind, and is the same command there", async () => {
    const claim = mine(await processAt(0).claim(asked("released")));
    await claim.release();
    // Nobody renews it any more.
    await eventually(async () => expect((await row("released")).left).toBeLessThan(-LEASE_MS / 2));
    const other = mine(await processAt(-HOUR_MS).claim(asked("released")));
    expect(other.since).toEqual(claim.since);
    await other.release();
  });

  test("a renewal that is under way when a key is released does not take it again", async () => {
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const renewals: Promise<unknown>[] = [];
    const { pool } = service.parts;
    const query = (statement: { readonly name?: string }) => {
      if (statement.name !== "idempotency-renew") return pool.query(statement as never);
      const renewal = held.then(() => pool.query(statement as never));
      renewals.push(renewal);
      return renewal;
    };
    const holding = { ...service.parts, pool: { query } as unknown as typeof pool };
    const claim = mine(await processAt(0, holding, 300).claim(asked("renewed")));
    await eventually(() => expect(renewals).toHaveLength(1));
    const released = claim.release();
    await pool.query("SELECT pg_sleep(0.05)");
    letGo();
    await Promise.all([released, ...renewals]);
    expect((await row("renewed")).left).toBeLessThanOrEqual(0);
  });
});

test("a key that is used again after it was forgotten is a new command", async () => {
  const key = freshKey();
  await add(key, "Old", "again");
  await service.clock.advance(26 * HOUR_MS);
  expect((await add(key, "New", "again")).status).toBe(201);
  expect(await titlesOf(key)).toEqual(["Old", "New"]);
});

test("an answer of 5xx is not kept: the repetition runs", async () => {
  const key = freshKey();
  const fail = () =>
    send(`${service.url}/api/v1/failures`, {
      method: "POST",
      headers: { "x-service-key": key, "idempotency-key": "five" },
      body: { how: "log" },
    });
  expect((await fail()).status).toBe(503);
  const again = await fail();
  expect([again.status, again.headers["idempotency-replayed"]]).toEqual([503, undefined]);
});

test.each(["", "é", "x".repeat(256)])("%j is no key and 400", async (bad) => {
  const reply = await send(`${service.url}/api/v1/notes`, {
    method: "POST",
    headers: { "x-service-key": freshKey(), "idempotency-key": bad },
    body: { title: "T" },
  });
  expect([reply.status, reply.json?.["details"]]).toEqual([
    400,
    [expect.objectContaining({ path: "Idempotency-Key" })],
  ]);
});

test("answers are kept for 24 hours and sealed, and forgotten afterwards or when their owner is erased", async () => {
  const account = service.accounts.account();
  const key = service.accounts.keyFor(account);
  await add(key, "Kept", "kept");
  const { rows } = await service.database.pool.query<{ sealed_answer: string; business_id: string }>(
    "SELECT sealed_answer, business_id FROM operational.idempotency WHERE scope = $1",
    [account.id],
  );
  expect(rows[0]?.business_id).toBe(account.activeBusiness?.id);
  expect(rows[0]?.sealed_answer).not.toMatch(/shown-once|Kept/);
  await service.clock.advance(24 * HOUR_MS);
  expect((await add(key, "Kept", "kept")).headers["idempotency-replayed"]).toBe("true");
  await service.clock.advance(2 * HOUR_MS);
  expect((await add(key, "Kept", "kept")).status).toBe(409);
  expect(await service.kernel.idempotency.purge()).toBeGreaterThan(0);
  await service.kernel.idempotency.erase({ businessId: account.activeBusiness?.id ?? "" });
  const left = await service.database.pool.query("SELECT 1 FROM operational.idempotency WHERE scope = $1", [
    account.id,
  ]);
  expect(left.rowCount).toBe(0);
});
