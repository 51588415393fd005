/** What was answered by one process holds in every other one, from the answer on, also while nobody keeps the read tables. */
import { connect } from "node:net";
import { createApi, expectStatus, PASSWORD, type Api, type Tenant } from "../support/api";
import { eventually } from "../support/eventually";
import { send } from "../support/http-client";
import { startTestService, type JoinedService, type TestService } from "../support/service";
import { thorough } from "../support/thorough";

const NEEDED = 8;
const COMPETITORS = "/api/v1/competitors";

describe.each(thorough ? ["kept", "kept by nobody"] : ["kept"])("with read tables %s", (kept) => {
  let service: TestService;
  let other: JoinedService;
  let api: Api;
  let admin: Awaited<ReturnType<Api["admin"]>>;
  const tenants: Tenant[] = [];
  beforeAll(async () => {
    service = await startTestService({ settings: { ROLE: "api" } });
    const [joined, projector] = await Promise.all([service.join({ ROLE: "api" }), service.join({ ROLE: "projector" })]);
    other = joined;
    api = createApi(service);
    admin = await api.admin();
    while (tenants.length < NEEDED) tenants.push(await api.tenant());
    if (kept === "kept by nobody") await projector.stop();
  }, 60_000);
  afterAll(() => service.close());

  const tenant = (): Tenant => {
    const next = tenants.pop();
    if (next === undefined) throw new Error("Too few tenants were made.");
    return next;
  };
  /** How each process answers the same request. */
  const everywhere = async (
    path: string,
    headers: Readonly<Record<string, string>>,
    method = "GET",
    body?: unknown,
  ) => {
    const urls = [other.url, service.url];
    return Promise.all(urls.map(async (url) => (await send(`${url}${path}`, { headers, method, body })).status));
  };
  const byKey = ({ api: { key } }: Tenant) => everywhere(COMPETITORS, { "x-service-key": key });
  const bySession = ({ browser }: Tenant, path: string) => everywhere(path, { cookie: browser.cookie() });

  /** A request to the other process whose body ends after `meanwhile`. */
  const underWay = async (
    headers: readonly string[],
    [path, sent]: readonly [string, object],
    meanwhile: () => Promise<unknown>,
  ) => {
    const socket = connect(Number(new URL(other.url).port), "127.0.0.1");
    let answer = "";
    socket.on("data", (chunk) => (answer += chunk.toString()));
    const body = JSON.stringify(sent);
    const head = [`POST ${path} HTTP/1.1`, "host: x", ...headers, "content-type: application/json"];
    socket.write(`${[...head, `content-length: ${body.length}`, "expect: 100-continue"].join("\r\n")}\r\n\r\n`);
    await eventually(() => expect(answer).toContain("100 Continue"));
    await meanwhile();
    socket.write(body);
    await eventually(() => expect(answer).toMatch(/HTTP\/1\.1 [2-5]/));
    socket.destroy();
    return Number(/HTTP\/1\.1 ([2-5]\d\d)/.exec(answer)?.[1]);
  };
  /** A read in the other process that is held up in its handler until `meanwhile` is over. */
  const whileReading = async (headers: Readonly<Record<string, string>>, meanwhile: () => Promise<unknown>) => {
    const client = await service.database.pool.connect();
    try {
      await client.query("BEGIN; LOCK TABLE read_model.competitors IN ACCESS EXCLUSIVE MODE");
      const reading = send(`${other.url}${COMPETITORS}`, { headers });
      await eventually(async () => {
        const { rows } = await service.database.pool.query(
          "SELECT FROM pg_locks WHERE relation = 'read_model.competitors'::regclass AND NOT granted",
        );
        expect(rows).toHaveLength(1);
      });
      await meanwhile();
      await client.query("COMMIT");
      return (await reading).status;
    } finally {
      client.release(true);
    }
  };

  test("a revoked key is refused, and what it had under way gets 401", async () => {
    const revoked = tenant();
    const { browser, api: key } = revoked;
    expect(await byKey(revoked)).toEqual([200, 200]);
    const revoke = async () => expectStatus(await browser.delete(`/api/keys/${key.keyId}`), 204);
    expect(await whileReading({ "x-service-key": key.key }, revoke)).toBe(401);
    expect(await byKey(revoked)).toEqual([401, 401]);
  });

  test("a body that comes while its key is revoked by an administrator writes nothing", async () => {
    const revoked = tenant();
    const { api: key } = revoked;
    const revoke = async () => expectStatus(await admin.post(`/api/admin/api-keys/${key.keyId}/revoke`, {}), 200);
    expect(
      await underWay([`x-service-key: ${key.key}`], [COMPETITORS, { name: "Late", place_id: "late" }], revoke),
    ).toBe(401);
    expect(await byKey(revoked)).toEqual([401, 401]);
  });

  test("a suspended key is refused until it is reactivated", async () => {
    const suspended = tenant();
    const { keyId } = suspended.api;
    expectStatus(await admin.post(`/api/admin/api-keys/${keyId}/suspend`, {}), 200);
    expect(await byKey(suspended)).toEqual([401, 401]);
    expectStatus(await admin.post(`/api/admin/api-keys/${keyId}/reactivate`, {}), 200);
    expect(await byKey(suspended)).toEqual([200, 200]);
  });

  test("a plan holds from the answer on, whether it is lower or higher", async () => {
    const planned = tenant();
    await api.setPlan(planned.accountId, "free");
    expect(await byKey(planned)).toEqual([403, 403]);
    expect(await bySession(planned, "/api/keys")).toEqual([403, 403]);
    await api.setPlan(planned.accountId, "growth");
    expect(await byKey(planned)).toEqual([200, 200]);
    expect(await bySession(planned, "/api/keys")).toEqual([200, 200]);
  });

  test("a session that was closed is refused, and what it had under way gets 401", async () => {
    const { browser } = tenant();
    const cookie = browser.cookie();
    const signOut = async () => expectStatus(await browser.post("/api/auth/sign-out"), 204);
    expect(await underWay([`cookie: ${cookie}`], ["/api/businesses", { name: "Late" }], signOut)).toBe(401);
    expect(await everywhere("/api/auth/session", { cookie })).toEqual([401, 401]);
    expectStatus(await browser.post("/api/auth/sign-in", { email: browser.email, password: PASSWORD }), 200);
    expect(await everywhere("/api/auth/session", { cookie: browser.cookie() })).toEqual([200, 200]);
  });

  test("a deleted business is nobody's to act on", async () => {
    const owner = tenant();
    expectStatus(await owner.browser.delete("/api/businesses/me/delete"), 200);
    expect(await byKey(owner)).toEqual([404, 404]);
    // Nothing is answered as restored that could not be acted on.
    if (kept === "kept by nobody") return;
    expectStatus(await owner.browser.post("/api/businesses/me/restore", {}), 200);
    expect(await byKey(owner)).toEqual([200, 200]);
  });

  test("nor is one whose erasure was ordered", async () => {
    const owner = tenant();
    const ordered = await admin.post(`/api/admin/businesses/${owner.businessId}/erasure`, { reason: "On request" });
    expectStatus(ordered, 202);
    expect(await byKey(owner)).toEqual([404, 404]);
  });
});
