/** What every endpoint may rely on, seen from outside. */
import { eventually } from "../../support/eventually";
import { send } from "../../support/http-client";
import { ended } from "./sample-endpoints";
import { startSampleService, type SampleService } from "./sample-service";

let service: SampleService;
beforeAll(async () => void (service = await startSampleService()));
afterAll(() => service.close());

const withKey = (key: string, more: Record<string, string> = {}) => ({ "x-service-key": key, ...more });
const freshKey = (scopes?: readonly string[]) => service.accounts.keyFor(service.accounts.account(), scopes);
const addNote = async (key: string, title: string, headers: Record<string, string> = {}) => {
  // Ids are ordered by time, so time goes on.
  await service.clock.advance(1);
  return send(`${service.url}/api/v1/notes`, { method: "POST", headers: withKey(key, headers), body: { title } });
};
const idOf = (reply: { json: unknown }) => (reply.json as { note: { id: string } }).note.id;

const someText: unknown = expect.any(String);

describe("answers", () => {
  test("a command answers with its status, its schema's members alone, and the position that it reached", async () => {
    const reply = await addNote(freshKey(), "First");
    expect(reply.status).toBe(201);
    expect(reply.json).toEqual({ note: { id: someText, title: "First" }, secret: someText });
    expect(Number(reply.headers["x-service-position"])).toBeGreaterThan(0);
    expect(reply.headers["cache-control"]).toBe("no-store");
    expect(reply.headers["x-powered-by"]).toBeUndefined();
    expect(reply.headers["x-content-type-options"]).toBe("nosniff");
  });

  test("an alias answers as the path itself, and a literal part goes before a parameter", async () => {
    const key = freshKey();
    await addNote(key, "Only");
    const own = await send(`${service.url}/api/v1/notes`, { headers: withKey(key) });
    const alias = await send(`${service.url}/api/v1/me/notes`, { headers: withKey(key) });
    const latest = await send(`${service.url}/api/v1/notes/latest`, { headers: withKey(key) });
    expect(alias.json).toEqual(own.json);
    expect(latest.json).toEqual({ latest: "Only" });
  });

  test("HEAD answers as GET, without the body", async () => {
    const headers = withKey(freshKey());
    const got = await send(`${service.url}/api/v1/notes`, { headers });
    const head = await send(`${service.url}/api/v1/notes`, { method: "HEAD", headers });
    expect(head.status).toBe(200);
    expect(head.text).toBe("");
    expect(head.headers["content-length"]).toBe(got.headers["content-length"]);
  });

  test("a path that nobody has is 404, another method 405 with those that are allowed", async () => {
    const missing = await send(`${service.url}/api/v1/nothing`);
    expect(missing.status).toBe(404);
    expect(missing.json).toMatchObject({ code: "not_found", requestId: someText });
    const wrong = await send(`${service.url}/api/v1/notes/1`, { method: "POST" });
    expect(wrong.status).toBe(405);
    expect(wrong.headers["allow"]).toBe("DELETE, GET, HEAD, PATCH");
    expect((await send(`${service.url}/api/v1/notes/%E0%A4%A`)).status).toBe(404);
  });

  test("a stream is answered as it comes", async () => {
    const headers = { authorization: "Bearer collector-token", "content-type": "application/x-ndjson" };
    const reply = await send(`${service.url}/api/admin/lines`, { method: "POST", headers, body: '{"a":1}\n' });
    expect(reply.headers["content-type"]).toBe("application/x-ndjson");
    expect(reply.text).toMatch(/^[0-9a-f]{8}\n$/);
  });
});

test("a stream's source ends when its reader goes away, and the request is logged all the same", async () => {
  const account = service.accounts.account({ admin: true });
  const leaving = new AbortController();
  const reply = await fetch(`${service.url}/api/admin/count`, {
    headers: { cookie: `service_session=${service.accounts.sessionFor(account)}` },
    signal: leaving.signal,
  });
  await reply.body?.getReader().read();
  expect(ended.streams).toBe(0);
  leaving.abort();
  await eventually(() => expect(ended.streams).toBe(1));
  await eventually(() => expect(service.records.at(-1)).toMatchObject({ route: "/api/admin/count", status: 200 }));
});

