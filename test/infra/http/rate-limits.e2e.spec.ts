/** Limits are told, kept exactly in one process, and never exceeded by several. */
import { createLimiter, type Limiter } from "../../../infra/http/rate-limiter";
import type { RateTable } from "../../../infra/http/request-limits";
import { send } from "../../support/http-client";
import { TestClock } from "../../support/test-clock";
import { startSampleService, type SampleService } from "./sample-service";

const rateTable: RateTable = {
  keys: {
    growth: [
      { name: "burst", per: "key", limit: 3, windowSeconds: 60 },
      { name: "month", per: "account", limit: 5, windowSeconds: "month" },
    ],
  },
  sessions: [],
  providers: [],
  open: [{ name: "burst", per: "ip", limit: 2, windowSeconds: 60 }],
};

let service: SampleService;
beforeAll(async () => void (service = await startSampleService({ rateTable, trustedProxies: 1 })));
afterAll(() => service.close());

const list = (key: string) => send(`${service.url}/api/v1/notes`, { headers: { "x-service-key": key } });

test("every answer says what is left, and the first beyond a limit is 429 with the time to wait and the quota", async () => {
  const key = service.accounts.keyFor(service.accounts.account());
  const replies = [await list(key), await list(key), await list(key), await list(key)];
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(replies[0]?.headers["ratelimit-policy"]).toBe('"burst";q=3;w=60, "month";q=5;w=2678400');
  expect(replies[1]?.headers["ratelimit"]).toBe('"burst";r=1;t=60, "month";r=3;t=2678400');
  expect(replies[3]?.headers["retry-after"]).toBe("60");
  expect(replies[3]?.json).toMatchObject({
    code: "rate_limited",
    quota: { name: "burst", limit: 3, resetSeconds: 60 },
  });
});

test("a new window begins anew, and the account's month counts over all of its keys", async () => {
  const account = service.accounts.account();
  const [one, two] = [service.accounts.keyFor(account), service.accounts.keyFor(account)];
  for (const key of [one, one, one, two]) expect((await list(key)).status).toBe(200);
  await service.clock.advance(60_000);
  expect((await list(one)).status).toBe(200);
  const over = await list(two);
  expect([over.status, over.json?.["quota"]]).toEqual([429, expect.objectContaining({ name: "month" })]);
  await service.clock.advance(31 * 86_400_000);
  expect((await list(two)).status).toBe(200);
});

test("what a quota has left is told by what counts against it, by refusals and repetitions, and by nothing else", async () => {
  const key = service.accounts.keyFor(service.accounts.account({ plan: "agency" }));
  const add = (title: string, headers: Record<string, string> = {}) =>
    send(`${service.url}/api/v1/notes`, {
      method: "POST",
      headers: { "x-service-key": key, ...headers },
      body: { title },
    });
  const told = ({ headers }: Awaited<ReturnType<typeof add>>) => [headers["ratelimit-policy"], headers["ratelimit"]];
  const left = (count: number) => ['"notesPerBusiness";q=5', `"notesPerBusiness";r=${count}`];
  const { runner } = service.parts.services;
  const load = jest.spyOn(runner, "load");
  expect(told(await add("one", { "idempotency-key": "one" }))).toEqual(left(4));
  // The state that was decided on is known, and is not read again.
  expect(load).not.toHaveBeenCalled();
  load.mockRestore();
  expect(told(await add("two"))).toEqual(left(3));
  const again = await add("one", { "idempotency-key": "one" });
  expect([again.headers["idempotency-replayed"], ...told(again)]).toEqual(["true", ...left(3)]);
  const doubled = await add("two");
  expect([doubled.status, ...told(doubled)]).toEqual([409, ...left(3)]);
  for (const title of ["three", "four", "five"]) await add(title);
  const refused = await add("six");
  expect([refused.status, ...told(refused)]).toEqual([429, ...left(0)]);
  expect(told(await list(key))).toEqual([undefined, undefined]);
});

test("callers without credentials are counted by their address", async () => {
  const leave = (ip: string) =>
    send(`${service.url}/api/feedback`, { method: "POST", headers: { "x-forwarded-for": ip }, body: { text: "T" } });
  const statuses = [
    await leave("203.0.113.1"),
    await leave("203.0.113.1"),
    await leave("203.0.113.1"),
    await leave("203.0.113.2"),
  ];
  expect(statuses.map(({ status }) => status)).toEqual([202, 202, 429, 202]);
});

test("an IPv6 client is counted by its network, whose addresses it can all have", async () => {
  const leave = (ip: string) =>
    send(`${service.url}/api/feedback`, { method: "POST", headers: { "x-forwarded-for": ip }, body: { text: "T" } });
  const statuses: number[] = [];
  for (const ip of ["2001:db8::1", "2001:db8::2", "2001:db8:0:0:a::3", "2001:db8:0:1::1"])
    statuses.push((await leave(ip)).status);
  expect(statuses).toEqual([202, 202, 429, 202]);
});

