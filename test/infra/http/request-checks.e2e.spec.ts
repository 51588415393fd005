/** What a request must bring, and in which order it is looked at. */
import { connect } from "node:net";
import { eventually } from "../../support/eventually";
import { send } from "../../support/http-client";
import { COLLECTOR_TOKEN, startSampleService, type SampleService } from "./sample-service";

let service: SampleService;
beforeAll(async () => void (service = await startSampleService({ trustedProxies: 1 })));
afterAll(() => service.close());

const freshKey = () => service.accounts.keyFor(service.accounts.account());
const post = (path: string, headers: Record<string, string>, body: unknown) =>
  send(`${service.url}${path}`, { method: "POST", headers, body });
const paths = (reply: { json: unknown }) =>
  (reply.json as { details?: { path: string }[] }).details?.map(({ path }) => path);

describe("the order of checks", () => {
  test("401 goes before 403 for the plan, that before 403 for the scope, that before the body, that before the business", async () => {
    const send400 = (headers: Record<string, string>) => post("/api/v1/notes", headers, "{");
    const keyOf = (plan: string, scopes: string[], more = {}) => ({
      "x-service-key": service.accounts.keyFor(service.accounts.account({ plan, ...more }), scopes),
    });
    expect((await send400({})).status).toBe(401);
    expect((await send400(keyOf("free", []))).json).toMatchObject({
      code: "insufficient_plan",
      requiredPlan: "growth",
    });
    expect((await send400(keyOf("growth", []))).json).toMatchObject({
      code: "insufficient_scope",
      requiredScope: "notes:write",
    });
    const homeless = keyOf("growth", ["notes:write"], { activeBusiness: null });
    expect((await send400(homeless)).json).toMatchObject({ code: "malformed_json" });
    const reply = await post("/api/v1/notes", homeless, { title: "Fine" });
    expect([reply.status, reply.json?.["code"]]).toEqual([404, "no_active_business"]);
  });

  test("any one of several scopes is enough", async () => {
    const key = service.accounts.keyFor(service.accounts.account(), ["notes:write"]);
    expect((await send(`${service.url}/api/v1/notes`, { headers: { "x-service-key": key } })).status).toBe(200);
  });

  test("a member of a team may do what the team allows, and an owner everything", async () => {
    const asMember = async (permissions?: readonly string[]) => {
      const account = service.accounts.account({
        plan: "agency",
        ...(permissions === undefined ? {} : { permissions }),
      });
      const headers = { cookie: `service_session=${service.accounts.sessionFor(account)}` };
      return send(`${service.url}/api/notes`, { headers });
    };
    const refused = await asMember(["notes_write"]);
    expect([refused.status, refused.json?.["code"], refused.json?.["requiredPermission"]]).toEqual([
      403,
      "insufficient_permission",
      "notes_read",
    ]);
    expect((await asMember(["notes_read"])).status).toBe(200);
    expect((await asMember()).status).toBe(200);
  });

  test("collectors come by token, administrators by session, and nobody else", async () => {
    const lines = (headers: Record<string, string>) =>
      post("/api/admin/lines", { "content-type": "application/x-ndjson", ...headers }, "{}\n");
    const cookieOf = (admin: boolean) => ({
      cookie: `service_session=${service.accounts.sessionFor(service.accounts.account({ admin }))}`,
    });
    expect((await lines({ authorization: `Bearer ${COLLECTOR_TOKEN}` })).status).toBe(200);
    expect((await lines(cookieOf(true))).status).toBe(200);
    expect((await lines(cookieOf(false))).status).toBe(403);
    expect((await lines({ authorization: "Bearer other", ...cookieOf(true) })).status).toBe(401);
  });
});

describe("a credential that is revoked while its request is under way", () => {
  test.each(["key", "session"])(
    "by %s, is answered with 401, and what was done is told under the same Idempotency-Key",
    async (kind) => {
      const account = service.accounts.account();
      const make = () => (kind === "key" ? service.accounts.keyFor(account) : service.accounts.sessionFor(account));
      const headersOf = (credential: string): Record<string, string> =>
        kind === "key" ? { "x-service-key": credential } : { cookie: `service_session=${credential}` };
      const path = kind === "key" ? "/api/v1/notes" : "/api/notes";
      const credential = make();
      const load = service.parts.services.runner.execute;
      // The revocation comes exactly between the check of the credential and the answer.
      const spy = jest.spyOn(service.parts.services.runner, "execute").mockImplementationOnce((...args) => {
        service.accounts.revoke(credential);
        return load.apply(service.parts.services.runner, args);
      });
      const reply = await post(
        path,
        { ...headersOf(credential), "idempotency-key": `flight-${kind}` },
        { title: "In flight" },
      );
      spy.mockRestore();
      expect([reply.status, reply.text.includes("shown-once")]).toEqual([401, false]);
      const again = await post(
        path,
        { ...headersOf(make()), "idempotency-key": `flight-${kind}` },
        { title: "In flight" },
      );
      expect([again.status, again.headers["idempotency-replayed"]]).toEqual([201, "true"]);
    },
  );
});

