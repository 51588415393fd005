import { connect, createServer, Socket } from "node:net";
import type { GuardedClient } from "../../../infra/outbound/guarded-connector";
import { recordDials } from "../../support/dial-recorder";
import { eventually } from "../../support/eventually";
import { ClientBench, hasty, post, within } from "./client-bench";

const MEBIBYTE = 1_048_576;
let bench: ClientBench;
let client: GuardedClient;

beforeEach(async () => {
  bench = await ClientBench.start();
  client = bench.client();
});
afterEach(() => bench.stop());

describe("a receiver's certificate", () => {
  test.each([
    ["expired", "https://expired.test/", "CERT_HAS_EXPIRED"],
    ["made out to somebody else", "https://wrong.test/", "ERR_TLS_CERT_ALTNAME_INVALID"],
  ])("that is %s fails as tls_error before a byte of the request is sent", async (_, url, reason) => {
    expect(await within(post(client, url))).toMatchObject({ errorClass: "tls_error", reason });
    expect(bench.receiver.arrivals).toEqual([]);
  });

  it("from an authority that nobody trusts fails as tls_error", async () => {
    const distrusting = bench.client({ extraAuthorities: [] });
    expect(await within(post(distrusting, "https://receiver.test/"))).toMatchObject({ errorClass: "tls_error" });
  });

  it("is missing where the port speaks plain HTTP", async () => {
    const confused = bench.client({ dial: () => connect(bench.receiver.httpPort, "127.0.0.1") });
    expect(await within(post(confused, "https://receiver.test/"))).toMatchObject({ errorClass: "tls_error" });
  });
});

describe("a receiver that cannot be reached", () => {
  it("because it accepts and never shakes hands costs the deadline, and is not sent the request late", async () => {
    bench.receiver.hold();
    expect(await hasty(client, `https://receiver.test/echo/late`)).toMatchObject({ errorClass: "timeout" });
    bench.receiver.release();
    expect(await post(client, `https://receiver.test/echo/next`, 5_000)).toMatchObject({ bodyPreview: "next" });
    expect(bench.receiver.arrivals.map(({ path }) => path)).toEqual(["/echo/next"]);
  });

  it("because the port is closed fails as connect_refused", async () => {
    const closed = await closedPort();
    const refused = bench.client({ dial: () => connect(closed, "127.0.0.1") });
    expect(await within(post(refused, "https://receiver.test/"))).toMatchObject({
      errorClass: "connect_refused",
      reason: "ECONNREFUSED",
    });
  });

  it("because its packets are dropped fails as timeout, by the attempt's deadline or the connection's own", async () => {
    const dropped = bench.client({ dial: () => new Socket(), connectTimeoutMs: 50 });
    expect(await within(post(dropped, "https://receiver.test/"))).toMatchObject({
      errorClass: "timeout",
      reason: "connect_timeout",
    });
    const patient = bench.client({ dial: () => new Socket() });
    expect(await hasty(patient, "https://receiver.test/")).toMatchObject({
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
    const led = bench.client({ resolver: { resolve } });
    const url = "https://receiver.test/";
    expect(await (errorClass === "timeout" ? hasty(led, url) : within(post(led, url)))).toMatchObject({
      errorClass,
      reason,
    });
  });

  it("before its deadline, because its name was answered for too late, is not dialled any more", async () => {
    const late: ((addresses: readonly string[]) => void)[] = [];
    const recorder = recordDials(bench.receiver.httpsPort);
    const resolver = { resolve: () => new Promise<readonly string[]>((answer) => late.push(answer)) };
    const waiting = bench.client({ dial: recorder.dial, resolver, resolutionCacheMs: 0 });
    expect(await hasty(waiting, "https://receiver.test/late")).toMatchObject({ errorClass: "timeout" });
    const next = post(waiting, "https://receiver.test/echo/next", 5_000);
    for (const answer of late) answer(["8.8.8.8"]);
    expect(await next).toMatchObject({ bodyPreview: "next" });
    expect(recorder.dialled).toEqual(["8.8.8.8:443"]);
  });

  it("at its first address is reached at the next one, soon and over one connection", async () => {
    const recorder = recordDials(bench.receiver.httpsPort, ["2606:4700::1", "1.1.1.1"]);
    const resolver = { resolve: () => Promise.resolve(["2606:4700::1", "2606:4700::2", "1.1.1.1", "8.8.8.8"]) };
    const racing = bench.client({ dial: recorder.dial, resolver, dialStaggerMs: 20 });
    expect(await within(post(racing, "https://receiver.test/echo/fine"))).toMatchObject({ bodyPreview: "fine" });
    expect(recorder.dialled).toEqual(["2606:4700::1:443", "1.1.1.1:443", "2606:4700::2:443"]);
  });

  it("at any of its addresses is tried at four of them at most", async () => {
    const closed = await closedPort();
    const recorder = recordDials(closed);
    const resolver = {
      resolve: () => Promise.resolve(Array.from({ length: 100 }, (_, index) => `8.8.8.${String(index)}`)),
    };
    expect(await within(post(bench.client({ dial: recorder.dial, resolver }), "https://receiver.test/"))).toMatchObject(
      {
        errorClass: "connect_refused",
      },
    );
    expect(recorder.dialled).toHaveLength(4);
  });
});

describe("the sender", () => {
  it("can give an attempt up, which rejects with its reason and leaves no connection", async () => {
    const stopping = new AbortController();
    const url = "https://receiver.test/hang";
    const attempt = client.request({ method: "POST", url, body: "{}", deadlineMs: 10_000, signal: stopping.signal });
    await eventually(() => {
      expect(bench.receiver.arrivals).toHaveLength(1);
    });
    stopping.abort(new Error("the service stops"));
    await expect(attempt).rejects.toThrow("the service stops");
    await bench.expectNoConnection();
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
    const outcome = await post(client, `https://receiver.test/echo/${text}`);
    expect(outcome.outcome === "response" && outcome.bodyPreview).toMatch(/^ab\[31mcde\n\tfg+$/);
    expect(outcome.outcome === "response" && Buffer.byteLength(outcome.bodyPreview)).toBeLessThanOrEqual(1_024);
  });

  it("keeps its memory while a hundred receivers pour", async () => {
    const before = process.memoryUsage();
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        post(client, `https://r${String(index)}.receiver.test/endless`, 10_000),
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
