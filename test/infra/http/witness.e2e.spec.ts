/** Nobody is shown a business's history unseen: every look is told to the witness first. */
import { z } from "zod";
import { LogUnavailable } from "../../../infra/event-log/event-log";
import { admin, command, query, session, type Endpoint } from "../../../infra/http/endpoint";
import { pageQuery } from "../../../infra/http/paging";
import type { Witness, WitnessedLook } from "../../../infra/http/witness";
import { send } from "../../support/http-client";
import { startSampleService, type SampleService } from "./sample-service";

const ran: string[] = [];
const shown = { params: z.strictObject({ id: z.string() }), on: "none", area: "audit", summary: "Things" } as const;

const listThings = query({
  ...shown,
  id: "list-things",
  method: "GET",
  path: "/api/admin/businesses/:id/things",
  access: admin("audit"),
  query: z.strictObject({ ...pageQuery({ default: 2, max: 5 }), type: z.string().max(20).optional() }),
  responds: { status: 200, body: z.strictObject({ things: z.array(z.number()), nextCursor: z.string() }) },
  handle: async ({ params: { id }, query: { limit, cursor } }, { cursors }) => {
    const from = cursors.parse(z.number(), cursor) ?? 0;
    ran.push(id);
    return { things: Array.from({ length: limit }, (_, at) => from + at), nextCursor: cursors.sign(from + limit) };
  },
});
const markThings = command({
  ...shown,
  id: "mark-things",
  method: "POST",
  path: "/api/admin/businesses/:id/things",
  access: admin("audit"),
  responds: { status: 200, body: z.strictObject({ marked: z.boolean() }) },
  handle: async () => ({ marked: true }),
});
const ownThings = query({
  id: "list-own-things",
  method: "GET",
  path: "/api/things",
  access: session(),
  on: "business",
  area: "audit",
  summary: "Own things",
  presentOnly: "There is nothing but the present here.",
  responds: { status: 200, body: z.strictObject({ things: z.array(z.number()) }) },
  handle: async () => ({ things: [] }),
});
const administered = query({
  ...shown,
  id: "get-administered",
  method: "GET",
  path: "/api/admin/accounts/:id",
  access: admin(),
  responds: { status: 200, body: z.strictObject({ id: z.string() }) },
  handle: async ({ params: { id } }) => ({ id }),
});

let service: SampleService;
const looks: WitnessedLook[] = [];
let witness: Witness;
let cookie: string;
let accountId: string;

beforeAll(async () => {
  const endpoints = [listThings, markThings, ownThings, administered] as unknown as readonly Endpoint[];
  service = await startSampleService({ endpoints, witness: (look) => witness(look) });
  const account = service.accounts.account({ admin: true });
  accountId = account.id;
  cookie = `service_session=${service.accounts.sessionFor(account)}`;
});
afterAll(() => service.close());
beforeEach(() => {
  looks.length = 0;
  ran.length = 0;
  witness = async (look) => {
    expect(ran).toEqual([]);
    looks.push(look);
  };
});

const THINGS = "/api/admin/businesses/b-1/things";
const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  send(`${service.url}${path}`, { method, headers: { cookie, ...headers } });

test("who looked, at which business, at what and asking what is told before the handler runs", async () => {
  const reply = await get(`${THINGS}?type=a%26b&limit=1`, { "x-request-id": "request-1" });
  expect(reply.status).toBe(200);
  expect(looks).toEqual([
    {
      businessId: "b-1",
      what: "list-things",
      asked: { type: "a&b", limit: "1" },
      actor: { kind: "admin", id: accountId },
      requestId: "request-1",
    },
  ]);
  expect(ran).toEqual(["b-1"]);
});

test("a look that is answered without a body is a look", async () => {
  const { headers } = await get(THINGS);
  ran.length = 0;
  expect((await get(THINGS, { "if-none-match": String(headers["etag"]) })).status).toBe(304);
  ran.length = 0;
  expect((await get(THINGS, {}, "HEAD")).status).toBe(200);
  expect(looks).toHaveLength(3);
});

test("whoever writes under an audit's address looks as well", async () => {
  expect((await get(THINGS, { origin: service.publicUrl }, "POST")).status).toBe(200);
  expect(looks.map(({ what }) => what)).toEqual(["mark-things"]);
});