describe("the origin of browser writes", () => {
  const cookie = () => ({ cookie: `service_session=${service.accounts.sessionFor(service.accounts.account())}` });
  const ours = "http://service.example";
  test.each([
    [{}, true],
    [{ origin: ours }, true],
    [{ origin: ours, "sec-fetch-site": "same-origin" }, true],
    [{ "sec-fetch-site": "none" }, true],
    [{ referer: `${ours}/page` }, true],
    [{ origin: "https://service.example" }, false],
    [{ origin: "null" }, false],
    [{ origin: `${ours}.evil.example` }, false],
    [{ "sec-fetch-site": "cross-site" }, false],
    [{ "sec-fetch-site": "same-site" }, false],
    [{ origin: ours, "sec-fetch-site": "cross-site" }, false],
    [{ referer: "http://evil.example/http://service.example" }, false],
    [{ referer: "nonsense" }, false],
  ])("%j is allowed: %s", async (headers, allowed) => {
    const reply = await post("/api/notes", { ...cookie(), ...headers }, { title: "T" });
    expect(reply.status).toBe(allowed ? 201 : 403);
    // Signing in from another site would put the visitor into the attacker's account.
    expect((await post("/api/feedback", headers, { text: "T" })).status).toBe(allowed ? 202 : 403);
  });

  test("reads and API keys do not depend on it", async () => {
    const headers = { origin: "https://evil.example" };
    expect((await post("/api/v1/notes", { ...headers, "x-service-key": freshKey() }, { title: "T" })).status).toBe(201);
    const reader = service.accounts.sessionFor(service.accounts.account({ plan: "agency" }));
    const read = await send(`${service.url}/api/notes`, {
      headers: { ...headers, cookie: `service_session=${reader}` },
    });
    expect(read.status).toBe(200);
  });
});