test("whoever shows wrong credentials again and again is refused before they are looked up, for a minute", async () => {
  const lookedUp = jest.spyOn(service.accounts, "seen");
  const call = (ip: string, headers: Record<string, string>) =>
    send(`${service.url}/api/v1/notes`, { headers: { "x-forwarded-for": ip, ...headers } });
  for (let at = 0; at < 300; at += 1)
    expect((await call(`2001:db8:9::${at + 1}`, { "x-service-key": `made-up-${at}` })).status).toBe(401);
  expect(lookedUp).toHaveBeenCalledTimes(300);
  const good = { "x-service-key": service.accounts.keyFor(service.accounts.account()) };
  const refused = await call("2001:db8:9::ffff", good);
  expect([refused.status, refused.json?.["code"], Number(refused.headers["retry-after"]) > 0]).toEqual([
    429,
    "too_many_attempts",
    true,
  ]);
  expect(lookedUp).toHaveBeenCalledTimes(300);
  lookedUp.mockRestore();
  expect((await call("2001:db8:9::1", {})).status).toBe(401);
  expect((await call("203.0.113.77", good)).status).toBe(200);
  await service.clock.advance(60_000);
  expect((await call("2001:db8:9::ffff", good)).status).toBe(200);
});

test("several processes together allow exactly the limit where each is asked for all of it, and so does one alone", async () => {
  const { pool } = service.database;
  const processes = Array.from({ length: 4 }, () => createLimiter({ pool, clock: service.clock }));
  const limit = { limit: 500, windowSeconds: 3600 };
  const taken = await Promise.all(
    processes.flatMap((limiter) => Array.from({ length: 500 }, () => limiter.take("shared", limit))),
  );
  expect(taken.filter((one) => one.allowed)).toHaveLength(500);
  const alone = createLimiter({ pool, clock: service.clock });
  let count = 0;
  while ((await alone.take("alone", limit)).allowed) count += 1;
  expect(count).toBe(500);
});

test("a look tells what is used, of what other processes hold too, and uses nothing up", async () => {
  const { pool } = service.database;
  const [one, other] = [createLimiter({ pool, clock: service.clock }), createLimiter({ pool, clock: service.clock })];
  const limit = { limit: 100, windowSeconds: 3600 };
  expect((await one.look("looked at", limit)).used).toBe(0);
  const taken = [
    await one.take("looked at", limit),
    await one.take("looked at", limit),
    await one.take("looked at", limit),
  ];
  const looked = [await one.look("looked at", limit), await one.look("looked at", limit)];
  expect(looked.map(({ used }) => used)).toEqual([3, 3]);
  expect(taken.at(-1)?.remaining).toBe(97);
  const left = (looked[0]?.endsAt.getTime() ?? 0) - service.clock.now().getTime();
  expect(Math.ceil(left / 1000)).toBe(taken.at(-1)?.resetSeconds);
  // A tenth of what was left is reserved at once.
  expect((await other.look("looked at", limit)).used).toBe(10);
});

test("counting takes few writes", async () => {
  const { pool } = service.database;
  const query = jest.spyOn(pool, "query");
  const limiter = createLimiter({ pool, clock: service.clock });
  for (let at = 0; at < 1000; at += 1) await limiter.take("frugal", { limit: 100_000, windowSeconds: "month" });
  expect(query.mock.calls.length).toBeLessThanOrEqual(20);
  query.mockRestore();
});

test("processes whose clocks differ by seconds allow each minute's limit once, also while one of them forgets old minutes", async () => {
  const { pool } = service.database;
  const at = (time: string) => createLimiter({ pool, clock: new TestClock(`2026-02-01T${time}Z`) });
  const limit = { limit: 20, windowSeconds: 60 };
  const passed = async (limiter: Limiter) => {
    const taken = await Promise.all(Array.from({ length: 30 }, () => limiter.take("skewed", limit)));
    return taken.filter(({ allowed }) => allowed).length;
  };
  const [behind, ahead] = [at("12:00:59.000"), at("12:01:02.400")];
  expect([await passed(behind), await passed(ahead)]).toEqual([20, 20]);
  await ahead.purge();
  expect([await passed(at("12:00:59.500")), await passed(at("12:01:02.900"))]).toEqual([0, 0]);
});

test("windows that are over are forgotten after an hour", async () => {
  const limiter = createLimiter({ pool: service.database.pool, clock: service.clock });
  await limiter.take("short", { limit: 10, windowSeconds: 60 });
  await service.clock.advance(3_661_000);
  expect(await limiter.purge()).toBeGreaterThan(0);
  const left = await service.database.pool.query("SELECT 1 FROM operational.rate_windows WHERE key = 'short'");
  expect(left.rowCount).toBe(0);
});
