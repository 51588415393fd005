/** What the client does around a call: credentials, repetition, errors, positions and pages. */
import { ApiError, createClient, isReceiptOf, type ClientOptions } from "local-business-intelligence-client";
import { z } from "zod";
import type { Context } from "../../infra/http/endpoint";
import { systemClock } from "../../infra/time/clock";
import { receipted } from "../../read-api/receipt";

type Answered = Response | Error;

/** A client whose service answers these in turn, and what it was asked and how long it waited. */
function clientOf(answers: readonly Answered[], options: Partial<ClientOptions> = {}) {
  const asked: Request[] = [];
  const waits: number[] = [];
  const left = [...answers];
  const client = createClient({
    baseUrl: "https://service.example/",
    apiKey: "svc_live_key",
    fetch: async (request) => {
      // Read to the end, as a connection would.
      await request.clone().text();
      asked.push(request);
      const next = left.shift();
      if (next === undefined) throw new Error("Nothing more was expected to be asked.");
      if (next instanceof Error) throw next;
      return next;
    },
    wait: async (milliseconds) => void waits.push(milliseconds / 1000),
    ...options,
  });
  return { client, asked, waits };
}

const json = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
const busy = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  json({ error: "Wait.", code: "rate_limited", requestId: "r" }, status, headers);
const competitors = { competitors: [], count: 0 };
const body = { name: "Fjord Coffee", place_id: "place-1" };
const broken = () => new TypeError("fetch failed");
const add = ({ client }: ReturnType<typeof clientOf>) => client.post("/api/v1/competitors", { body });
const list = ({ client }: ReturnType<typeof clientOf>) => client.get("/api/v1/competitors");
const header = (name: string) => (request: Request) => request.headers.get(name);

test("every call carries the key to the service's own address, and follows it nowhere else", async () => {
  const stage = clientOf([json(competitors)]);
  expect(await list(stage)).toEqual(competitors);
  const [request] = stage.asked;
  expect([request?.url, request?.headers.get("x-service-key"), request?.redirect]).toEqual([
    "https://service.example/api/v1/competitors",
    "svc_live_key",
    "error",
  ]);
});

test("every write has an Idempotency-Key of its own, the same at every try, and the caller's where one is given", async () => {
  const created = () => json({ competitor: { id: "1" } }, 201);
  const stage = clientOf([busy(503), broken(), created(), created(), created()]);
  await add(stage);
  await add(stage);
  await stage.client.post("/api/v1/competitors", { body, params: { header: { "Idempotency-Key": "mine" } } });
  const [first, second, third, next, last] = stage.asked.map(header("idempotency-key"));
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect([second, third, last]).toEqual([first, first, "mine"]);
  expect(next).not.toBe(first);
  expect(await Promise.all(stage.asked.slice(0, 3).map((request) => request.text()))).toEqual(
    Array.from({ length: 3 }, () => JSON.stringify(body)),
  );
});

test("Retry-After is honoured, in seconds and as a date, and without one waits grow", async () => {
  const inTen = new Date(systemClock.now().getTime() + 10_000).toUTCString();
  const stage = clientOf([busy(429, { "retry-after": "7" }), busy(503, { "retry-after": inTen }), json(competitors)]);
  await list(stage);
  expect(stage.waits[0]).toBe(7);
  expect(stage.waits[1]).toBeGreaterThan(7);
  expect(stage.waits[1]).toBeLessThanOrEqual(10);
  const growing = clientOf([busy(503), busy(503), busy(503), json(competitors)]);
  await list(growing);
  const within = growing.waits.map((seconds, at) => seconds >= 0.25 * 2 ** at && seconds <= 0.5 * 2 ** at);
  expect(within).toEqual([true, true, true]);
});

test("tries are bounded, and so is a wait; the last answer is told", async () => {
  const stage = clientOf(Array.from({ length: 4 }, () => busy(429, { "retry-after": "1" })));
  await expect(list(stage)).rejects.toMatchObject({ status: 429, code: "rate_limited", retryAfterSeconds: 1 });
  expect(stage.asked).toHaveLength(4);
  const long = clientOf([busy(429, { "retry-after": "3600" })]);
  await expect(list(long)).rejects.toMatchObject({ retryAfterSeconds: 3600 });
  expect(long.waits).toEqual([]);
  const lost = clientOf(Array.from({ length: 4 }, broken));
  await expect(list(lost)).rejects.toThrow("fetch failed");
  const once = clientOf([busy(503)], { triesMax: 1 });
  await expect(list(once)).rejects.toThrow(ApiError);
});

test("a write that the first try still does is waited for, and a refusal is not asked for again", async () => {
  const stage = clientOf([busy(409, { "retry-after": "1" }), json({ competitor: { id: "1" } }, 201)]);
  expect((await add(stage)).competitor.id).toBe("1");
  const refused = clientOf([json({ error: "No.", code: "competitor_already_tracked", requestId: "r" }, 409)]);
  await expect(add(refused)).rejects.toMatchObject({ status: 409, code: "competitor_already_tracked" });
  expect(refused.waits).toEqual([]);
});