describe("bodies", () => {
  const refused = (body: string, headers: Record<string, string> = {}) =>
    post("/api/v1/notes", { "x-service-key": freshKey(), ...headers }, body);

  test.each([
    ['{"title":"a","title":"b"}', ["title"]],
    ['{"title":"a","tags":[{"name":"x"},{"name":"y","__proto__":1}]}', ["tags.1.__proto__"]],
    ['{"title":"a","constructor":{}}', ["constructor"]],
    ['{"title":"a","tags":[{"name":"x","size":1}],"more":1}', ["tags.0.size", "more"]],
    ['{"title":"\\u0000"}', ["title"]],
    ['{"title":"\\ud800"}', ["title"]],
    ['{"title":""}', ["title"]],
    ["{}", ["title"]],
    ["[]", [""]],
    ["", [""]],
    [`{"title":${"[".repeat(40)}${"]".repeat(40)}}`, [`title${".0".repeat(31)}`]],
  ])("%s is 400 and says where", async (body, where) => {
    const reply = await refused(body, { "content-type": "application/json" });
    expect([reply.status, paths(reply)]).toEqual([400, where]);
  });

  const unknown = (count: number) => Array.from({ length: count }, (_, at) => `"m${at}":1`).join(",");
  test.each([
    ["unknown members", `{"title":"a",${unknown(300)}}`],
    [
      "wrong items",
      `{"title":"a","tags":[${Array.from({ length: 10 }, () => `{"name":"x",${unknown(30)}}`).join(",")}]}`,
    ],
  ])("of very many %s the first are told, and how many more there are", async (_what, body) => {
    const reply = await refused(body, { "content-type": "application/json" });
    const { details } = reply.json as { details: { path: string; message: string }[] };
    expect([reply.status, details.length, details.at(-1)]).toEqual([
      400,
      50,
      { path: "", message: expect.stringMatching(/^There are 25\d more faults\.$/) as string },
    ]);
  });

  test("a body over the endpoint's own limit is 413, also where its length is not told beforehand", async () => {
    const large = JSON.stringify({ title: "x".repeat(5000) });
    expect((await refused(large)).status).toBe(413);
    const chunked = await fetch(`${service.url}/api/v1/notes`, {
      method: "POST",
      headers: { "x-service-key": freshKey(), "content-type": "application/json" },
      body: new Blob([large]).stream(),
      duplex: "half",
    });
    expect([chunked.status, chunked.headers.get("connection")]).toEqual([413, "close"]);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1"])(
    "%s is 415",
    async (type) => {
      expect((await refused('{"title":"a"}', { "content-type": type })).status).toBe(415);
    },
  );

  test("bytes that are not UTF-8 and compressed bodies are refused", async () => {
    const request = (headers: Record<string, string>, body: Uint8Array<ArrayBuffer>) =>
      fetch(`${service.url}/api/v1/notes`, {
        method: "POST",
        headers: { "x-service-key": freshKey(), "content-type": "application/json", ...headers },
        body,
      });
    expect((await request({}, new Uint8Array([0x22, 0xff, 0x22]))).status).toBe(400);
    expect((await request({ "content-encoding": "gzip" }, new Uint8Array([0x1f]))).status).toBe(415);
  });

  test("a write that takes nothing is fine with nothing and with {}, and refuses members", async () => {
    const note = await post("/api/v1/notes", { "x-service-key": freshKey() }, { title: "a" });
    expect(note.status).toBe(201);
    const remove = (body: unknown) =>
      send(`${service.url}/api/v1/notes/x`, { method: "DELETE", headers: { "x-service-key": freshKey() }, body });
    expect((await remove(undefined)).status).toBe(404);
    expect((await remove({})).status).toBe(404);
    expect(paths(await remove({ force: true }))).toEqual(["force"]);
  });
});

describe("queries and paths", () => {
  test.each([
    ["limit=0", "query.limit"],
    ["limit=abc", "query.limit"],
    ["limit=1e0", "query.limit"],
    ["limit=2.0", "query.limit"],
    ["limit=0x2", "query.limit"],
    ["limit=02", "query.limit"],
    ["limit=%202", "query.limit"],
    ["limit=", "query.limit"],
    ["limit=2&cursor=%ED%A0%80", "query.cursor"],
    ["cursor=%FF", "query.cursor"],
    ["cursor=%", "query.cursor"],
    ["cursor=%zz", "query.cursor"],
    ["limit=1&limit=2", "query.limit"],
    ["other=1", "query.other"],
    ["__proto__=1", "query.__proto__"],
    ["cursor=%00", "query.cursor"],
  ])("?%s is 400 and names %s", async (query, path) => {
    const reply = await send(`${service.url}/api/v1/notes?${query}`, { headers: { "x-service-key": freshKey() } });
    expect([reply.status, paths(reply)]).toEqual([400, [path]]);
  });

  test("an endpoint that takes no query refuses any", async () => {
    const reply = await send(`${service.url}/api/v1/notes/latest?x=1`, { headers: { "x-service-key": freshKey() } });
    expect([reply.status, paths(reply)]).toEqual([400, ["query.x"]]);
  });

  test("a path parameter that is longer than any id names nothing", async () => {
    const found = async (length: number) =>
      (await send(`${service.url}/api/v1/notes/${"a".repeat(length)}`, { headers: { "x-service-key": freshKey() } }))
        .json?.["code"];
    expect([await found(200), await found(201)]).toEqual(["note_not_found", "not_found"]);
  });

  test("a path parameter that cannot be stored is 400", async () => {
    const reply = await send(`${service.url}/api/v1/notes/a%00b`, { headers: { "x-service-key": freshKey() } });
    expect([reply.status, paths(reply)]).toEqual([400, ["params.id"]]);
  });
});

test("a client that goes away in the middle of its body is no defect", async () => {
  const before = service.logLines.length;
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
  const head = [
    "POST /api/v1/notes HTTP/1.1",
    "host: x",
    `x-service-key: ${freshKey()}`,
    "content-type: application/json",
  ];
  const begun = `${[...head, "content-length: 100"].join("\r\n")}\r\n\r\n{"title":`;
  await new Promise((written) => socket.write(begun, written));
  socket.destroy();
  const lines = await eventually(() => {
    const written = service.logLines
      .slice(before)
      .map((line) => JSON.parse(line) as { level: string; status?: number });
    expect(written.some(({ status }) => status === 400)).toBe(true);
    return written;
  });
  expect(lines.filter(({ level }) => level === "error")).toEqual([]);
});

test("the client's address is the one that our own proxy saw, not one that the client claims", async () => {
  const ipOf = async (forwarded: string) =>
    (await post("/api/feedback", { "x-forwarded-for": forwarded }, { text: "T" })).json?.["ip"];
  expect(await ipOf("203.0.113.9")).toBe("203.0.113.9");
  expect(await ipOf("1.1.1.1, 203.0.113.9")).toBe("203.0.113.9");
  expect(await ipOf("")).toBe("127.0.0.1");
});
