/** The service as its clients see it: browsers, API keys and collectors, with every exchange held against the committed document. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { scopes } from "../../domain/scopes";
import type { Reply, Sent } from "./http-client";
import { checkedFetch, type CheckedDocument } from "./openapi-check";
import { typedClient, type Caller, type TypedClient } from "./typed-client";
import { ADMIN_EMAIL, ADMIN_TOKEN, COLLECTOR_TOKEN, type TestService } from "./service";

const document = JSON.parse(
  readFileSync(join(__dirname, "..", "..", "docs", "openapi.json"), "utf8"),
) as CheckedDocument;
const checked = checkedFetch(document);

export type Headers = Readonly<Record<string, string>>;

/** Someone who calls the service. */
export interface Client {
  send(method: string, path: string, sent?: Sent): Promise<Reply>;
  get(path: string, headers?: Headers): Promise<Reply>;
  post(path: string, body?: unknown, headers?: Headers): Promise<Reply>;
  patch(path: string, body?: unknown, headers?: Headers): Promise<Reply>;
  delete(path: string, headers?: Headers): Promise<Reply>;
}

/** A signed-in browser. */
export interface Browser extends Client {
  readonly accountId: string;
  readonly email: string;
  cookie(): string;
}

export interface KeyClient extends Client {
  readonly key: string;
  readonly keyId: string;
  /** What is asked as the types have it, and answered with success; the rest is asked by the methods beside it. */
  readonly v1: TypedClient;
}

/** An account on a plan, with an active business and a key with every scope. */
export interface Tenant {
  readonly browser: Browser;
  readonly api: KeyClient;
  readonly accountId: string;
  readonly businessId: string;
}

export const PASSWORD = "correct horse battery";

/** A key with these may do whatever a key can. */
export const allScopes = scopes;

export interface Api {
  readonly anonymous: Client;
  /** The collectors' token. */
  readonly collector: Client;
  signUp(email?: string, more?: object): Promise<Browser>;
  admin(): Promise<Browser>;
  setPlan(accountId: string, plan: string): Promise<void>;
  createKey(browser: Browser, more?: object): Promise<KeyClient>;
  withKey(key: string, keyId?: string): KeyClient;
  tenant(options?: { readonly plan?: string; readonly business?: object }): Promise<Tenant>;
  /** Hands in observations, one a line; fails where one is rejected. Gives the position after which they can be read. */
  observe(...observations: readonly object[]): Promise<number>;
}

/** Each use is a few requests, and an account may ask for so many in a minute. */
const USES_PER_ADMINISTRATOR = 100;

let made = 0;
const nextNumber = (): number => (made += 1);

/** Administrators take turns where there are several, in the order in which their addresses are listed. */
export function createApi(service: Pick<TestService, "url">, administrators: readonly string[] = [ADMIN_EMAIL]): Api {
  const anonymous = clientFor(service, newCaller(), () => ({}));
  const collector = clientFor(service, newCaller(), () => ({ authorization: `Bearer ${COLLECTOR_TOKEN}` }));
  const signedUp = new Map<string, Promise<Browser>>();
  let uses = 0;

  const signUp = async (
    email = `user-${process.pid}-${nextNumber()}@example.com`,
    more: object = {},
  ): Promise<Browser> => {
    const browser = browserFor(service);
    const reply = await browser.post("/api/auth/sign-up", { email, password: PASSWORD, name: "Ada", ...more });
    const { accountId } = expectStatus(reply, 201) as { accountId: string };
    return Object.assign(browser, { accountId, email });
  };
  const admin = async (): Promise<Browser> => {
    const turn = Math.floor((uses += 1) / USES_PER_ADMINISTRATOR);
    const email = administrators[turn % administrators.length] ?? ADMIN_EMAIL;
    const signingUp = signedUp.get(email) ?? signUp(email, { adminToken: ADMIN_TOKEN });
    signedUp.set(email, signingUp);
    const browser = await signingUp;
    // A test that leaps over weeks outlives the session.
    if ((await browser.get("/api/auth/session")).status === 401)
      expectStatus(await browser.post("/api/auth/sign-in", { email, password: PASSWORD }), 200);
    return browser;
  };
  const setPlan = async (accountId: string, plan: string): Promise<void> => {
    expectStatus(await (await admin()).patch(`/api/admin/accounts/${accountId}/plan`, { plan }), 200);
  };
  const withKey = (key: string, keyId = ""): KeyClient => {
    const caller = newCaller();
    const v1 = typedClient({ service, key, caller, exchange: checked.exchange });
    return {
      ...clientFor(service, caller, () => ({ "x-service-key": key })),
      ...{ key, keyId },
      get v1() {
        return v1();
      },
    };
  };
  const createKey = async (browser: Browser, more: object = {}): Promise<KeyClient> => {
    const reply = await browser.post("/api/keys", { name: "Tests", scopes: allScopes, ...more });
    const { key, id } = expectStatus(reply, 201) as { key: string; id: string };
    return withKey(key, id);
  };

  return {
    anonymous,
    collector,
    signUp,
    admin,
    setPlan,
    createKey,
    withKey,
    async tenant({ plan = "growth", business = {} } = {}) {
      const browser = await signUp();
      await setPlan(browser.accountId, plan);
      const created = await browser.post("/api/businesses", { name: "Harbour Café", ...business });
      const { id } = (expectStatus(created, 201) as { business: { id: string } }).business;
      return { browser, api: await createKey(browser), accountId: browser.accountId, businessId: id };
    },
    async observe(...observations) {
      const lines = observations.map((one) => `${JSON.stringify(one)}\n`).join("");
      const reply = await collector.send("POST", "/api/admin/observations", ndjson(lines));
      const report = expectStatus(reply, 200) as { rejected: number; position: number; rejections: unknown };
      if (report.rejected > 0) throw new Error(`Observations were rejected: ${JSON.stringify(report.rejections)}`);
      return report.position;
    },
  };
}