test("who aborts is not kept waiting", async () => {
  const aborting = new AbortController();
  const stage = clientOf([busy(503, { "retry-after": "20" })], { wait: undefined });
  const asking = stage.client.get("/api/v1/competitors", { signal: aborting.signal });
  setImmediate(() => aborting.abort());
  await expect(asking).rejects.toMatchObject({ name: "AbortError" });
});

test("an error has what the service said: code, sentence, request and what is wrong where", async () => {
  const details = [{ path: "name", message: "is too short" }];
  const said = { error: "The request is not valid.", code: "invalid_request", requestId: "r-1", details };
  await expect(add(clientOf([json(said, 400)]))).rejects.toMatchObject({
    name: "ApiError",
    status: 400,
    code: "invalid_request",
    message: "The request is not valid.",
    requestId: "r-1",
    details,
    retryAfterSeconds: null,
    body: said,
  });
  const named = { error: "sms_compliance_pending", code: "sms_compliance_pending", message: "Wait.", requestId: "r" };
  await expect(add(clientOf([json(named, 409)]))).rejects.toMatchObject({ message: "Wait." });
});

test("what something in between answers is an error as well", async () => {
  const page = new Response("<h1>Bad Gateway</h1>", { status: 502, headers: { "x-request-id": "r-2" } });
  const said = { status: 502, code: "http_502", requestId: "r-2", message: "The answer was 502.", details: [] };
  await expect(add(clientOf([page]))).rejects.toMatchObject(said);
  await expect(add(clientOf([json(null, 500)]))).rejects.toMatchObject({ code: "http_500", requestId: null });
});

test("reads wait for the newest write of the client, or of another that told its position", async () => {
  const written = (position: string) => json({ competitor: { id: "1" } }, 201, { "x-service-position": position });
  const answers = [json(competitors), written("40"), written("39"), json(competitors)];
  const stage = clientOf(answers);
  await list(stage);
  await add(stage);
  await add(stage);
  await list(stage);
  expect(stage.asked.map(header("x-service-min-position"))).toEqual([null, null, null, "40"]);
  expect(stage.client.position).toBe(40);
  const other = clientOf([json(competitors)], { minPosition: stage.client.position });
  await list(other);
  expect(other.asked.map(header("x-service-min-position"))).toEqual(["40"]);
});

test("a list is followed to its end, and asked no further than it is used", async () => {
  const page = (ids: readonly string[], nextCursor: string | null) =>
    json({ alerts: ids.map((id) => ({ id })), unread: 0, nextCursor });
  const stage = clientOf([page(["1", "2"], "a+b"), page([], "c"), page(["3"], null)]);
  const found: string[] = [];
  const params = { query: { limit: 2 } };
  for await (const { id } of stage.client.items("/api/v1/alerts", { params })) found.push(id);
  expect(found).toEqual(["1", "2", "3"]);
  expect(stage.asked.map(({ url }) => new URL(url).search)).toEqual([
    "?limit=2",
    "?limit=2&cursor=a%2Bb",
    "?limit=2&cursor=c",
  ]);
  const left = clientOf([page(["1"], "more")]);
  for await (const { alerts } of left.client.pages("/api/v1/alerts")) if (alerts.length > 0) break;
  const turning = clientOf([page(["1"], "same"), page(["1"], "same")]);
  const turn = async () => {
    for await (const { id } of turning.client.items("/api/v1/alerts")) found.push(id);
  };
  await expect(turn()).rejects.toThrow("the same cursor twice");
});

test("the events of an account end where there are no more by now", async () => {
  const page = (id: string, nextCursor: string, hasMore: boolean) => json({ data: [{ id }], nextCursor, hasMore });
  const stage = clientOf([page("1", "a", true), page("2", "b", false)]);
  const found: string[] = [];
  for await (const { id } of stage.client.items("/api/v1/events")) found.push(id);
  expect(found).toEqual(["1", "2"]);
  expect(stage.asked.map(({ url }) => new URL(url).search)).toEqual(["", "?after=a"]);
});

test("a receipt is that of the answer it came with, and of no other", () => {
  const view = receipted(z.object({ text: z.string(), rating: z.number(), more: z.record(z.string(), z.json()) }));
  const services = { clock: { now: () => new Date("2026-03-01T09:30:00.000Z") } } as unknown as Context["services"];
  const more = { "€": 1e21, "\u{1f600}": [1e-7, null], ﬀ: true, b: { z: -0, a: [] }, "1": 5e-324 };
  const { body: told } = view.answer({ text: "Grüße \u2028", rating: 4.1, more }, { requestId: "r", services });
  const kept = JSON.parse(JSON.stringify(told)) as Parameters<typeof isReceiptOf>[0];
  expect(isReceiptOf(kept)).toBe(true);
  expect(isReceiptOf({ ...kept, rating: 4.2 } as typeof kept)).toBe(false);
});
