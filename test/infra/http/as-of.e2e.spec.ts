/** What a handler is given where the past is asked for, and what is answered where nobody can travel there. */
import { z } from "zod";
import { isRefusal } from "../../../domain/fold/refusal";
import { apiKey, query, type Context } from "../../../infra/http/endpoint";
import type { CallerThen } from "../../../infra/http/past";
import { pageQuery } from "../../../infra/http/paging";
import {
  HistoryTooLong,
  MomentAhead,
  TravellersTooMany,
  type Moment,
  type TimeTravel,
} from "../../../infra/time-travel/time-travel";
import { send, type Reply } from "../../support/http-client";
import { add, notes } from "./sample-notes";
import { startSampleService, type SampleService } from "./sample-service";

type Told = Context<"business">;

/** What the next request does with its context, and gives as its answer. */
let tell: (context: Told) => unknown;

const tellContext = query({
  id: "tell-context",
  method: "GET",
  path: "/api/v1/context",
  access: apiKey("notes:read"),
  on: "business",
  area: "note",
  summary: "Tells what the test wants to know.",
  query: z.strictObject({ ...pageQuery({ default: 1, max: 1 }) }),
  reads: ["notes"],
  responds: { status: 200, body: z.object({ told: z.json() }) },
  handle: async ({ query: { cursor } }, context) => {
    context.cursors.parse(z.string(), cursor);
    return { told: (await tell(context)) as z.input<ReturnType<typeof z.json>> };
  },
});

const then = new Date("2020-01-02T03:04:05.000Z");
const copies = { copied: true } as unknown as Told["read"];

/** A traveller who goes wherever it is told, as long as it is told no error. */
class Traveller implements TimeTravel {
  readonly tables = ["notes"];
  readonly asked: unknown[] = [];
  error: Error | undefined;
  hold: Promise<void> = Promise.resolve();
  inside = 0;
  most = 0;

  fold = () => Promise.reject(new Error("Nobody folds here."));
  compare = () => Promise.reject(new Error("Nobody compares here."));
  query: TimeTravel["query"] = async (businessId, moment, tables, run) => {
    this.asked.push([businessId, moment, tables]);
    this.most = Math.max(this.most, (this.inside += 1));
    try {
      await this.hold;
      if (this.error !== undefined) throw this.error;
      const reached = { position: 41, occurredAt: then.toISOString() };
      const askJson = () => Promise.reject(new Error("Nobody asks for JSON here."));
      return await run({ read: copies, askJson, now: then, reached });
    } finally {
      this.inside -= 1;
    }
  };
}

let service: SampleService;
let traveller: Traveller;
let was: CallerThen;
const rateTable = {
  keys: { growth: [{ name: "burst", per: "key", limit: 25, windowSeconds: 60 } as const] },
  sessions: [],
  open: [],
};

beforeAll(async () => {
  service = await startSampleService({
    endpoints: [tellContext],
    rateTable,
    callerThen: (account, business, moment) => was(account, business, moment),
  });
});
afterAll(() => service.close());
beforeEach(() => {
  traveller = new Traveller();
  (service.parts.services as { timeTravel: TimeTravel }).timeTravel = traveller;
  was = async (account, business) => ({ account, business });
  tell = () => "nothing";
});

const caller = (account = service.accounts.account()) => {
  const key = service.accounts.keyFor(account);
  return (search: string, headers: Record<string, string> = {}): Promise<Reply> =>
    send(`${service.url}/api/v1/context${search}`, { headers: { "x-service-key": key, ...headers } });
};

describe("a handler that is asked for the past", () => {
  test("reads the private copies of the declared tables, at the moment itself, and the answer says how far it tells", async () => {
    tell = ({ read, now }) => [read === copies, now.toISOString()];
    const account = service.accounts.account();
    const reply = await caller(account)("?asOf=77");
    expect([reply.status, reply.json]).toEqual([200, { told: [true, then.toISOString()] }]);
    expect(reply.headers["x-service-as-of"]).toBe("41");
    await caller(account)("?asOf=2026-01-01T01:00:00%2B01:00");
    const instant: Moment = { instant: "2026-01-01T00:00:00.000Z" };
    const id = account.activeBusiness?.id;
    expect(traveller.asked).toEqual([
      [id, { position: 77 }, ["notes"]],
      [id, instant, ["notes"]],
    ]);
  });

  test("knows its caller's account and business as they were", async () => {
    was = async (account, { id }) => ({ account: { ...account, plan: "agency" }, business: { id, name: "Then" } });
    tell = ({ account, business, principal }) => [
      account.plan,
      business.name,
      "account" in principal ? principal.account.plan : "",
    ];
    expect((await caller()("?asOf=77")).json).toEqual({ told: ["agency", "Then", "agency"] });
    expect((await caller()("")).json).toEqual({ told: ["growth", "Corner Café", "growth"] });
  });

  test.each(["read", "log", "runner", "positions", "timeTravel"] as const)(
    "fails where it takes hold of services.%s, which tell of the present",
    async (name) => {
      tell = ({ services }) => typeof services[name];
      expect((await caller()("?asOf=77")).status).toBe(500);
      expect((await caller()("")).status).toBe(200);
    },
  );

  test("fails where it writes", async () => {
    tell = async ({ execute, business }) => isRefusal(await execute(notes, business.id, add("1", "Written")));
    const head = await service.parts.services.log.head();
    expect((await caller()("?asOf=77")).status).toBe(500);
    expect(await service.parts.services.log.head()).toBe(head);
  });

  test("is told no text's time by another clock than today's", async () => {
    tell = ({ services }) => services.clock.now().toISOString();
    expect((await caller()("?asOf=77")).json).toEqual({ told: service.clock.now().toISOString() });
  });
});

