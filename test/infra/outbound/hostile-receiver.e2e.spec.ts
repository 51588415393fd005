import { connect, createServer, Socket } from "node:net";
import {
  createGuardedClient,
  type GuardedClient,
  type GuardedClientOptions,
} from "../../../infra/outbound/guarded-connector";
import type { OutboundOutcome } from "../../../infra/outbound/outcome";
import { newWebhookSecret, signDelivery } from "../../../infra/outbound/signature";
import { recordDials } from "../../support/dial-recorder";
import { eventually } from "../../support/eventually";
import { type HostileReceiver, startHostileReceiver, testAuthority } from "../../support/hostile-receiver";
import { presentSeconds } from "../../support/receiver-log";

const DEADLINE_MS = 250;
/** What a busy machine may add to a deadline before it counts as missed. */
const GRACE_MS = 1_500;
const MEBIBYTE = 1_048_576;
const secret = newWebhookSecret((size) => Buffer.alloc(size, 5));
const address = "93.184.216.34";

let receiver: HostileReceiver;
let client: GuardedClient;
const clients: GuardedClient[] = [];

beforeEach(async () => {
  receiver = await startHostileReceiver({ secrets: () => [secret] });
  client = clientWith();
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((each) => each.close()));
  await receiver.close();
});

/** A client whose every name is one public address, led to the local receiver; plain HTTP to `plain.test` is allowed. */
function clientWith(options: GuardedClientOptions = {}): GuardedClient {
  const doors: Readonly<Record<number, number>> = { 80: receiver.httpPort, 443: receiver.httpsPort };
  const created = createGuardedClient({
    resolver: { resolve: () => Promise.resolve([address]) },
    extraAuthorities: [testAuthority],
    allowedTargets: ["plain.test:80"],
    dial: (_, port) => connect(doors[port] ?? 0, "127.0.0.1"),
    ...options,
  });
  clients.push(created);
  return created;
}

const post = (url: string, by = client, deadlineMs = DEADLINE_MS): Promise<OutboundOutcome> =>
  by.request({ method: "POST", url, body: "{}", headers: { "content-type": "application/json" }, deadlineMs });

/** Runs an attempt and says how it ended, failing where it outlived its deadline. */
async function within(attempt: Promise<OutboundOutcome>, deadlineMs = DEADLINE_MS): Promise<OutboundOutcome> {
  const startedAt = performance.now();
  const outcome = await attempt;
  expect(performance.now() - startedAt).toBeLessThan(deadlineMs + GRACE_MS);
  return outcome;
}

/** Sooner than an idle connection would end by itself, so a connection kept or opened anew is seen. */
async function expectNoConnection(): Promise<void> {
  await eventually(
    () => {
      expect(receiver.openConnectionCount()).toBe(0);
    },
    { timeoutMs: 1_500 },
  );
}

const responses = [
  ...[200, 201, 204, 299, 304, 400, 401, 404, 410, 429, 500, 503].map(
    (status) => [`/status/${String(status)}`, { status }] as const,
  ),
  ["/gone", { status: 410 }],
  ["/too-many", { status: 429, headers: { "retry-after": "120" } }],
  ["/retry-after/-1", { status: 503, headers: { "retry-after": "-1" } }],
  ["/retry-after/99999999999999999999", { status: 503, headers: { "retry-after": "99999999999999999999" } }],
  [
    "/retry-after/Wed%2C%2021%20Oct%202099%2007%3A28%3A00%20GMT",
    { headers: { "retry-after": "Wed, 21 Oct 2099 07:28:00 GMT" } },
  ],
  ["/redirect/302", { status: 302, headers: { location: "http://169.254.169.254/latest/meta-data/" } }],
  ["/delay/head/30", { status: 200, bodyPreview: "late" }],
  ["/delay/body/30", { status: 200, bodyPreview: "late" }],
  ["/echo/fine", { status: 200, bodyPreview: "fine", bodyTruncated: false }],
] as const;

const failures = [
  ["/hang", { errorClass: "timeout", reason: "deadline" }],
  ["/hang/body", { errorClass: "timeout", reason: "deadline" }],
  ["/delay/head/60000", { errorClass: "timeout" }],
  ["/delay/body/60000", { errorClass: "timeout" }],
  ["/trickle/1000", { errorClass: "timeout" }],
  ["/trickle/10", { errorClass: "timeout" }],
  ["/interim", { errorClass: "timeout" }],
  ["/header/10485760", { errorClass: "connection_error", reason: "UND_ERR_HEADERS_OVERFLOW" }],
  ["/headers/100000", { errorClass: "connection_error", reason: "UND_ERR_HEADERS_OVERFLOW" }],
  ["/reset/head", { errorClass: "connection_error" }],
  ["/reset/body", { errorClass: "connection_error" }],
  ["/close", { errorClass: "connection_error" }],
  ["/garbage", { errorClass: "connection_error" }],
] as const;

