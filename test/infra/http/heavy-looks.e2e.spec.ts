/** Whoever looks at whole histories does it in turn, pays for it, and is forgotten once gone; streams are few, and are read. */
import { once } from "node:events";
import { request as open, type IncomingMessage } from "node:http";
import { z } from "zod";
import { admin, Answer, query, session, type Context, type Endpoint } from "../../../infra/http/endpoint";
import { eventually } from "../../support/eventually";
import { send } from "../../support/http-client";
import { startSampleService, type SampleService } from "./sample-service";

/** Who is inside a look, by account. */
const inside: string[] = [];
let most = 0;
let gate = new AbortController();
let look: (context: Context) => Promise<unknown>;

const heavyLook = {
  heavy: true,
  area: "audit",
  summary: "Looks",
  responds: { status: 200, body: z.strictObject({ looked: z.boolean() }) },
} as const;
const watched = async (context: Context) => {
  const id = "account" in context.principal ? context.principal.account.id : "";
  inside.push(id);
  most = Math.max(most, inside.length);
  try {
    await look(context);
  } finally {
    inside.splice(inside.indexOf(id), 1);
  }
  return { looked: true };
};
const lookAtMine = query({
  ...heavyLook,
  id: "look-at-mine",
  method: "GET",
  path: "/api/mine",
  access: session(),
  on: "business",
  presentOnly: "There is nothing but the present here.",
  handle: async (_input, context) => watched(context),
});
const lookAtAny = query({
  ...heavyLook,
  id: "look-at-any",
  method: "GET",
  path: "/api/admin/businesses/:id/any",
  access: admin("audit"),
  on: "none",
  params: z.strictObject({ id: z.string() }),
  handle: async (_input, context) => watched(context),
});
const CHUNK = "x".repeat(65_536);
let written = 0;
let ended = 0;
const streamMine = query({
  ...heavyLook,
  id: "stream-mine",
  method: "GET",
  path: "/api/mine/stream",
  access: session(),
  on: "business",
  presentOnly: "There is nothing but the present here.",
  responds: { status: 200, alternatives: ["text/plain"] },
  handle: async () => new Answer(200, { contentType: "text/plain", chunks: endless() }),
});
async function* endless() {
  try {
    for (;;) {
      written += 1;
      yield CHUNK;
    }
  } finally {
    ended += 1;
  }
}

let service: SampleService;

beforeAll(async () => {
  const endpoints = [lookAtMine, lookAtAny, streamMine] as unknown as readonly Endpoint[];
  const sessions = [{ name: "session", per: "account", limit: 600, windowSeconds: 60 }] as const;
  service = await startSampleService({ endpoints, rateTable: { sessions } });
});
afterAll(() => service.close());
beforeEach(() => {
  gate = new AbortController();
  most = 0;
  const { signal } = gate;
  look = async () => {
    if (!signal.aborted) await once(signal, "abort");
  };
});

const signIn = (more: { readonly admin?: boolean } = {}) =>
  `service_session=${service.accounts.sessionFor(service.accounts.account(more))}`;
const mine = (cookie: string) => send(`${service.url}/api/mine`, { headers: { cookie } });
const any = (cookie: string) => send(`${service.url}/api/admin/businesses/b/any`, { headers: { cookie } });

test("an account looks once at a time, two accounts side by side, and there is room for an administrator", async () => {
  const [greedy, other, third] = [signIn(), signIn(), signIn()];
  const asked = [...Array.from({ length: 21 }, () => mine(greedy))];
  await eventually(() => expect(inside).toHaveLength(1));
  await eventually(async () => {
    const refused = await mine(greedy);
    expect([refused.status, refused.json?.["code"]]).toEqual([503, "time_travel_busy"]);
  });
  asked.push(mine(other));
  await eventually(() => expect(inside).toHaveLength(2));
  asked.push(mine(third), any(signIn({ admin: true })));
  await eventually(() => expect(inside).toHaveLength(3));
  expect(new Set(inside).size).toBe(3);
  gate.abort();
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 200));
  expect(most).toBe(3);
});

test("whoever waits for five seconds is turned away", async () => {
  const greedy = signIn();
  const first = mine(greedy);
  await eventually(() => expect(inside).toHaveLength(1));
  const second = mine(greedy);
  let refused: Awaited<typeof second> | undefined;
  void second.then((reply) => (refused = reply));
  await eventually(async () => {
    await service.clock.advance(1_000);
    expect(refused?.json?.["code"]).toBe("time_travel_busy");
  });
  gate.abort();
  expect((await first).status).toBe(200);
});

test("a tenant's look counts for ten requests, an administrator's for one", async () => {
  gate.abort();
  const left = ({ headers }: Awaited<ReturnType<typeof mine>>) => /r=(\d+)/.exec(String(headers["ratelimit"]))?.[1];
  expect([left(await mine(signIn())), left(await any(signIn({ admin: true })))]).toEqual(["590", "599"]);
});

test("nothing is read any more for whom the connection was closed", async () => {
  let reads = 0;
  let stopped: unknown;
  look = async ({ services: { log } }) => {
    try {
      for (;;) {
        await log.readStream("none", { limit: 1 });
        reads += 1;
      }
    } catch (error) {
      stopped = error;
      throw error;
    }
  };
  const leaving = open(`${service.url}/api/mine`, { headers: { cookie: signIn() } });
  leaving.on("error", () => undefined).end();
  await eventually(() => expect(reads).toBeGreaterThan(0));
  leaving.destroy();
  await eventually(() => expect(stopped).toMatchObject({ name: "ReadingStopped" }));
  expect(service.logLines.join("")).not.toContain("A request failed.");
});

describe("streams", () => {
  const opened: IncomingMessage[] = [];
  afterEach(() => opened.splice(0).forEach((answer) => answer.destroy()));

  /** Asks, and reads nothing of the answer's body. */
  async function stream(cookie: string, method = "GET"): Promise<IncomingMessage> {
    const asked = open(`${service.url}/api/mine/stream`, { method, headers: { cookie } }).end();
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    answer.on("error", () => undefined);
    opened.push(answer);
    return answer;
  }

  test("an account has two open, and another one when one of them has ended", async () => {
    const [reader, other] = [signIn(), signIn()];
    expect((await stream(reader, "HEAD")).statusCode).toBe(200);
    const [first, second] = [await stream(reader), await stream(reader)];
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    const third = await send(`${service.url}/api/mine/stream`, { headers: { cookie: reader } });
    expect([third.status, third.json?.["code"], third.headers["retry-after"]]).toEqual([429, "too_many_streams", "1"]);
    expect((await stream(other)).statusCode).toBe(200);
    first.destroy();
    await eventually(async () => expect((await stream(reader)).statusCode).toBe(200));
  });

  test("one of which nobody reads is ended after thirty seconds, and is recognizably not whole", async () => {
    const [silent, busy] = [await stream(signIn()), await stream(signIn())];
    let before = -1;
    // Until all that lies between has no more room.
    await eventually(() => {
      const [last, now] = [before, (before = written)];
      expect(now).toBe(last);
    });
    const endedBefore = ended;
    await service.clock.advance(29_000);
    // This one takes something before its time is over.
    busy.once("data", () => undefined);
    await eventually(() => expect(written).toBeGreaterThan(before));
    busy.pause();
    await service.clock.advance(1_000);
    await eventually(() => expect(ended).toBe(endedBefore + 1));
    silent.resume();
    await eventually(() => expect(silent.destroyed).toBe(true));
    expect([silent.complete, busy.destroyed]).toEqual([false, false]);
  });
});