describe("errors", () => {
  test("an unexpected error says nothing but its request id, and is logged with its stack", async () => {
    const reply = await send(`${service.url}/api/v1/failures`, {
      method: "POST",
      headers: withKey(freshKey(), { "x-request-id": "seen-in-log" }),
      body: { how: "defect" },
    });
    expect(reply.status).toBe(500);
    expect(reply.json).toEqual({
      error: "Something went wrong on our side.",
      code: "internal_error",
      requestId: "seen-in-log",
    });
    const line = service.logLines.find((one) => one.includes("seen-in-log") && one.includes("stack"));
    expect(line).toContain("SELECT secret FROM accounts");
  });

  test.each([
    ["contention", 503, "contention"],
    ["log", 503, "log_unavailable"],
    ["database", 503, "database_unavailable"],
    ["refusal", 500, "internal_error"],
    ["answer", 500, "internal_error"],
  ])("%s is answered with %i", async (how, status, code) => {
    const reply = await send(`${service.url}/api/v1/failures`, {
      method: "POST",
      headers: withKey(freshKey()),
      body: { how },
    });
    expect([reply.status, reply.json?.["code"]]).toEqual([status, code]);
    expect(reply.headers["retry-after"]).toBe(status === 503 ? "1" : undefined);
    expect(reply.text).not.toMatch(/SELECT|ECONNREFUSED|notes-1/);
  });

  test("what a provider of others did wrong is 502 with the time to wait, and told in whole to operators alone", async () => {
    const reply = await send(`${service.url}/api/v1/failures`, {
      method: "POST",
      headers: withKey(freshKey(), { "x-request-id": "asked-others" }),
      body: { how: "provider" },
    });
    expect([reply.status, reply.json?.["code"], reply.headers["retry-after"]]).toEqual([
      502,
      "location_lookup_failed",
      "7",
    ]);
    expect(reply.text).not.toContain("429");
    const line = service.logLines.find((one) => one.includes("asked-others") && one.includes("stack"));
    expect(line).toContain("The provider answered with status 429.");
  });

  test("a refusal has its status from the table, its facts beside the sentence, and Retry-After where it names a time", async () => {
    const key = freshKey();
    for (const title of ["1", "2", "3", "4", "5"]) await addNote(key, title);
    const repeated = await addNote(key, "5");
    expect(repeated.status).toBe(409);
    expect(repeated.json).toMatchObject({ code: "note_exists", error: "There is a note of this title.", title: "5" });
    const refused = await addNote(key, "6");
    expect(refused.status).toBe(429);
    expect(refused.json).toMatchObject({ code: "note_limit_reached", quota: { limit: 5, used: 5 } });
    expect(refused.headers["retry-after"]).toBe("60");
  });

  test("a refusal that the contract names has its code as error, its sentence as message and its facts beside them", async () => {
    const headers = { ...withKey(freshKey(), { "x-request-id": "named" }), accept: "application/problem+json" };
    const reply = await send(`${service.url}/api/v1/failures`, { method: "POST", headers, body: { how: "named" } });
    const told = { error: "note_in_review", message: "It is not reviewed yet.", reviewStatus: "pending" };
    expect(reply.json).toMatchObject({ ...told, code: "note_in_review", status: 409, detail: told.message });
  });

  test("a client that asks for problem documents gets the same members as RFC 9457", async () => {
    const reply = await send(`${service.url}/api/v1/notes`, { headers: { accept: "application/problem+json" } });
    expect(reply.headers["content-type"]).toBe("application/problem+json");
    expect(reply.json).toMatchObject({
      type: "about:blank",
      title: "Unauthorized",
      status: 401,
      code: "unauthenticated",
    });
    expect(reply.json?.["detail"]).toBe(reply.json?.["error"]);
  });
});