describe.each(["https://receiver.test", "http://plain.test"])("a receiver at %s", (origin) => {
  test.each(responses)("that answers %s is reported as it answered", async (path, expected) => {
    expect(await within(post(`${origin}${path}`))).toMatchObject({ outcome: "response", ...expected });
  });

  test.each(failures)(
    "that answers %s fails in its class within the deadline and holds no connection",
    async (path, expected) => {
      expect(await within(post(`${origin}${path}`))).toMatchObject({ outcome: "failed", ...expected });
      await expectNoConnection();
    },
  );

  it("that never ends its body is read to the cap and left", async () => {
    const outcome = await within(post(`${origin}/endless`, client, 5_000), 0);
    expect(outcome).toMatchObject({ outcome: "response", status: 200, bodyTruncated: true });
    expect(outcome.outcome === "response" && outcome.body.length).toBe(16_384);
    await expectNoConnection();
  });

  it("that sends a gzip bomb is kept as the few bytes it sent", async () => {
    await post(`${origin}/gzip-bomb`, client, 5_000);
    const before = process.memoryUsage().arrayBuffers;
    const outcome = await within(post(`${origin}/gzip-bomb`, client, 5_000), 0);
    expect(outcome).toMatchObject({ outcome: "response", bodyTruncated: true });
    expect(outcome.outcome === "response" && outcome.body.subarray(0, 2).toString("hex")).toBe("1f8b");
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * MEBIBYTE);
    await expectNoConnection();
  });

  it("that closes a kept connection as the next request arrives gets it once and no second time unasked", async () => {
    const single = clientWith({ connectionsPerOriginMax: 1 });
    const outcomes = [
      await post(`${origin}/race`, single),
      await post(`${origin}/race`, single),
      await post(`${origin}/race`, single),
    ];
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["response", "failed", "response"]);
    expect(outcomes[1]).toMatchObject({ errorClass: "connection_error" });
    expect(receiver.arrivals.map(({ connection }) => connection)).toEqual([1, 1, 2]);
  });

  it("that hangs on its only connection lets the next attempt end by its own deadline, unsent", async () => {
    const single = clientWith({ connectionsPerOriginMax: 1 });
    const hanging = post(`${origin}/hang`, single, 2 * DEADLINE_MS);
    await eventually(() => {
      expect(receiver.arrivals).toHaveLength(1);
    });
    expect(await within(post(`${origin}/echo/queued`, single, 100), 100)).toMatchObject({ errorClass: "timeout" });
    await hanging;
    expect(await post(`${origin}/echo/next`, single)).toMatchObject({ bodyPreview: "next" });
    expect(receiver.arrivals.map(({ path }) => path)).toEqual(["/hang", "/echo/next"]);
  });

  it("that is programmed answers in turn and keeps the bytes and the foreign verdict of each arrival", async () => {
    receiver.program("/hook", [500, { status: 429, headers: { "retry-after": "1" } }, 200]);
    const body = '{"name":"Zoë"}';
    const timestamp = presentSeconds();
    const headers = signDelivery({
      secrets: [secret],
      deliveryId: "d-1",
      timestamp,
      body,
      eventType: "competitor.added",
    });
    const send = (sent: string) =>
      client.request({ method: "POST", url: `${origin}/hook`, body: sent, headers: { ...headers }, deadlineMs: 2_000 });
    const outcomes = [await send(body), await send(body), await send(body), await send("{}")];
    expect(outcomes.map((outcome) => outcome.outcome === "response" && outcome.status)).toEqual([500, 429, 200, 200]);
    expect(receiver.arrivals.map(({ rawBody }) => rawBody.toString())).toEqual([body, body, body, "{}"]);
    expect(receiver.arrivals.map(({ standardVerdict }) => standardVerdict)).toEqual([
      "verified",
      "verified",
      "verified",
      "rejected",
    ]);
    expect(receiver.arrivals.map(({ serviceVerdict }) => serviceVerdict)).toEqual([
      "verified",
      "verified",
      "verified",
      "rejected",
    ]);
    expect(receiver.arrivals[0]?.headers["x-service-event"]).toBe("competitor.added");
  });
});

describe("a receiver's certificate", () => {
  test.each([
    ["expired", "https://expired.test/", "CERT_HAS_EXPIRED"],
    ["made out to somebody else", "https://wrong.test/", "ERR_TLS_CERT_ALTNAME_INVALID"],
  ])("that is %s fails as tls_error before a byte of the request is sent", async (_, url, reason) => {
    expect(await within(post(url))).toMatchObject({ errorClass: "tls_error", reason });
    expect(receiver.arrivals).toEqual([]);
  });

  it("from an authority that nobody trusts fails as tls_error", async () => {
    const distrusting = clientWith({ extraAuthorities: [] });
    expect(await within(post("https://receiver.test/", distrusting))).toMatchObject({ errorClass: "tls_error" });
  });

  it("is checked although the environment says otherwise", async () => {
    const before = process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    const outcome = await post("https://expired.test/");
    if (before === undefined) Reflect.deleteProperty(process.env, "NODE_TLS_REJECT_UNAUTHORIZED");
    else process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = before;
    expect(outcome).toMatchObject({ errorClass: "tls_error" });
  });

  it("is missing where the port speaks plain HTTP", async () => {
    const confused = clientWith({ dial: () => connect(receiver.httpPort, "127.0.0.1") });
    expect(await within(post("https://receiver.test/", confused))).toMatchObject({ errorClass: "tls_error" });
  });
});

