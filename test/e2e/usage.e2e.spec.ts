/** What an account has used is told as it is counted: by decisions, by headers, and until midnight, UTC. */
import type { Answer } from "local-business-intelligence-client";
import { quotas, WEBHOOK_ENDPOINTS_MAX } from "../../domain/plans";
import { createApi, expectStatus, type Api, type Client, type KeyClient, type Tenant } from "../support/api";
import { lived } from "../support/lived";
import { startTestService, type TestService } from "../support/service";
import { settled } from "./settled";

const USAGE = "/api/v1/usage";
const DAY_MS = 86_400_000;

type Reply = Awaited<ReturnType<Client["get"]>>;

type Quotas = Answer<typeof USAGE, "get">["quotas"];

let service: TestService;
let api: Api;
beforeAll(async () => {
  service = await startTestService();
  api = createApi(service);
});
afterAll(() => service.close());

async function usageOf({ v1 }: KeyClient) {
  const body = await v1.get(USAGE);
  return { body, of: (name: string) => named(body.quotas, name) };
}
const named = (all: Quotas, name: string) => all.find((one) => one.name === name) ?? fail(name);
const fail = (name: string): never => {
  throw new Error(`There is no quota ${name}.`);
};
/** To shortly before the next midnight, UTC. */
function leapBeforeMidnight(leftMs = 60_000): void {
  const now = service.clock.now().getTime();
  service.clock.leap(Math.floor(now / DAY_MS) * DAY_MS + DAY_MS - leftMs - now);
}
const midnightAfter = (instant: Date): string =>
  new Date((Math.floor(instant.getTime() / DAY_MS) + 1) * DAY_MS).toISOString();

async function track(tenant: Tenant, count: number): Promise<readonly string[]> {
  const added = Array.from({ length: count }, async (_, index) => {
    const body = { name: "Fjord Coffee", place_id: `${tenant.businessId}-${index}` };
    return (await tenant.api.v1.post("/api/v1/competitors", { body })).competitor.id;
  });
  return Promise.all(added);
}

test("every quota of the plan is told, with its limit, and the key that asks", async () => {
  const tenant = await api.tenant();
  const [competitorId = ""] = await track(tenant, 1);
  expectStatus(await tenant.browser.post(`/api/competitors/${competitorId}/check`, {}), 202);
  const { body, of } = await usageOf(tenant.api);
  const limits = Object.fromEntries(body.quotas.map(({ name, limit }) => [name, limit]));
  expect(limits).toEqual({ ...quotas.growth, webhookEndpoints: WEBHOOK_ENDPOINTS_MAX });
  expect(body).toMatchObject({
    account: { id: tenant.accountId, plan: "growth" },
    business: { id: tenant.businessId, name: "Harbour Café" },
    key: { id: tenant.api.keyId, status: "active" },
  });
  const used = (name: string) => of(name).used;
  expect(
    ["businesses", "apiKeys", "competitorsPerBusiness", "competitorAdditionsPerDay", "refreshesPerDay"].map(used),
  ).toEqual([1, 1, 1, 1, 1]);
  expect(["webhookEndpoints", "messagesPerDay", "placeSearchesPerDay"].map(used)).toEqual([0, 0, 0]);
  expect([of("businesses").period, of("businesses").resetsAt]).toEqual([null, null]);
});

test("it agrees with the headers, and counts as the one request that it is", async () => {
  const tenant = await api.tenant();
  // So that no new minute begins meanwhile.
  service.clock.leap(60_100 - (service.clock.now().getTime() % 60_000));
  for (let asked = 1; asked <= 3; asked += 1) {
    const { data, response } = await tenant.api.v1.raw.GET(USAGE);
    const now = service.clock.now().getTime();
    const told = String(response.headers.get("ratelimit")).split(", ");
    for (const [at, name] of ["requestsPerMinute", "requestsPerMonth"].entries()) {
      const { limit, used, resetsAt } = named(data?.quotas ?? [], name);
      expect(used).toBe(asked);
      const [, remaining, seconds] = /r=(\d+);t=(\d+)/.exec(told[at] ?? "") ?? [];
      expect(Number(remaining)).toBe(limit - used);
      expect(Math.abs((Date.parse(resetsAt ?? "") - now) / 1000 - Number(seconds))).toBeLessThanOrEqual(2);
    }
  }
});

test("a day and a month end at midnight, UTC", async () => {
  const tenant = await api.tenant();
  const [competitorId = ""] = await track(tenant, 1);
  leapBeforeMidnight();
  const ask = () => tenant.browser.post(`/api/competitors/${competitorId}/check`, {});
  expectStatus(await ask(), 202);
  const before = await usageOf(tenant.api);
  expect(before.of("refreshesPerDay")).toMatchObject({ used: 1, resetsAt: midnightAfter(service.clock.now()) });
  service.clock.leap(61_000);
  const after = await usageOf(tenant.api);
  expect(after.of("refreshesPerDay")).toMatchObject({ used: 0, resetsAt: midnightAfter(service.clock.now()) });
  const now = service.clock.now();
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
  service.clock.leap(first.getTime() - 60_000 - now.getTime());
  const key = await api.createKey((await api.tenant()).browser);
  expect((await usageOf(key)).of("requestsPerMonth")).toMatchObject({ used: 1, resetsAt: first.toISOString() });
  expect((await usageOf(key)).of("requestsPerMonth").used).toBe(2);
  service.clock.leap(61_000);
  expect((await usageOf(key)).of("requestsPerMonth").used).toBe(1);
});

