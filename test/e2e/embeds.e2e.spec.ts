/** A shared chart is seen by whoever has its address, framed by whom its business named, and gone when it is taken back. */
import { after, asking, byId, createApi, expectStatus, type Api, type Tenant } from "../support/api";
import { send, type Reply } from "../support/http-client";
import { sighting } from "../support/sightings";
import { startTestService, type TestService } from "../support/service";

interface Wanted {
  readonly competitorIds?: string[];
  readonly days?: number;
  readonly origins?: string[];
  readonly expiresAt?: string;
}

let service: TestService;
let api: Api;
let tenant: Tenant;
beforeAll(async () => {
  service = await startTestService();
  api = createApi(service);
  tenant = await api.tenant({ business: { name: "Harbour <Café>", placeId: "embed-own" } });
});
afterAll(() => service.close());

const ago = (days: number) => new Date(service.clock.now().getTime() - days * 86_400_000).toISOString();
const share = async (body: Wanted, { api: { v1 } } = tenant) => (await v1.post("/api/v1/embeds", { body })).embed;
const revoke = ({ id }: { readonly id: string }, { api: { v1 } } = tenant) =>
  v1.delete("/api/v1/embeds/{id}", byId(id));
/** By the address that the answer named, at this service. */
const look = (url: string, headers: Record<string, string> = {}): Promise<Reply> =>
  send(`${service.url}${new URL(url).pathname}`, { headers });
const policyOf = ({ headers }: Reply): string => String(headers["content-security-policy"]);

test("it shows the stored days of the own listing and of the chosen competitors, in a page and as a picture", async () => {
  const rival = { name: "Fjord Coffee", place_id: "embed-rival" };
  const { competitor } = await tenant.api.v1.post("/api/v1/competitors", { body: rival });
  const position = await api.observe(
    ...[3, 2, 1].map((days) => sighting("embed-own", ago(days), { listing: { rating: 4.5 - days / 10 } })),
    sighting("embed-rival", ago(1), { listing: { name: "Fjord & Sons", rating: 3.9 } }),
  );
  const embed = await share({ competitorIds: [competitor.id], days: 30, origins: ["https://shop.example:8443/"] });
  await tenant.api.v1.get("/api/v1/competitors", { headers: after(position) });

  const page = await look(embed.url, { accept: "text/html" });
  expect(page).toMatchObject({ status: 200, headers: { "content-type": "text/html; charset=utf-8" } });
  expect(page.text).toContain("Harbour &lt;Café&gt;: 4.4");
  expect(page.text).toContain("(n = 3)");
  expect(page.text).toContain("Fjord &amp; Sons: 3.9");
  expect(page.text).not.toMatch(/<script|http-equiv|<Caf/);
  expect(policyOf(page)).toMatch(
    /^default-src 'none'; style-src 'sha256-.*; frame-ancestors https:\/\/shop\.example:8443$/,
  );
  expect(page.headers["x-frame-options"]).toBeUndefined();
  expect(page.headers["set-cookie"]).toBeUndefined();
  expect(page.headers["ratelimit"]).toMatch(/address/);

  const picture = await look(embed.svgUrl);
  expect(picture).toMatchObject({ status: 200, headers: { "content-type": "image/svg+xml; charset=utf-8" } });
  expect((await look(embed.url, { accept: "image/avif,image/svg+xml,image/*" })).text).toBe(picture.text);
  const etag = String(picture.headers["etag"]);
  expect(await look(embed.svgUrl, { "if-none-match": etag })).toMatchObject({ status: 304, text: "" });
});

test("the charts of a past moment are listed with the addresses that they have today", async () => {
  const of = await api.tenant();
  const { id, url } = await share({}, of);
  const then = String(of.api.v1.position);
  await revoke({ id }, of);
  const { embeds } = await of.api.v1.get("/api/v1/embeds", asking({ asOf: then }));
  expect(embeds).toEqual([expect.objectContaining({ id, url })]);
});

