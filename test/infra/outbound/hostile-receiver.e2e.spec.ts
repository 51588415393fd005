import type { GuardedClient } from "../../../infra/outbound/guarded-connector";
import { signDelivery } from "../../../infra/outbound/signature";
import { eventually } from "../../support/eventually";
import { presentSeconds } from "../../support/receiver-log";
import { ClientBench, DEADLINE_MS, hasty, post, secret, within } from "./client-bench";

const MEBIBYTE = 1_048_576;
let bench: ClientBench;
let client: GuardedClient;

beforeEach(async () => {
  bench = await ClientBench.start();
  client = bench.client();
});
afterEach(() => bench.stop());

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
    expect(await within(post(client, `${origin}${path}`))).toMatchObject({ outcome: "response", ...expected });
  });

  test.each(failures)(
    "that answers %s fails in its class within the deadline and holds no connection",
    async (path, expected) => {
      const url = `${origin}${path}`;
      const failed = expected.errorClass === "timeout" ? hasty(client, url) : within(post(client, url));
      expect(await failed).toMatchObject({ outcome: "failed", ...expected });
      await bench.expectNoConnection();
    },
  );

  it("that never ends its body is read to the cap and left", async () => {
    const outcome = await within(post(client, `${origin}/endless`, 5_000), 0);
    expect(outcome).toMatchObject({ outcome: "response", status: 200, bodyTruncated: true });
    expect(outcome.outcome === "response" && outcome.body.length).toBe(16_384);
    await bench.expectNoConnection();
  });

  it("that sends a gzip bomb is kept as the few bytes it sent", async () => {
    await post(client, `${origin}/gzip-bomb`, 5_000);
    const before = process.memoryUsage().arrayBuffers;
    const outcome = await within(post(client, `${origin}/gzip-bomb`, 5_000), 0);
    expect(outcome).toMatchObject({ outcome: "response", bodyTruncated: true });
    expect(outcome.outcome === "response" && outcome.body.subarray(0, 2).toString("hex")).toBe("1f8b");
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * MEBIBYTE);
    await bench.expectNoConnection();
  });

  it("that closes a kept connection as the next request arrives gets it once and no second time unasked", async () => {
    const single = bench.client({ connectionsPerOriginMax: 1 });
    const outcomes = [
      await post(single, `${origin}/race`),
      await post(single, `${origin}/race`),
      await post(single, `${origin}/race`),
    ];
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["response", "failed", "response"]);
    expect(outcomes[1]).toMatchObject({ errorClass: "connection_error" });
    expect(bench.receiver.arrivals.map(({ connection }) => connection)).toEqual([1, 1, 2]);
  });

  it("that hangs on its only connection lets the next attempt end by its own deadline, unsent", async () => {
    const single = bench.client({ connectionsPerOriginMax: 1 });
    const hanging = post(single, `${origin}/hang`, 2 * DEADLINE_MS);
    await eventually(() => {
      expect(bench.receiver.arrivals).toHaveLength(1);
    });
    expect(await within(post(single, `${origin}/echo/queued`, 100), 100)).toMatchObject({ errorClass: "timeout" });
    await hanging;
    expect(await post(single, `${origin}/echo/next`)).toMatchObject({ bodyPreview: "next" });
    expect(bench.receiver.arrivals.map(({ path }) => path)).toEqual(["/hang", "/echo/next"]);
  });

  it("that is programmed answers in turn and keeps the bytes and the foreign verdict of each arrival", async () => {
    bench.receiver.program("/hook", [500, { status: 429, headers: { "retry-after": "1" } }, 200]);
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
    expect(bench.receiver.arrivals.map(({ rawBody }) => rawBody.toString())).toEqual([body, body, body, "{}"]);
    expect(bench.receiver.arrivals.map(({ standardVerdict }) => standardVerdict)).toEqual([
      "verified",
      "verified",
      "verified",
      "rejected",
    ]);
    expect(bench.receiver.arrivals.map(({ serviceVerdict }) => serviceVerdict)).toEqual([
      "verified",
      "verified",
      "verified",
      "rejected",
    ]);
    expect(bench.receiver.arrivals[0]?.headers["x-service-event"]).toBe("competitor.added");
  });
});