test("of 100 requests at once against a quota with 10 left, exactly 10 are served, and each other one is told why", async () => {
  const tenant = await api.tenant({ plan: "agency" });
  const limit = quotas.agency.refreshesPerDay;
  const competitorIds = await track(tenant, 34);
  await useUp(tenant, limit - 10);
  expect((await usageOf(tenant.api)).of("refreshesPerDay").used).toBe(limit - 10);
  const paths = competitorIds.flatMap((id) => ["check", "enrich", "tech-stack"].map((what) => `${id}/${what}`));
  const replies = await Promise.all(
    paths.slice(0, 100).map((path) => tenant.browser.post(`/api/competitors/${path}`, {})),
  );
  const refused = replies.filter(({ status }) => status === 429);
  expect([replies.length, refused.length]).toEqual([100, 90]);
  expect(replies.filter(({ status }) => status < 300)).toHaveLength(10);
  for (const { json, headers } of refused) {
    expect(json).toMatchObject({
      code: "refresh_limit_reached",
      quota: { name: "refreshesPerDay", limit, used: limit },
    });
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  }
  expect((await usageOf(tenant.api)).of("refreshesPerDay")).toMatchObject({ limit, used: limit, period: "day" });
});

test("what counts against a quota tells in its headers what is left of it, as it is told here, and by the same name where it refuses", async () => {
  const tenant = await api.tenant();
  leapBeforeMidnight(3_600_000);
  const toldOf = ({ headers }: Reply, name: string) =>
    ["ratelimit-policy", "ratelimit"].map((one) =>
      String(headers[one])
        .split(", ")
        .find((item) => item.startsWith(`"${name}"`)),
    );
  const report = () => tenant.api.post("/api/v1/reports", { kind: "reviews", days: 7 });
  const expectAsTold = async (reply: Reply, name: string) => {
    const { limit, used, resetsAt } = (await usageOf(tenant.api)).of(name);
    const [policy, state = ""] = toldOf(reply, name);
    const [, remaining, seconds] = /;r=(\d+)(?:;t=(\d+))?$/.exec(state) ?? [];
    expect([policy, Number(remaining)]).toEqual([
      resetsAt === null ? `"${name}";q=${limit}` : `"${name}";q=${limit};w=86400`,
      limit - used,
    ]);
    const left = (Date.parse(resetsAt ?? "") - service.clock.now().getTime()) / 1000;
    if (resetsAt === null) expect(seconds).toBeUndefined();
    else expect(Math.abs(left - Number(seconds))).toBeLessThanOrEqual(5);
  };
  const first = await report();
  expectStatus(first, 201);
  await expectAsTold(first, "reportsPerDay");
  expect(toldOf(first, "reportsPerDay")[1]).toMatch(/;r=19;t=/);
  const contact = await tenant.api.post("/api/v1/contacts", { name: "Kari", email: "kari@example.com" });
  await expectAsTold(contact, "contactsPerBusiness");
  const added = await tenant.api.post("/api/v1/competitors", { name: "Fjord Coffee", place_id: "place-of-quotas" });
  await expectAsTold(added, "competitorsPerBusiness");
  await expectAsTold(added, "competitorAdditionsPerDay");
  for (let made = 1; made < quotas.growth.reportsPerDay; made += 1) expectStatus(await report(), 201);
  const refused = await report();
  expect([refused.status, refused.json]).toMatchObject([
    429,
    { code: "report_limit_reached", quota: { name: "reportsPerDay", limit: 20, used: 20 } },
  ]);
  await expectAsTold(refused, "reportsPerDay");
  expect(toldOf(refused, "reportsPerDay")[1]).toMatch(/;r=0;t=/);
  expect(toldOf(await tenant.api.get("/api/v1/reports"), "reportsPerDay")).toEqual([undefined, undefined]);
});

/** As if so many refreshes had been asked for, and answered, today. */
async function useUp(tenant: Tenant, count: number): Promise<void> {
  const { businessId, accountId } = tenant;
  const { ids, clock } = service.running.engines;
  const now = clock.now().toISOString();
  const events = Array.from({ length: count }, () => ids.next()).flatMap((refreshId) => {
    const refresh = { businessId, accountId, competitorId: "c", placeId: refreshId, refreshId, sections: ["listing"] };
    return [
      { type: "RefreshRequested", data: { ...refresh, requestedAt: now, expiresAt: now } },
      { type: "RefreshAnswered", data: refresh },
    ];
  });
  await lived(service, tenant, "refreshes", events);
  await settled(service);
}
