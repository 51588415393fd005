/** What a credential was when the request began does not help where it is something else when nothing is waited for any more. */
import { connect } from "node:net";
import { eventually } from "../../support/eventually";
import { send } from "../../support/http-client";
import { startSampleService, type SampleService } from "./sample-service";

const rateTable = { keys: { growth: [{ name: "burst", per: "key", limit: 100, windowSeconds: 60 } as const] } };

let service: SampleService;
beforeAll(async () => void (service = await startSampleService({ rateTable })));
afterAll(() => service.close());

test("who sends a body along with its head is looked up once for it", async () => {
  const key = service.accounts.keyFor(service.accounts.account());
  const seen = jest.spyOn(service.accounts, "seen");
  const headers = { "x-service-key": key, "content-type": "application/json" };
  const url = `${service.url}/api/v1/notes`;
  expect((await send(url, { method: "POST", headers, body: JSON.stringify({ title: "Whole" }) })).status).toBe(201);
  expect(seen).toHaveBeenCalledTimes(1);
  seen.mockRestore();
});

test("a key that is revoked while its request waits to be counted writes nothing", async () => {
  const { accounts, clock, database, url } = service;
  const account = accounts.account();
  const key = accounts.keyFor(account);
  const holder = await database.pool.connect();
  await holder.query("BEGIN; LOCK TABLE operational.rate_windows IN ACCESS EXCLUSIVE MODE");
  const headers = { "x-service-key": key };
  const underWay = send(`${url}/api/v1/notes`, { method: "POST", headers, body: { title: "Too late" } });
  // It waits for the lock, so its key has been looked up.
  await eventually(async () => {
    const waiting = "SELECT FROM pg_locks WHERE relation = 'operational.rate_windows'::regclass AND NOT granted";
    expect((await holder.query(waiting)).rowCount).toBe(1);
  });
  accounts.revoke(key);
  await clock.advance(50);
  await holder.query("COMMIT");
  holder.release();
  expect((await underWay).status).toBe(401);
  const left = await send(`${url}/api/v1/notes`, { headers: { "x-service-key": accounts.keyFor(account) } });
  expect(left.json).toMatchObject({ count: 0 });
});

describe("a credential that is revoked while the body is still coming", () => {
  const slowly = async (headers: readonly string[], path: string, meanwhile: () => void): Promise<string> => {
    const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
    let answer = "";
    socket.on("data", (chunk) => (answer += chunk.toString()));
    const body = JSON.stringify({ title: "Too late" });
    const authenticated = jest.spyOn(service.accounts, "seen");
    const head = [`POST ${path} HTTP/1.1`, "host: x", ...headers, "content-type: application/json"];
    socket.write(`${[...head, `content-length: ${body.length}`].join("\r\n")}\r\n\r\n${body.slice(0, 3)}`);
    await eventually(() => expect(authenticated).toHaveBeenCalled());
    authenticated.mockRestore();
    meanwhile();
    socket.write(body.slice(3));
    await eventually(() => expect(answer).toContain("\r\n\r\n"));
    socket.destroy();
    return answer.slice(0, answer.indexOf("\r\n"));
  };
  const titles = async (key: string) =>
    (await send(`${service.url}/api/v1/notes`, { headers: { "x-service-key": key } })).text;

  test.each(["key", "session"])("by %s, writes nothing", async (kind) => {
    const account = service.accounts.account();
    const credential = kind === "key" ? service.accounts.keyFor(account) : service.accounts.sessionFor(account);
    const header = kind === "key" ? `x-service-key: ${credential}` : `cookie: service_session=${credential}`;
    const path = kind === "key" ? "/api/v1/notes" : "/api/notes";
    expect(await slowly([header], path, () => service.accounts.revoke(credential))).toContain("401");
    expect(await titles(service.accounts.keyFor(account))).not.toContain("Too late");
  });

  test("nor does one that lost its plan or scope, and another active business is the one that is written to", async () => {
    const account = service.accounts.account();
    const moved = { ...account, activeBusiness: { id: `second-of-${account.id}`, name: "Two" } };
    const key = service.accounts.keyFor(account);
    const header = [`x-service-key: ${key}`];
    const become = (principal: object) => () => service.accounts.change(key, principal);
    expect(await slowly(header, "/api/v1/notes", become({ account: { ...account, plan: "free" } }))).toContain("403");
    become({ account })();
    expect(await slowly(header, "/api/v1/notes", become({ scopes: ["notes:read"] }))).toContain("403");
    become({ scopes: ["notes:read", "notes:write"] })();
    expect(await slowly(header, "/api/v1/notes", become({ account: moved }))).toContain("201");
    expect(await titles(service.accounts.keyFor(account))).not.toContain("Too late");
    expect(await titles(service.accounts.keyFor(moved))).toContain("Too late");
  });
});
