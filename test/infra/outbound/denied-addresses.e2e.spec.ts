import { subscribe, unsubscribe } from "node:diagnostics_channel";
import fc from "fast-check";
import {
  createGuardedClient,
  type GuardedClient,
  type GuardedClientOptions,
} from "../../../infra/outbound/guarded-connector";
import { recordDials } from "../../support/dial-recorder";
import { eventually } from "../../support/eventually";
import { type HostileReceiver, startHostileReceiver, testAuthority } from "../../support/hostile-receiver";
import { allowedAddresses, deniedHosts, deniedIpv4, deniedIpv6, unreadableAddresses } from "./denied-spellings";

/** Every client socket that this process opens while a test runs, whoever opens it. */
let clientSockets = 0;
const countSocket = (): void => {
  clientSockets += 1;
};
let receiver: HostileReceiver;
const clients: GuardedClient[] = [];

beforeAll(async () => {
  receiver = await startHostileReceiver();
});
afterAll(() => receiver.close());
beforeEach(() => {
  clientSockets = 0;
  subscribe("net.client.socket", countSocket);
});
afterEach(async () => {
  unsubscribe("net.client.socket", countSocket);
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

/** A client with the platform's own dialler, allowed to call the very port that a local receiver listens on. */
function realClient(options: GuardedClientOptions = {}): GuardedClient {
  const client = createGuardedClient({
    allowedPorts: [443, receiver.httpsPort],
    ownNames: ["api.service.test"],
    ...options,
  });
  clients.push(client);
  return client;
}

/** The same with the test authority, which takes a moment to load, and with recorded dials led to the local receiver. */
function recordedClient(options: GuardedClientOptions = {}) {
  const recorder = recordDials(receiver.httpsPort);
  return { recorder, client: realClient({ dial: recorder.dial, extraAuthorities: [testAuthority], ...options }) };
}

const answering = (addresses: readonly string[]) => ({ resolve: () => Promise.resolve(addresses) });
const send = (client: GuardedClient, url: string) =>
  client.request({ method: "POST", url, body: "{}", deadlineMs: 5_000 });

async function expectNothingDialled(client: GuardedClient, url: string): Promise<void> {
  const before = receiver.connectionCount();
  expect(await send(client, url)).toMatchObject({ outcome: "failed", errorClass: "blocked_address" });
  expect(await client.checkTarget(url)).toMatchObject({ ok: false });
  expect({ clientSockets, accepted: receiver.connectionCount() - before }).toEqual({ clientSockets: 0, accepted: 0 });
}

describe("no connection is ever opened", () => {
  test.each(deniedHosts)("to the host %s", async (host) => {
    await expectNothingDialled(realClient(), `https://${host}:${String(receiver.httpsPort)}/hook`);
  });

  test.each([...deniedIpv4, ...deniedIpv6])("to a name that resolves to %s", async (address) => {
    await expectNothingDialled(realClient({ resolver: answering([address]) }), "https://receiver.test/hook");
  });

  test.each(deniedIpv4)("to a name that resolves to ::ffff:%s", async (address) => {
    await expectNothingDialled(
      realClient({ resolver: answering([`::ffff:${address}`]) }),
      "https://receiver.test/hook",
    );
  });

  test.each(deniedIpv6)("to the literal [%s]", async (address) => {
    await expectNothingDialled(realClient(), `https://[${address}]:${String(receiver.httpsPort)}/hook`);
  });

  test.each(unreadableAddresses)("to a name whose answer is %j", async (answer) => {
    await expectNothingDialled(realClient({ resolver: answering([answer]) }), "https://receiver.test/hook");
  });

  test.each([
    ["first", ["127.0.0.1", "93.184.216.34"]],
    ["last", ["93.184.216.34", "8.8.8.8", "169.254.169.254"]],
    ["in IPv6 alone", ["93.184.216.34", "::1"]],
    ["mapped", ["93.184.216.34", "::ffff:10.0.0.1"]],
  ])("to a name of which one answer is denied: %s", async (_, answers) => {
    await expectNothingDialled(realClient({ resolver: answering(answers) }), "https://receiver.test/hook");
  });

  it("to an address of our own, public as it is", async () => {
    const client = realClient({ resolver: answering(["93.184.216.34"]), ownAddresses: ["93.184.216.34"] });
    await expectNothingDialled(client, "https://receiver.test/hook");
  });

  it("to an allowed target that resolves to an inner address other than loopback", async () => {
    for (const address of ["169.254.169.254", "10.0.0.1", "192.168.1.1", "0.0.0.0"]) {
      const client = realClient({ resolver: answering([address]), allowedTargets: ["receiver.test:80"] });
      await expectNothingDialled(client, "http://receiver.test/hook");
    }
  });

  it("to any denied address that any mixture of answers hides", async () => {
    const denied = fc.constantFrom(...deniedIpv4, ...deniedIpv6);
    const answers = fc
      .tuple(fc.array(fc.constantFrom(...allowedAddresses), { maxLength: 5 }), denied)
      .chain(([some, one]) => fc.shuffledSubarray([...some, one], { minLength: some.length + 1 }));
    await fc.assert(
      fc.asyncProperty(answers, async (addresses) => {
        const client = createGuardedClient({ resolver: answering(addresses) });
        expect(await send(client, "https://receiver.test/")).toMatchObject({ errorClass: "blocked_address" });
        expect(clientSockets).toBe(0);
      }),
      { numRuns: 200 },
    );
  });
});

describe("a name that changes its mind", () => {
  /** A resolver that gives its answers in turn, the last one for ever, and counts the questions. */
  function changing(answers: readonly (readonly string[])[]) {
    let asked = 0;
    return {
      asked: () => asked,
      resolve: () => {
        asked += 1;
        return Promise.resolve(answers[Math.min(asked, answers.length) - 1] ?? []);
      },
    };
  }

  const rebinding = (answers: readonly (readonly string[])[], options: GuardedClientOptions = {}) => {
    const resolver = changing(answers);
    return { resolver, ...recordedClient({ resolver, resolutionCacheMs: 0, ...options }) };
  };
  const url = "https://receiver.test/echo/fine";

  it("is dialled at the very address that was judged, without a second question", async () => {
    const { recorder, resolver, client } = rebinding([["93.184.216.34"], ["127.0.0.1"]]);
    expect(await send(client, url)).toMatchObject({ outcome: "response", status: 200 });
    expect(recorder.dialled).toEqual(["93.184.216.34:443"]);
    expect(resolver.asked()).toBe(1);
  });

  it("is refused at the next attempt, although a connection is still open, which is then closed", async () => {
    const { recorder, client } = rebinding([["93.184.216.34"], ["127.0.0.1"]]);
    await send(client, url);
    const reached = receiver.arrivals.length;
    expect(await send(client, url)).toMatchObject({ errorClass: "blocked_address" });
    expect(recorder.dialled).toEqual(["93.184.216.34:443"]);
    expect(receiver.arrivals).toHaveLength(reached);
    await eventually(
      () => {
        expect(receiver.openConnectionCount()).toBe(0);
      },
      { timeoutMs: 1_500 },
    );
  });

  it("is not reached over the old connection once it has moved to another public address", async () => {
    const { recorder, client } = rebinding([...Array.from({ length: 20 }, () => ["93.184.216.34"]), ["8.8.8.8"]]);
    for (let sent = 0; sent < 20; sent += 1) await send(client, url);
    const reused = recorder.dialled.length;
    expect(reused).toBeLessThanOrEqual(2);
    await send(client, url);
    expect(recorder.dialled.slice(reused)).toEqual(["8.8.8.8:443"]);
  });

  it("is asked again after five seconds at the latest, however long an answer was meant to serve", async () => {
    let nowMs = 0;
    const { client } = rebinding([["93.184.216.34"], ["169.254.169.254"]], {
      resolutionCacheMs: 3_600_000,
      monotonicMs: () => nowMs,
    });
    expect(await send(client, url)).toMatchObject({ status: 200 });
    nowMs = 4_999;
    expect(await send(client, url)).toMatchObject({ status: 200 });
    nowMs = 5_000;
    expect(await send(client, url)).toMatchObject({ errorClass: "blocked_address" });
  });

  it("is asked once for many attempts at the same moment", async () => {
    const { resolver, client } = rebinding([["93.184.216.34"]], { resolutionCacheMs: 2_000 });
    await Promise.all(Array.from({ length: 20 }, () => send(client, url)));
    expect(resolver.asked()).toBe(1);
  });

  it("passes registration and is still refused at delivery", async () => {
    const { recorder, client } = rebinding([["93.184.216.34"], ["10.0.0.1"]]);
    expect(await client.checkTarget(url)).toEqual({ ok: true, url });
    expect(await send(client, url)).toMatchObject({ errorClass: "blocked_address" });
    expect(recorder.dialled).toEqual([]);
  });
});

describe("a redirect", () => {
  test.each(["301", "302", "303", "307", "308"])(
    "%s to the metadata address is an answer and is not followed",
    async (status) => {
      const { recorder, client } = recordedClient({ resolver: answering(["93.184.216.34"]) });
      expect(await send(client, `https://receiver.test/redirect/${status}`)).toMatchObject({
        outcome: "response",
        status: Number(status),
        headers: { location: "http://169.254.169.254/latest/meta-data/" },
      });
      expect(recorder.dialled).toEqual(["93.184.216.34:443"]);
    },
  );

  test.each(deniedHosts.slice(0, 30))("to https://%s/ is not followed", async (host) => {
    const { recorder, client } = recordedClient({ resolver: answering(["93.184.216.34"]) });
    const location = encodeURIComponent(`https://${encodeURIComponent(host)}/`);
    expect(await send(client, `https://receiver.test/redirect/307/${location}`)).toMatchObject({ status: 307 });
    expect(recorder.dialled).toEqual(["93.184.216.34:443"]);
  });
});

describe("what is public is reached", () => {
  test.each(allowedAddresses)("at %s, by name, at exactly that address", async (address) => {
    const { recorder, client } = recordedClient({ resolver: answering([address]) });
    expect(await send(client, "https://receiver.test/echo/fine")).toMatchObject({ status: 200, bodyPreview: "fine" });
    expect(recorder.dialled).toEqual([`${address}:443`]);
  });

  it("at an IP literal whose certificate names the address", async () => {
    const { client } = recordedClient();
    expect(await send(client, "https://93.184.216.34/echo/fine")).toMatchObject({ status: 200 });
    expect(await send(client, "https://8.8.8.8/echo/fine")).toMatchObject({
      errorClass: "tls_error",
      reason: "ERR_TLS_CERT_ALTNAME_INVALID",
    });
  });

  it("and so is an allowed target at loopback, by name over plain HTTP, with the platform's own parts", async () => {
    const port = String(receiver.httpPort);
    const client = realClient({ allowedTargets: [`localhost:${port}`, `127.0.0.1:${port}`] });
    for (const host of ["localhost", "127.0.0.1"]) {
      expect(await send(client, `http://${host}:${port}/echo/fine`)).toMatchObject({ status: 200 });
      expect(await client.checkTarget(`http://${host}:${port}/`)).toMatchObject({ ok: true });
    }
  });

  it("whatever proxy the environment names", async () => {
    const names = [
      "HTTPS_PROXY",
      "HTTP_PROXY",
      "ALL_PROXY",
      "https_proxy",
      "http_proxy",
      "all_proxy",
      "NODE_USE_ENV_PROXY",
    ];
    const before = names.map((name) => process.env[name]);
    for (const name of names) process.env[name] = "http://127.0.0.1:1";
    const { recorder, client } = recordedClient({ resolver: answering(["93.184.216.34"]) });
    const outcome = await send(client, "https://receiver.test/echo/fine");
    names.forEach((name, index) => {
      const value = before[index];
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    });
    expect(outcome).toMatchObject({ status: 200 });
    expect(recorder.dialled).toEqual(["93.184.216.34:443"]);
  });
});

describe("a registration", () => {
  it("hears the same of a name that is blocked, that does not resolve, and that never answers", async () => {
    const resolvers = [
      answering(["10.0.0.1"]),
      answering([]),
      { resolve: () => Promise.reject(Object.assign(new Error("queryA ENOTFOUND"), { code: "ENOTFOUND" })) },
      { resolve: () => new Promise<readonly string[]>(() => undefined) },
    ];
    const checks = await Promise.all(
      resolvers.map((resolver) => realClient({ resolver }).checkTarget("https://a.example/", 100)),
    );
    const expected = {
      ok: false,
      refused: "target_not_public",
      message: "The host does not resolve to a public address.",
    };
    expect(checks).toEqual(resolvers.map(() => expected));
    expect(clientSockets).toBe(0);
  });

  it("keeps the URL as it was understood and opens no connection for it", async () => {
    const client = realClient({ resolver: answering(["93.184.216.34"]) });
    expect(await client.checkTarget("https://MÜNCHEN.example/Hook?a=1")).toEqual({
      ok: true,
      url: "https://xn--mnchen-3ya.example/Hook?a=1",
    });
    expect(clientSockets).toBe(0);
  });
});