describe("request ids and log lines", () => {
  test("a request id is taken over where it is harmless, replaced where not, and always answered", async () => {
    const given = await send(`${service.url}/api/v1/notes`, { headers: { "x-request-id": "abc.DEF-1_2" } });
    expect([given.headers["x-request-id"], given.json?.["requestId"]]).toEqual(["abc.DEF-1_2", "abc.DEF-1_2"]);
    const nasty = await send(`${service.url}/api/v1/notes`, { headers: { "x-request-id": "a b<script>" } });
    expect(nasty.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("a log line names route, status and account, and neither credentials nor query values", async () => {
    const account = service.accounts.account();
    const key = service.accounts.keyFor(account);
    await send(`${service.url}/api/v1/notes?limit=3`, { headers: withKey(key, { "x-request-id": "logged" }) });
    const line = service.logLines.find((one) => one.includes('"logged"')) ?? "";
    expect(JSON.parse(line)).toMatchObject({
      method: "GET",
      route: "/api/v1/notes",
      status: 200,
      accountId: account.id,
    });
    expect(line).not.toMatch(/svc_live|limit=/);
  });

  test("the request id is the correlation id of what the request caused", async () => {
    await addNote(freshKey(), "Correlated", { "x-request-id": "cause-1" });
    const { events } = await service.parts.services.log.readAll({ after: 0, limit: 1000 });
    const event = events.find(({ data }) => (data as { title?: string }).title === "Correlated");
    expect(event?.metadata).toMatchObject({
      correlationId: "cause-1",
      actor: { kind: "api_key" },
      businessId: someText,
    });
  });
});

describe("reading one's own writes", () => {
  test("a read waits for the position that it names, and is 503 where that is not reached", async () => {
    const headers = withKey(freshKey(), { "x-service-min-position": "41" });
    expect((await send(`${service.url}/api/v1/notes`, { headers })).status).toBe(200);
    expect(service.tables.asked.at(-1)).toBe(41);
    service.tables.reached = 40;
    const late = await send(`${service.url}/api/v1/notes`, { headers });
    service.tables.reached = Infinity;
    expect([late.status, late.json?.["code"], late.headers["retry-after"]]).toEqual([
      503,
      "read_position_not_reached",
      "1",
    ]);
  });

  test.each(["-1", "1.5", "abc", "99999999999999999"])("a position of %s is 400", async (position) => {
    const headers = withKey(freshKey(), { "x-service-min-position": position });
    expect((await send(`${service.url}/api/v1/notes`, { headers })).status).toBe(400);
  });

  test("a browser remembers its last write by cookie, waits for it, and gets what there is if that takes too long", async () => {
    const value = service.accounts.sessionFor(service.accounts.account({ plan: "agency" }));
    const written = await send(`${service.url}/api/notes`, {
      method: "POST",
      headers: { cookie: `service_session=${value}` },
      body: { title: "Seen" },
    });
    const cookie = String(written.headers["set-cookie"]);
    expect(cookie).toMatch(/^service_position=\d+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/);
    service.tables.reached = 0;
    const position = /\d+/.exec(cookie)?.[0] ?? "";
    const read = await send(`${service.url}/api/notes`, {
      headers: { cookie: `service_session=${value}; service_position=${position}` },
    });
    service.tables.reached = Infinity;
    expect(service.tables.asked.at(-1)).toBe(Number(position));
    expect([read.status, read.json]).toEqual([200, { titles: ["Seen"] }]);
  });
});

describe("entity tags", () => {
  test("a read that has not changed is 304 without a body", async () => {
    const key = freshKey();
    const first = await send(`${service.url}/api/v1/notes`, { headers: withKey(key) });
    const etag = String(first.headers["etag"]);
    const again = await send(`${service.url}/api/v1/notes`, {
      headers: withKey(key, { "if-none-match": `"x", W/${etag}` }),
    });
    expect([again.status, again.text, again.headers["etag"]]).toEqual([304, "", etag]);
    await addNote(key, "Changed");
    expect(
      (await send(`${service.url}/api/v1/notes`, { headers: withKey(key, { "if-none-match": etag }) })).status,
    ).toBe(200);
  });

  test("If-Match lets one of two writers through that read the same revision, and the other is 412", async () => {
    const key = freshKey();
    const url = `${service.url}/api/v1/notes/${idOf(await addNote(key, "Contested"))}`;
    const tag = String((await send(url, { headers: withKey(key) })).headers["etag"]);
    const write = (title: string) =>
      send(url, { method: "PATCH", headers: withKey(key, { "if-match": tag }), body: { title } });
    const replies = await Promise.all([write("A"), write("B"), write("C")]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    const winner = replies.find(({ status }) => status === 200);
    const gone = await send(url, {
      method: "DELETE",
      headers: withKey(key, { "if-match": String(winner?.headers["etag"]) }),
    });
    expect(gone.status).toBe(204);
  });

  test("a tag that is of no revision is 400 in If-Match", async () => {
    const headers = withKey(freshKey(), { "if-match": '"cabc"' });
    expect((await send(`${service.url}/api/v1/notes/1`, { method: "DELETE", headers })).status).toBe(400);
  });
});

describe("dry runs", () => {
  test("validateOnly=true decides, appends nothing, and keeps no Idempotency-Key", async () => {
    const key = freshKey();
    const rehearse = (title: string) =>
      send(`${service.url}/api/v1/notes?validateOnly=true`, {
        method: "POST",
        headers: withKey(key, { "idempotency-key": "rehearsed" }),
        body: { title },
      });
    await addNote(key, "Taken");
    const head = await service.parts.services.log.head();
    const fine = await rehearse("Free");
    expect([fine.status, fine.json]).toEqual([200, { valid: true }]);
    expect((await rehearse("Taken")).json).toMatchObject({ code: "note_exists" });
    expect(await service.parts.services.log.head()).toBe(head);
    expect((await addNote(key, "Free", { "idempotency-key": "rehearsed" })).status).toBe(201);
  });

  test("validateOnly is true or false, and no word of reads", async () => {
    const [headers, url] = [withKey(freshKey()), `${service.url}/api/v1/notes?validateOnly=`];
    expect((await send(`${url}yes`, { method: "POST", headers, body: { title: "T" } })).status).toBe(400);
    expect((await send(`${url}true`, { headers })).status).toBe(400);
  });
});
