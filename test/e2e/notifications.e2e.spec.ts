/** A business is written to of what it chose, once, and of nothing else. */
import type { AlertType } from "../../domain/event-types";
import { quotas } from "../../domain/plans";
import { asking, byId, createApi, expectStatus, type Api, type Tenant } from "../support/api";
import { eventually } from "../support/eventually";
import { lived } from "../support/lived";
import { startMailbox, type Mailbox } from "../support/mailbox";
import { startTestService, type TestService } from "../support/service";
import { sighting } from "../support/sightings";
import { settled } from "./settled";

const NOTIFICATIONS = "/api/v1/notifications";

let mailbox: Mailbox;
let service: TestService;
let api: Api;
beforeAll(async () => {
  mailbox = await startMailbox();
  const mail = { SMTP_URL: mailbox.url, MAIL_FROM: "service@example.com" };
  const settings = { ...mail, WEBHOOK_ALLOWED_TARGETS: "localhost:1" };
  service = await startTestService({ settings });
  api = createApi(service);
});
afterAll(async () => {
  await service.close();
  await mailbox.close();
});
afterEach(() => mailbox.be("takes"));

/** A tenant that tracks one place, whose rating is known. */
async function tracking(plan = "growth"): Promise<Tenant> {
  const tenant = await api.tenant({ plan });
  const body = { name: "Fjord Coffee", place_id: `of ${tenant.businessId}` };
  await tenant.api.v1.post("/api/v1/competitors", { body });
  await rate(tenant, 4);
  await settled(service);
  return tenant;
}
const rate = (tenant: Tenant, rating: number) =>
  api.observe(sighting(`of ${tenant.businessId}`, service.clock.now(), { listing: { name: "Fjord", rating } }));
const choose = async ({ api: { v1 } }: Tenant, email: { alerts?: AlertType[]; complianceStatus?: boolean }) =>
  (await v1.patch(NOTIFICATIONS, { body: { email } })).notifications;
const settingsOf = async ({ api: { v1 } }: Tenant, asOf?: string) =>
  (await v1.get(NOTIFICATIONS, asking({ asOf }))).notifications;
const mailsTo = (tenant: Tenant) => mailbox.mails.filter(({ to }) => to.includes(tenant.browser.email));
const ratings: { alerts: AlertType[] } = { alerts: ["competitor.rating_change"] };

test("settings are read as they were chosen, in parts, as they were then too, and by their own business alone", async () => {
  const tenant = await api.tenant();
  const to = tenant.browser.email;
  const before = {
    businessId: tenant.businessId,
    email: { to, configured: true, alerts: [], complianceStatus: true },
    webhook: null,
    sms: null,
  };
  expect(await settingsOf(tenant)).toEqual(before);
  const then = await service.running.engines.log.head();
  const chosen = { ...before, email: { ...before.email, ...ratings } };
  expect(await choose(tenant, ratings)).toEqual(chosen);
  const quiet = { ...chosen, email: { ...chosen.email, complianceStatus: false } };
  expect(await choose(tenant, { complianceStatus: false })).toEqual(quiet);
  expect(await settingsOf(tenant)).toEqual(quiet);
  expect(await settingsOf(tenant, String(then))).toEqual(before);
  expect(await settingsOf(await api.tenant())).toMatchObject({ email: { alerts: [] } });
});

test("an endpoint of the account is told of the alerts that this business chose, and none that is not the account's is taken", async () => {
  const tenant = await tracking();
  const { v1 } = tenant.api;
  const { id } = await v1.post("/api/v1/webhooks", {
    body: { url: "https://localhost:1/hook", events: ["api_key.suspended"] },
  });
  const webhook = { endpointId: id, ...ratings };
  const { notifications: chosen } = await v1.patch(NOTIFICATIONS, { body: { webhook } });
  expect(chosen).toMatchObject({ webhook });
  expect(await settingsOf(tenant)).toEqual(chosen);
  await rate(tenant, 4.5);
  await settled(service);
  const { deliveries } = await v1.get("/api/v1/webhooks/{id}/deliveries", byId(id));
  expect(deliveries).toMatchObject([{ eventType: "competitor.rating_change" }]);
  const other = await api.tenant();
  for (const endpointId of [id, "none"]) {
    const refused = await other.api.patch(NOTIFICATIONS, { webhook: { ...webhook, endpointId } });
    expect([refused.status, refused.json?.["code"]]).toEqual([404, "webhook_endpoint_not_found"]);
  }
  const { notifications: none } = await v1.patch(NOTIFICATIONS, { body: { webhook: null } });
  expect(none).toMatchObject({ webhook: null });
  expect(mailsTo(tenant)).toEqual([]);
});