describe("a receiver that cannot be reached", () => {
  it("because it accepts and never shakes hands costs the deadline, and is not sent the request late", async () => {
    receiver.hold();
    expect(await within(post(`https://receiver.test/echo/late`))).toMatchObject({ errorClass: "timeout" });
    receiver.release();
    expect(await post(`https://receiver.test/echo/next`, client, 5_000)).toMatchObject({ bodyPreview: "next" });
    expect(receiver.arrivals.map(({ path }) => path)).toEqual(["/echo/next"]);
  });

  it("because the port is closed fails as connect_refused", async () => {
    const closed = await closedPort();
    const refused = clientWith({ dial: () => connect(closed, "127.0.0.1") });
    expect(await within(post("https://receiver.test/", refused))).toMatchObject({
      errorClass: "connect_refused",
      reason: "ECONNREFUSED",
    });
  });

  it("because its packets are dropped fails as timeout, by the attempt's deadline or the connection's own", async () => {
    const dropped = clientWith({ dial: () => new Socket(), connectTimeoutMs: 50 });
    expect(await within(post("https://receiver.test/", dropped))).toMatchObject({
      errorClass: "timeout",
      reason: "connect_timeout",
    });
    const patient = clientWith({ dial: () => new Socket() });
    expect(await within(post("https://receiver.test/", patient))).toMatchObject({
      errorClass: "timeout",
      reason: "deadline",
    });
  });

  test.each([
    [
      "does not exist",
      () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" })),
      "dns_error",
      "ENOTFOUND",
    ],
    ["has no address", () => Promise.resolve([]), "dns_error", "no_address"],
    ["is never answered for", () => new Promise<readonly string[]>(() => undefined), "timeout", "deadline"],
  ])("because its name %s fails in its class", async (_, resolve, errorClass, reason) => {
    expect(await within(post("https://receiver.test/", clientWith({ resolver: { resolve } })))).toMatchObject({
      errorClass,
      reason,
    });
  });

  it("at its first address is reached at the next one, soon and over one connection", async () => {
    const recorder = recordDials(receiver.httpsPort, ["2606:4700::1", "1.1.1.1"]);
    const resolver = { resolve: () => Promise.resolve(["2606:4700::1", "2606:4700::2", "1.1.1.1", "8.8.8.8"]) };
    const racing = clientWith({ dial: recorder.dial, resolver, dialStaggerMs: 20 });
    expect(await within(post("https://receiver.test/echo/fine", racing))).toMatchObject({ bodyPreview: "fine" });
    expect(recorder.dialled).toEqual(["2606:4700::1:443", "1.1.1.1:443", "2606:4700::2:443"]);
  });

  it("at any of its addresses is tried at four of them at most", async () => {
    const closed = await closedPort();
    const recorder = recordDials(closed);
    const resolver = {
      resolve: () => Promise.resolve(Array.from({ length: 100 }, (_, index) => `8.8.8.${String(index)}`)),
    };
    expect(await within(post("https://receiver.test/", clientWith({ dial: recorder.dial, resolver })))).toMatchObject({
      errorClass: "connect_refused",
    });
    expect(recorder.dialled).toHaveLength(4);
  });
});

describe("the sender", () => {
  it("can give an attempt up, which rejects with its reason and leaves no connection", async () => {
    const stopping = new AbortController();
    const url = "https://receiver.test/hang";
    const attempt = client.request({ method: "POST", url, body: "{}", deadlineMs: 10_000, signal: stopping.signal });
    await eventually(() => {
      expect(receiver.arrivals).toHaveLength(1);
    });
    stopping.abort(new Error("the service stops"));
    await expect(attempt).rejects.toThrow("the service stops");
    await expectNoConnection();
  });

  it("hears of its own mistakes as rejections, not as outcomes", async () => {
    const wrong = client.request({
      method: "POST",
      url: "https://receiver.test/",
      headers: { "x-a": "b\r\nc: d" },
      deadlineMs: 1_000,
    });
    await expect(wrong).rejects.toThrow("invalid");
  });

  it("gets a preview that can be stored and shown, whatever the receiver wrote", async () => {
    const text = encodeURIComponent(`a\u0000b\u001b[31mc\u202Ed\u200Be\n\tf${"g".repeat(1_500)}`);
    const outcome = await post(`https://receiver.test/echo/${text}`);
    expect(outcome.outcome === "response" && outcome.bodyPreview).toMatch(/^ab\[31mcde\n\tfg+$/);
    expect(outcome.outcome === "response" && Buffer.byteLength(outcome.bodyPreview)).toBeLessThanOrEqual(1_024);
  });

  it("keeps its memory while a hundred receivers pour", async () => {
    const before = process.memoryUsage();
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        post(`https://r${String(index)}.receiver.test/endless`, client, 10_000),
      ),
    );
    const after = process.memoryUsage();
    expect(after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed).toBeLessThan(128 * MEBIBYTE);
  });
});

/** A port of this machine where nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const bound = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof bound === "object" && bound !== null ? bound.port : 0;
}
