/** How a page is read: with leave of its site, within bounds of time, in its own encoding, and over http where it is so. */
import type { OutboundRequest } from "../../../../infra/outbound/guarded-connector";
import type { OutboundOutcome } from "../../../../infra/outbound/outcome";
import { readWebPage } from "../../../../infra/outbound/web-page/read-web-page";

interface Told {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

/** The rest of the world, by URL; what is not there is a 404. Each answer takes a second. */
function world(pages: Readonly<Record<string, Told | "blocked" | "times_out">>) {
  const asked: OutboundRequest[] = [];
  let now = 0;
  const request = (one: OutboundRequest): Promise<OutboundOutcome> => {
    asked.push(one);
    now += 1_000;
    const page = pages[one.url] ?? { status: 404 };
    const durationMs = 1_000;
    if (page === "blocked")
      return Promise.resolve({
        outcome: "failed",
        errorClass: "blocked_address",
        reason: "address_denied",
        durationMs,
      });
    if (page === "times_out")
      return Promise.resolve({ outcome: "failed", errorClass: "timeout", reason: "deadline", durationMs });
    const { status = 200, headers = { "content-type": "text/html" }, body = "" } = page;
    const told = { outcome: "response", status, headers, body: Buffer.from(body), bodyTruncated: false } as const;
    return Promise.resolve({ ...told, bodyPreview: "", durationMs });
  };
  return { asked, read: (url: string) => readWebPage(url, { outbound: { request }, monotonicMs: () => now }) };
}
const moved = (location: string): Told => ({ status: 302, headers: { location } });
const robots = (body: string): Told => ({ headers: { "content-type": "text/plain" }, body });

test("a page of a site without rules is read, over http as well, and nothing of it is kept that is compressed", async () => {
  const { asked, read } = world({ "http://a.example/": { body: "<p>Hello" } });
  expect(await read("http://a.example/")).toMatchObject({ url: "http://a.example/", text: "Hello" });
  expect(asked.map(({ plainHttp, headers }) => [plainHttp, headers?.["accept-encoding"]])).toEqual([
    [true, "identity"],
    [true, "identity"],
  ]);
  const gzipped = { headers: { "content-type": "text/html", "content-encoding": "gzip" }, body: "…" };
  expect(await world({ "https://a.example/": gzipped }).read("https://a.example/")).toEqual({ fault: "not_html" });
});

test.each([
  ["User-agent: *\nDisallow: /", { fault: "robots_forbid" }],
  ["User-agent: LocalBusinessIntelligence-Reader\nDisallow: /menu", { fault: "robots_forbid" }],
  ["User-agent: *\nDisallow: /\nAllow: /menu$", { text: "Menu" }],
  ["User-agent: OtherBot\nDisallow: /", { text: "Menu" }],
  ["User-agent: *\nDisallow: /\n\nUser-agent: LocalBusinessIntelligence-Reader\nDisallow:", { text: "Menu" }],
  ["User-agent: OtherBot\nUser-agent: * # all\nDisallow: /me***nu", { fault: "robots_forbid" }],
  ["User-agent: localbusinessintelligence-reader/1\nAllow: /\n\nUser-agent: *\nDisallow: /", { text: "Menu" }],
])("the rules %j are kept", async (rules, expected) => {
  const pages = { "https://a.example/robots.txt": robots(rules), "https://a.example/menu": { body: "Menu" } };
  expect(await world(pages).read("https://a.example/menu")).toMatchObject(expected);
});

test("every site on the way is asked for its rules, and every hop is a request of its own", async () => {
  const pages = {
    "https://a.example/": moved("https://b.example/menu#top"),
    "https://b.example/robots.txt": robots("User-agent: *\nDisallow: /menu"),
    "https://b.example/menu": { body: "Menu" },
  };
  const { asked, read } = world(pages);
  expect(await read("https://a.example/")).toEqual({ fault: "robots_forbid" });
  expect(asked.map(({ url }) => url)).toEqual([
    "https://a.example/robots.txt",
    "https://a.example/",
    "https://b.example/robots.txt",
  ]);
});

test.each([
  ["blocked" as const, { fault: "not_public" }],
  ["times_out" as const, { fault: "robots_not_reached" }],
  [{ status: 503 }, { fault: "robots_not_reached" }],
  [{ status: 429 }, { fault: "robots_not_reached" }],
  [{ status: 403 }, { text: "Menu" }],
  [{ headers: { "content-encoding": "gzip" }, body: "…" }, { fault: "robots_not_reached" }],
  [{ headers: { "content-encoding": "Identity" }, body: "…" }, { text: "Menu" }],
  [moved("https://b.example/robots.txt"), { fault: "robots_forbid" }],
  [moved("https://a.example/robots.txt"), { fault: "robots_not_reached" }],
])("rules that are %j", async (rules, expected) => {
  const pages = {
    "https://a.example/robots.txt": rules,
    "https://b.example/robots.txt": robots("User-agent: *\nDisallow: /"),
    "https://a.example/": { body: "Menu" },
  };
  expect(await world(pages).read("https://a.example/")).toMatchObject(expected);
});

const group = (rules: string) => `User-agent: *\n${rules}`;

test.each([
  ["one rule of very many stars", group(`Disallow: /${"*".repeat(500_000)}b`)],
  ["stars and letters by turns", group(`Disallow: /${"*a".repeat(1_000)}b\n`.repeat(250))],
  ["very many rules", group("Disallow:/b\n".repeat(40_000))],
  ["very many names for very many rules", `${"User-agent: *\n".repeat(18_000)}${"Disallow:/b\n".repeat(20_000)}`],
])("rules that are %s take no long time", async (_what, rules) => {
  const url = `https://a.example/${"a".repeat(2_000)}`;
  const { read } = world({ "https://a.example/robots.txt": robots(rules.slice(0, 512_000)), [url]: { body: "Menu" } });
  const before = process.cpuUsage();
  await read(url);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000_000).toBeLessThan(5);
});

