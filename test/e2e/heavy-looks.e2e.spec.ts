/** Whatever one owner asks of the own history, others read theirs; and who reads slowly does not read what was erased. */
import { once } from "node:events";
import { request as open, type IncomingMessage } from "node:http";
import { createApi, expectStatus, type Api, type Browser, type Tenant } from "../support/api";
import { eventually } from "../support/eventually";
import { lived } from "../support/lived";
import { startTestService, type TestService } from "../support/service";
import { settled } from "./settled";

const EVENTS = 2_000;
const BATCH = 500;
const HISTORY = "/api/businesses/me/history";
const NDJSON = "application/x-ndjson";

let service: TestService;
let api: Api;
let admin: Browser;
let tenant: Tenant;

beforeAll(async () => {
  service = await startTestService();
  api = createApi(service);
  [admin, tenant] = [await api.admin(), await api.tenant()];
  await growOld(tenant);
});
afterAll(() => service.close());

/** As if its profile had been edited for years. */
async function growOld(owner: Tenant): Promise<void> {
  const { businessId, accountId } = owner;
  const profile = (city: number) => ({
    ...{ name: "n", website: null, category: null, city: `City ${city}`, state: null, country: null },
    ...{ targetCustomer: "t".repeat(1_000), differentiator: "d".repeat(1_000) },
  });
  for (let from = 0; from < EVENTS; from += BATCH) {
    const events = Array.from({ length: BATCH }, (_, index) => ({
      type: "BusinessProfileEdited",
      data: { businessId, accountId, before: profile(from + index), after: profile(from + index + 1) },
    }));
    await lived(service, owner, "business", events);
  }
  await settled(service);
}

test("an owner who asks for everything at once keeps neither other owners nor auditors from the past", async () => {
  const other = await api.tenant();
  await settled(service);
  const paths = [`${HISTORY}/state?tables=`, `${HISTORY}/proof`, `${HISTORY}?type=Nothing`];
  const asked = Array.from({ length: 36 }, (_, index) => tenant.browser.get(paths[index % 3] ?? HISTORY));
  const position = await service.running.engines.log.head();
  for (let turn = 0; turn < 3; turn += 1) {
    const replies = await Promise.all([
      other.browser.get(`/api/businesses/me?asOf=${position}`),
      other.browser.get(`${HISTORY}/proof`),
      admin.get(`/api/admin/businesses/${other.businessId}/state`),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  }
  const answers = (await Promise.all(asked)).map(({ status, json }) => (status === 200 ? 200 : json?.["code"]));
  expect(new Set(answers)).toEqual(new Set([200, "time_travel_busy"]));
});

test("a history that is read slowly breaks off where the business is erased meanwhile", async () => {
  const headers = { accept: NDJSON, cookie: tenant.browser.cookie() };
  const [answer] = (await once(open(`${service.url}${HISTORY}`, { headers }).end(), "response")) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  expectStatus(await admin.post(`/api/admin/businesses/${tenant.businessId}/erasure`, { reason: "Asked for." }), 202);
  await eventually(async () =>
    expect(await service.running.engines.log.readStream(`business-${tenant.businessId}`, { limit: 1 })).toEqual([]),
  );
  let text = "";
  answer.on("error", () => undefined).on("data", (chunk: Buffer) => (text += chunk.toString()));
  await eventually(() => expect(answer.destroyed).toBe(true));
  expect(answer.complete).toBe(false);
  expect(text).toContain("City 1");
  expect(text).not.toContain(`City ${EVENTS}`);
});