test("nobody may frame a chart whose business named nobody", async () => {
  const page = await look((await share({})).url);
  expect(policyOf(page)).toMatch(/frame-ancestors 'none'$/);
  expect(page.headers["x-frame-options"]).toBe("DENY");
});

test("an origin is https, a host and perhaps a port, and nothing that a policy would read otherwise", async () => {
  const wrong = [
    "http://shop.example",
    "https://shop.example/page",
    "https://*.example",
    "https://a;b.example",
    "https://u@a.example",
    "*",
  ];
  for (const origin of wrong)
    expect(await tenant.api.post("/api/v1/embeds", { origins: [origin] })).toMatchObject({
      status: 400,
      json: { code: "invalid_request", details: [{ path: "origins.0" }] },
    });
});

test("what was taken back, has expired, was never there, or whose business is deleted is the same to the letter", async () => {
  const other = await api.tenant();
  const [taken, brief, of] = [
    await share({}),
    await share({ expiresAt: new Date(service.clock.now().getTime() + 60_000).toISOString() }),
    await share({}, other),
  ];
  for (const { url } of [taken, brief, of]) expect((await look(url)).status).toBe(200);
  expect(expectStatus(await other.api.delete(`/api/v1/embeds/${taken.id}`), 404)).toMatchObject({
    code: "embed_not_found",
  });
  await revoke(taken);
  await revoke(taken);
  expectStatus(await other.browser.delete("/api/businesses/me/delete"), 200);
  service.clock.leap(61_000);
  const altered = taken.url.replace(/.{5}$/, "AAAAA");
  const gone = await Promise.all([taken.url, brief.url, of.url, altered, taken.svgUrl].map((url) => look(url)));
  for (const one of gone) {
    expect(one.status).toBe(404);
    expect(one.text).toBe(gone[0]?.text);
    expect(policyOf(one)).toMatch(/frame-ancestors 'none'$/);
  }
  const { embeds } = await tenant.api.v1.get("/api/v1/embeds", asking({ limit: 100 }));
  const mine = embeds.filter(({ revokedAt }) => revokedAt !== null);
  expect(mine.map(({ id, url }) => ({ id, url }))).toEqual([{ id: taken.id, url: taken.url }]);
});

test("days that are dated ahead are not drawn", async () => {
  const ahead = await api.tenant({ business: { name: "Ahead", placeId: "embed-ahead" } });
  // As far ahead as another's clock may be: two minutes before midnight, that is the next day.
  const dayMs = 86_400_000;
  service.clock.leap(dayMs - 120_000 - (service.clock.now().getTime() % dayMs));
  const days = [ago(2), ago(-4 / 1_440)].map((at, nth) =>
    sighting("embed-ahead", at, { listing: { rating: 3 + nth } }),
  );
  const position = await api.observe(...days);
  await ahead.api.v1.get("/api/v1/competitors", { headers: after(position) });
  const page = await look((await share({ days: 30 }, ahead)).url);
  expect(page.text).toContain("Ahead: 3.0");
  expect(page.text).toContain("(n = 1)");
});

test("of an account whose plan has no embeds any more none is seen, until it has one that does", async () => {
  const leaving = await api.tenant();
  const { url } = await share({}, leaving);
  const statusOn = async (plan: string) => {
    await api.setPlan(leaving.accountId, plan);
    return (await look(url)).status;
  };
  expect([await statusOn("free"), await statusOn("growth")]).toEqual([404, 200]);
});

test("a hundred that are asked for at once are as many as the plan allows", async () => {
  const crowded = await api.tenant();
  const replies = await Promise.all(Array.from({ length: 100 }, () => crowded.api.post("/api/v1/embeds", {})));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(replies.filter(({ status, json }) => status === 403 && json?.["code"] === "embed_quota_reached")).toHaveLength(
    80,
  );
});