export const ndjson = (lines: string): Sent => ({ headers: { "content-type": "application/x-ndjson" }, body: lines });

/** A header that makes a read wait for what was written up to a position. */
export const after = (position: number): Headers => ({ "x-service-min-position": String(position) });

/** What the typed client is to ask for: by this id, or with these parameters, and not before what was written up to a position. */
export const byId = (id: string) => ({ params: { path: { id } } });
export const asking = <const Query>(query: Query, position = 0) => ({ params: { query }, headers: after(position) });

/** The page behind this one, as a query parameter; undefined at the end. */
export function nextPage(page: Readonly<Record<string, unknown>>): string | undefined {
  const { nextCursor } = page as { nextCursor: string | null };
  return nextCursor === null ? undefined : `cursor=${encodeURIComponent(nextCursor)}`;
}

/** The body of an answer that has this status; otherwise an error that tells what was answered instead. */
export function expectStatus(reply: Reply, status: number): Readonly<Record<string, unknown>> {
  if (reply.status !== status) throw new Error(`Expected ${status}, was answered ${reply.status}: ${reply.text}`);
  return reply.json ?? {};
}

function newCaller(): Caller {
  const number = nextNumber();
  return { address: `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`, position: 0 };
}

/** Reads wait for the caller's own writes, as a client that keeps positions would have it. */
function clientFor(
  service: Pick<TestService, "url">,
  caller: Caller,
  credentials: () => Headers,
  seen: (reply: Reply) => void = () => undefined,
): Client {
  const send = async (method: string, path: string, sent: Sent = {}): Promise<Reply> => {
    const own: Headers = method === "GET" && caller.position > 0 ? after(caller.position) : {};
    const headers = { "x-forwarded-for": caller.address, ...own, ...credentials(), ...sent.headers };
    const reply = await checked(`${service.url}${path}`, { ...sent, method, headers });
    caller.position = Math.max(caller.position, Number(reply.headers["x-service-position"] ?? 0));
    seen(reply);
    return reply;
  };
  const withBody =
    (method: string) =>
    (path: string, body?: unknown, headers: Headers = {}) =>
      send(method, path, { ...(body === undefined ? {} : { body }), headers });
  return {
    send,
    get: (path, headers = {}) => send("GET", path, { headers }),
    post: withBody("POST"),
    patch: withBody("PATCH"),
    delete: (path, headers = {}) => send("DELETE", path, { headers }),
  };
}

function browserFor(service: Pick<TestService, "url">): Client & { cookie(): string } {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const keep = (reply: Reply): void => {
    const set = reply.headers["set-cookie"] ?? [];
    for (const line of typeof set === "string" ? [set] : set) {
      const pair = line.slice(0, line.indexOf(";"));
      const [name, value] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
  };
  const headers = (): Headers => (jar.size === 0 ? {} : { cookie: cookie() });
  return Object.assign(clientFor(service, newCaller(), headers, keep), { cookie });
}