test("where a look cannot be kept nothing is shown and nothing is done", async () => {
  witness = () => Promise.reject(new LogUnavailable("away"));
  const reply = await get(THINGS);
  expect([reply.status, reply.json?.["code"], ran]).toEqual([503, "log_unavailable", []]);
  witness = () => Promise.reject(new Error("out of order"));
  const failed = await get(THINGS);
  expect([failed.status, failed.json?.["code"], ran]).toEqual([500, "internal_error", []]);
});

test("who is turned away has not looked, and neither has an owner or who administers something else", async () => {
  const stranger = service.accounts.sessionFor(service.accounts.account());
  expect((await get(THINGS, { cookie: "service_session=none" })).status).toBe(401);
  expect((await get(THINGS, { cookie: `service_session=${stranger}` })).status).toBe(403);
  expect((await get(`${THINGS}?surprising=1`)).status).toBe(400);
  expect((await get(`${THINGS}?limit=many`)).status).toBe(400);
  expect((await get("/api/things")).status).toBe(200);
  expect((await get("/api/admin/accounts/b-1")).status).toBe(200);
  expect(looks).toEqual([]);
});

test("the pages of a look are that look, and its mark leads to nothing else", async () => {
  const cursor = String((await get(`${THINGS}?type=a`)).json?.["nextCursor"]);
  ran.length = 0;
  const next = await get(`${THINGS}?type=a&cursor=${cursor}&limit=1`);
  expect([next.status, next.json?.["things"], looks.length]).toEqual([200, [2], 1]);
  ran.length = 0;
  for (const elsewhere of [
    `/api/admin/businesses/b-2/things?type=a&cursor=${cursor}`,
    `${THINGS}?cursor=${cursor}`,
    `${THINGS}?type=b&cursor=${cursor}`,
    `${THINGS}?type=a&cursor=made-up`,
  ]) {
    const reply = await get(elsewhere);
    expect([reply.status, reply.json?.["details"]]).toEqual([400, [expect.objectContaining({ path: "query.cursor" })]]);
  }
  expect([looks.length, ran]).toEqual([1, []]);
});

test("an hour after a look its pages are a look of their own, however often somebody turned them meanwhile", async () => {
  const cursor = String((await get(THINGS)).json?.["nextCursor"]);
  ran.length = 0;
  await service.clock.advance(3_599_000);
  const next = String((await get(`${THINGS}?cursor=${cursor}`)).json?.["nextCursor"]);
  ran.length = 0;
  expect(looks).toHaveLength(1);
  await service.clock.advance(1_000);
  const again = await get(`${THINGS}?cursor=${next}&limit=1`);
  expect([again.status, again.json?.["things"]]).toEqual([200, [4]]);
  expect(looks.map(({ what, asked }) => [what, asked])).toEqual([
    ["list-things", {}],
    ["list-things", { limit: "1" }],
  ]);
  ran.length = 0;
  // The pages after it belong to the look that it was.
  await service.clock.advance(3_599_000);
  expect((await get(`${THINGS}?cursor=${String(again.json?.["nextCursor"])}`)).status).toBe(200);
  expect(looks).toHaveLength(2);
});

test("a link on another site makes nobody look", async () => {
  const foreign: readonly Record<string, string>[] = [
    { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
    { "sec-fetch-site": "same-site" },
    { referer: "https://elsewhere.example/" },
  ];
  for (const elsewhere of foreign) {
    const refused = await get(THINGS, elsewhere);
    expect([refused.status, refused.json?.["code"]]).toEqual([403, "origin_not_allowed"]);
  }
  expect([looks, ran]).toEqual([[], []]);
  expect((await get("/api/things", { "sec-fetch-site": "cross-site" })).status).toBe(200);
  const ours: readonly Record<string, string>[] = [
    { "sec-fetch-site": "none" },
    { "sec-fetch-site": "same-origin" },
    {},
  ];
  for (const own of ours) {
    ran.length = 0;
    expect((await get(THINGS, own)).status).toBe(200);
  }
  expect(looks).toHaveLength(3);
});