test("a page mark of one moment is of use neither at another nor today", async () => {
  tell = ({ cursors }) => cursors.sign("here");
  const account = service.accounts.account();
  // With a key for each, so that none is turned away for the number of them.
  const call = (search: string) => caller(account)(search);
  const marks = await Promise.all(["?asOf=77", "?asOf=2026-01-01T00:00:00Z", ""].map(call));
  const [at77, instant, today] = marks.map(({ json }) => encodeURIComponent(String(json?.["told"])));
  const path = "query.cursor";
  for (const search of [`?cursor=${at77}`, `?cursor=${at77}&asOf=78`, `?cursor=${today}&asOf=77`]) {
    const reply = await call(search);
    expect([search, reply.status, reply.json?.["details"]]).toEqual([search, 400, [expect.objectContaining({ path })]]);
  }
  const fine = [`?cursor=${today}`, `?cursor=${at77}&asOf=77`, `?cursor=${instant}&asOf=2026-01-01T01:00:00%2B01:00`];
  expect((await Promise.all(fine.map(call))).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test("an unchanged answer of the past is 304", async () => {
  const call = caller();
  const first = await call("?asOf=77");
  const again = await call("?asOf=77", { "if-none-match": String(first.headers["etag"]) });
  expect([again.status, again.text, again.headers["x-service-as-of"]]).toEqual([304, "", "41"]);
});

test("nobody waits for read tables that are not read", async () => {
  service.tables.reached = 0;
  const call = caller();
  const header = { "x-service-min-position": "9" };
  const statuses = [(await call("?asOf=77", header)).status, (await call("", header)).status];
  service.tables.reached = Infinity;
  expect(statuses).toEqual([200, 503]);
  expect((await call("?asOf=77", { "x-service-min-position": "soon" })).status).toBe(400);
});

describe("who cannot travel", () => {
  const unheard = () => {
    throw new Error("The handler was asked.");
  };

  test.each([
    [new HistoryTooLong(100_000), 422, "history_too_long", undefined],
    [new TravellersTooMany("Full."), 503, "time_travel_busy", "1"],
  ])("is told so: %s", async (error, status, code, retryAfter) => {
    tell = unheard;
    traveller.error = error;
    const reply = await caller()("?asOf=77");
    expect([reply.status, reply.json?.["code"], reply.headers["retry-after"]]).toEqual([status, code, retryAfter]);
    if (status === 422) expect(reply.json?.["error"]).toContain("100000");
  });

  test("because the moment lies ahead is told which parameter that is", async () => {
    tell = unheard;
    traveller.error = new MomentAhead({ position: 77 });
    const reply = await caller()("?asOf=77");
    const path = "query.asOf";
    expect([reply.status, reply.json?.["details"]]).toEqual([400, [expect.objectContaining({ path })]]);
  });

  test("because the business was not there is told what it would have been told then", async () => {
    tell = unheard;
    was = async () => null;
    const reply = await caller()("?asOf=77");
    expect([reply.status, reply.json?.["code"]]).toEqual([404, "no_active_business"]);
  });

  test("by the rights of today is refused, whatever they were", async () => {
    const key = service.accounts.keyFor(service.accounts.account({ plan: "free" }));
    const reply = await send(`${service.url}/api/v1/context?asOf=77`, { headers: { "x-service-key": key } });
    expect([reply.status, traveller.asked]).toEqual([403, []]);
  });
});

describe("who asks for much", () => {
  test("has a read of the past counted as ten within a minute", async () => {
    const call = caller();
    const statuses: number[] = [];
    for (const search of ["?asOf=1", "?asOf=2", "?asOf=3", "", "", ""]) statuses.push((await call(search)).status);
    expect(statuses).toEqual([200, 200, 429, 200, 200, 200]);
    const left = (await call("")).headers["ratelimit"];
    expect(left).toContain('"burst";r=1;');
  });

  test("is served one at a time with all of an account's keys, and beside others", async () => {
    let release: () => void = () => undefined;
    traveller.hold = new Promise((resolve) => (release = resolve));
    const account = service.accounts.account();
    const mine = Array.from({ length: 22 }, () => caller(account)("?asOf=1"));
    const busy = await Promise.race(mine);
    expect([busy.status, busy.json?.["code"]]).toEqual([503, "time_travel_busy"]);
    expect(traveller.most).toBe(1);
    const other = caller()("?asOf=1");
    while (traveller.inside < 2) await new Promise((resolve) => setImmediate(resolve));
    release();
    expect((await other).status).toBe(200);
    const statuses = (await Promise.all(mine)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(21);
    expect(traveller.most).toBe(2);
  });
});