test("a site with more rules than are followed is left alone", async () => {
  const pages = (n: number) => ({
    "https://a.example/robots.txt": robots(group("Disallow: /x\n".repeat(n))),
    "https://a.example/menu": { body: "Menu" },
  });
  expect(await world(pages(5_000)).read("https://a.example/menu")).toMatchObject({ text: "Menu" });
  expect(await world(pages(5_001)).read("https://a.example/menu")).toEqual({ fault: "robots_not_reached" });
});

test("a site is asked for its rules once, and they hold for each page on the way", async () => {
  const { asked, read } = world({
    "https://a.example/robots.txt": robots("User-agent: *\nDisallow: /private"),
    "https://a.example/": moved("/one"),
    "https://a.example/one": moved("/private"),
  });
  expect(await read("https://a.example/")).toEqual({ fault: "robots_forbid" });
  expect(asked.map(({ url }) => new URL(url).pathname)).toEqual(["/robots.txt", "/", "/one"]);
});

test("nobody is sent on to a URL that is longer than those that can be named", async () => {
  const long = `/${"漢".repeat(300)}`;
  const { asked, read } = world({ "https://a.example/": moved(long), [new URL(long, "https://a.example").href]: {} });
  expect(await read("https://a.example/")).toEqual({ fault: "not_reached" });
  expect(asked).toHaveLength(2);
});

test("the time is for all of it together", async () => {
  const rounds = Array.from({ length: 9 }, (_one, at) => [
    `https://h${at}.example/`,
    moved(`https://h${at + 1}.example/`),
  ]);
  const { asked, read } = world(Object.fromEntries(rounds) as Record<string, Told>);
  expect(await read("https://h0.example/")).toEqual({ fault: "robots_not_reached" });
  expect(asked.map(({ deadlineMs }) => deadlineMs)).toEqual([
    10_000, 9_000, 8_000, 7_000, 6_000, 5_000, 4_000, 3_000, 2_000, 1_000,
  ]);
});

test.each([
  ["text/html; charset=iso-8859-1", Buffer.from("<p>Caf\u00e9", "latin1")],
  ["text/html", Buffer.from('<meta charset="windows-1252"><p>Caf\u00e9', "latin1")],
  ["text/html; charset=nobody-knows", Buffer.from("<p>Caf\u00e9")],
])("a page of type %s is read in its encoding", async (type, body) => {
  const pages = { "https://a.example/": { headers: { "content-type": type }, body } };
  expect(await world(pages).read("https://a.example/")).toMatchObject({ text: "Café" });
});
