/** What is counted, kept and known holds over all processes together: limits, quotas, keys of requests, states and erasures. */
import { createApi, expectStatus, PASSWORD, type Api, type Client, type Tenant } from "../support/api";
import { eventually } from "../support/eventually";
import { send, type Reply } from "../support/http-client";
import { startTestService, type JoinedService, type TestService } from "../support/service";
import { TravellingClock } from "../support/travelling-clock";

const COMPETITORS = "/api/v1/competitors";

let service: TestService;
let other: JoinedService;
let api: Api;
let there: Api;
beforeAll(async () => {
  service = await startTestService({ settings: { ROLE: "api" } });
  const joined = await Promise.all(["api", "projector", "processor"].map((ROLE) => service.join({ ROLE })));
  [other] = joined as [JoinedService];
  [api, there] = [createApi(service), createApi(other)];
}, 60_000);
afterAll(() => service.close());

/** As many calls as are wanted at once, to each process in turn. */
const spread = <Result>(count: number, call: (url: string, index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index % 2 === 0 ? service.url : other.url, index)));
const countOf = (replies: readonly Reply[], status: number) => replies.filter((one) => one.status === status).length;
const add = (by: Client, placeId: string) => by.post(COMPETITORS, { name: placeId, place_id: placeId });

test("a key's burst is one for all processes: of more requests than it has, as many pass", async () => {
  const { api: key } = await api.tenant();
  const minute = 60_000;
  // So that no new minute begins meanwhile.
  service.clock.leap(minute - (service.clock.now().getTime() % minute) + 100);
  const replies = await spread(330, (url) =>
    send(`${url}${COMPETITORS}`, { headers: { "x-service-key": key.key, "x-forwarded-for": "10.99.0.1" } }),
  );
  const passed = countOf(replies, 200);
  expect(passed + countOf(replies, 429)).toBe(330);
  expect(passed).toBeLessThanOrEqual(300);
  // What one process had reserved when the other came to the end lies idle for the rest of the minute.
  expect(passed).toBeGreaterThanOrEqual(290);
});

test("wrong credentials from one address are looked up so often in all, and then by no process", async () => {
  const made = (url: string, key: string) =>
    send(`${url}${COMPETITORS}`, { headers: { "x-service-key": key, "x-forwarded-for": "10.99.0.2" } });
  await spread(400, (url, index) => made(url, `made-up-${index}`));
  const later = await spread(20, (url, index) => made(url, `made-up-later-${index}`));
  // The first that each process looks up tells it of the others'.
  expect(countOf(later, 429)).toBeGreaterThanOrEqual(18);
});

test("sign-ins by guessing are counted over all processes", async () => {
  const { email } = await api.signUp();
  const guess = (url: string, index: number) =>
    send(`${url}/api/auth/sign-in`, {
      ...{ method: "POST", headers: { "x-forwarded-for": "10.99.0.3" } },
      body: { email, password: `not ${PASSWORD} ${index}` },
    });
  const alone = await spread(60, guess);
  expect(countOf(alone, 429)).toBeGreaterThan(0);
  const [here, elsewhere] = await spread(2, guess);
  expect([here?.status, elsewhere?.status]).toEqual([429, 429]);
});

test("an Idempotency-Key that comes to two processes at once is worked under once, and both give its answer", async () => {
  const { api: key } = await api.tenant();
  const once = (url: string) =>
    send(`${url}${COMPETITORS}`, {
      ...{ method: "POST", headers: { "x-service-key": key.key, "idempotency-key": "both" } },
      body: { name: "Once", place_id: "once" },
    });
  const replies = await spread(6, once);
  expect(new Set(replies.map(({ status }) => status))).toEqual(
    new Set(countOf(replies, 409) === 0 ? [201] : [201, 409]),
  );
  const [first, second] = await spread(2, once);
  expect([first?.status, first?.text]).toEqual([201, second?.text]);
  expect(replies.find(({ status }) => status === 201)?.text).toBe(first?.text);
  expect(expectStatus(await key.get(COMPETITORS), 200)["competitors"]).toHaveLength(1);
});

test("a key that one process is slow at is taken by none whose clock is an hour ahead", async () => {
  const clock = new TravellingClock();
  clock.leap(service.clock.now().getTime() - clock.now().getTime() + 3_600_000);
  const ahead = await service.join({ ROLE: "api" }, clock);
  const { api: key } = await api.tenant();
  const slowly = (url: string) =>
    send(`${url}${COMPETITORS}`, {
      ...{ method: "POST", headers: { "x-service-key": key.key, "idempotency-key": "slowly" } },
      body: { name: "Slow", place_id: "slow" },
    });
  const locking = await service.database.pool.connect();
  try {
    // Nothing is written to the log meanwhile.
    await locking.query("BEGIN; LOCK TABLE event_log.events IN EXCLUSIVE MODE");
    const first = slowly(service.url);
    await eventually(async () => {
      const { rowCount } = await locking.query("SELECT FROM operational.idempotency WHERE key = 'slowly'");
      expect(rowCount).toBe(1);
    });
    const second = await slowly(ahead.url);
    expect([second.status, second.json?.["code"]]).toEqual([409, "idempotency_in_progress"]);
    await locking.query("COMMIT");
    expect([(await first).status, (await slowly(ahead.url)).text]).toEqual([201, (await first).text]);
  } finally {
    locking.release(true);
  }
});

test("a quota is kept over two processes that decide at once on what each remembers", async () => {
  const { api: here } = await api.tenant();
  const elsewhere = there.withKey(here.key);
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, index) => add(index % 2 === 0 ? here : elsewhere, `quota-${index}`)),
  );
  expect(countOf(replies, 201)).toBe(25);
});

test("what was written through one process is read through another at the position that it gave", async () => {
  const { api: here } = await api.tenant();
  for (let round = 0; round < 10; round += 1) {
    const [writer, reader] = round % 2 === 0 ? [here, other.url] : [there.withKey(here.key), service.url];
    const written = await add(writer, `seen-${round}`);
    const position = String(written.headers["x-service-position"]);
    const headers = { "x-service-key": here.key, "x-service-min-position": position };
    const { competitors } = expectStatus(await send(`${reader}${COMPETITORS}`, { headers }), 200) as {
      competitors: unknown[];
    };
    expect(competitors).toHaveLength(round + 1);
  }
});

test("what one process has erased is in no other one's memory, neither as a key nor as a state", async () => {
  const { browser, businessId, accountId }: Tenant = await api.tenant();
  const { engines } = other.running;
  const cookie = { cookie: browser.cookie() };
  const said = { method: "PATCH", headers: cookie, body: { name: "Fjord Café" } };
  expectStatus(await send(`${other.url}/api/businesses/me`, said), 200);
  const owner = `business:${businessId}`;
  expect(await engines.dataKeys.openingKey(owner)).toBeInstanceOf(Buffer);
  const forgotten = jest.spyOn(engines.runner, "forgetWhere");
  const admin = await api.admin();
  expectStatus(await admin.post(`/api/admin/businesses/${businessId}/erasure`, { reason: "On request" }), 202);
  await eventually(async () => expect(await engines.dataKeys.openingKey(owner)).toBe("destroyed"));
  await eventually(() => {
    const forgets = forgotten.mock.calls.map(([isForgotten]) => isForgotten);
    expect(forgets.some((isForgotten) => isForgotten(`business-${businessId}`))).toBe(true);
    expect(forgets.some((isForgotten) => isForgotten(`account-${accountId}`))).toBe(false);
  });
  forgotten.mockRestore();
});