test("what nobody would send is refused, and so is an address that is not the account's", async () => {
  const tenant = await api.tenant();
  const wrong = [
    { sms: { to: "+14155550123" } },
    { sms: { phoneNumberId: "n1", to: "+47 22 42 27 90", alerts: [] } },
    { webhook: { url: "https://example.com" } },
    { email: { weeklySummary: true } },
    { email: { to: "somebody@example.com" } },
    { email: { alerts: ["competitor.anything"] } },
  ];
  for (const body of wrong) expect((await tenant.api.patch(NOTIFICATIONS, body)).status).toBe(400);
});

test("an alert of a chosen kind is mailed once, and one of another kind, or of a choice that was taken back, is not", async () => {
  const tenant = await tracking();
  await choose(tenant, ratings);
  await rate(tenant, 4.5);
  await settled(service);
  const [mail, ...more] = mailsTo(tenant);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ subject: "Alert: Fjord: rating changed from 4 to 4.5" });
  expect(mail?.text).toContain("Harbour Café was told on");
  const [alert] = (await tenant.api.v1.get("/api/v1/alerts")).alerts;
  expect(mail?.messageId).toContain(`alert-${alert?.id ?? "none"}`);
  await choose(tenant, { alerts: ["competitor.hours_change"] });
  await rate(tenant, 4.6);
  await settled(service);
  expect(mailsTo(tenant)).toHaveLength(1);
});

test("a mail that cannot be sent is sent once when the server is back, and one that is refused is not tried again", async () => {
  const tenant = await tracking();
  await choose(tenant, ratings);
  mailbox.be("fails");
  await rate(tenant, 4.5);
  await settled(service);
  expect(mailsTo(tenant)).toEqual([]);
  mailbox.be("takes");
  service.clock.leap(120_000);
  await eventually(() => expect(mailsTo(tenant)).toHaveLength(1));
  await settled(service);
  mailbox.be("refuses");
  const before = mailbox.turnedAway;
  await rate(tenant, 4.4);
  await settled(service);
  expect(mailbox.turnedAway).toBe(before + 1);
  mailbox.be("takes");
  const { rows } = await service.database.pool.query(
    "SELECT name FROM operational.process_timers WHERE manager = 'alert-mails' AND instance = $1",
    [tenant.businessId],
  );
  expect(rows).toEqual([]);
  service.clock.leap(3_600_000);
  await settled(service);
  expect(mailsTo(tenant)).toHaveLength(1);
  const { events } = expectStatus(
    await tenant.browser.get("/api/businesses/me/history?type=AlertMailed,AlertMailRefused"),
    200,
  ) as { events: readonly { type: string }[] };
  expect(events.map(({ type }) => type)).toEqual(["AlertMailed", "AlertMailRefused"]);
});

test("no more are mailed in a day than the plan allows, as usage tells, and on the next day they are", async () => {
  const tenant = await tracking();
  await choose(tenant, ratings);
  await mailed(tenant, quotas.growth.alertMailsPerDay - 1);
  for (const rating of [4.1, 4.2, 4.3]) {
    await rate(tenant, rating);
    await settled(service);
  }
  expect(mailsTo(tenant)).toHaveLength(1);
  const { quotas: usage } = await tenant.api.v1.get("/api/v1/usage");
  const limit = quotas.growth.alertMailsPerDay;
  expect(usage.find(({ name }) => name === "alertMailsPerDay")).toMatchObject({ limit, used: limit });
  service.clock.leap(86_400_000);
  await rate(tenant, 4.4);
  await settled(service);
  expect(mailsTo(tenant).map(({ subject }) => subject.slice(-3))).toEqual(["4.1", "4.4"]);
});

/** As if so many alerts had been mailed today. */
async function mailed(tenant: Tenant, count: number): Promise<void> {
  const { businessId, accountId } = tenant;
  const { ids, clock } = service.running.engines;
  const mailedAt = clock.now().toISOString();
  const events = Array.from({ length: count }, () => ({
    type: "AlertMailed",
    data: { businessId, accountId, alertId: ids.next(), mailedAt },
  }));
  await lived(service, tenant, "notifications", events);
}
