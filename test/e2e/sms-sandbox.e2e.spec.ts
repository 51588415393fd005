/** The SMS sandbox and the kept mails as administrators see them, and a service that has no provider and a mail server. */
import { createApi, expectStatus, type Api, type Tenant } from "../support/api";
import { eventually } from "../support/eventually";
import { startTestService, type TestService } from "../support/service";
import { approve, customerWrites, haveNumber, underReview, type Held } from "../support/texting";

const CUSTOMER = "+14155550177";
const REVIEWS = "/api/admin/sms-sandbox/reviews";
const MESSAGES = "/api/admin/sms-sandbox/messages";

let service: TestService;
let api: Api;
let tenant: Tenant;
let number: Held;
beforeAll(async () => {
  service = await startTestService({ settings: { SMS_PROVIDER: "sandbox" } });
  api = createApi(service);
  tenant = await api.tenant();
  number = await haveNumber(tenant);
});
afterAll(() => service.close());

interface Shown {
  readonly direction: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
}

async function sandboxMessages(): Promise<readonly Shown[]> {
  const reply = await (await api.admin()).get(`${MESSAGES}?limit=500`);
  return expectStatus(reply, 200)["messages"] as Shown[];
}

async function keptMails({ businessId }: Tenant): Promise<readonly Readonly<Record<string, string>>[]> {
  const { mails, configured } = expectStatus(await (await api.admin()).get("/api/admin/mails?limit=500"), 200);
  expect(configured).toBe(false);
  return (mails as Readonly<Record<string, string>>[]).filter((mail) => mail["businessId"] === businessId);
}

const readiness = async (of: Api) => expectStatus(await of.anonymous.get("/readyz"), 200);

it("readiness tells that messages go nowhere and that mails are kept, and is not impaired by it", async () => {
  expect(await readiness(api)).toMatchObject({
    status: "ready",
    mail: { configured: false },
    sms: { provider: "sandbox", sandbox: true },
  });
});

it("what is not with the reviewers cannot be reviewed, and who holds no number cannot be written to", async () => {
  const admin = await api.admin();
  const review = { registrationId: "0196f1d2-6c1e-7b7e-9d53-41c0de5a7e03", status: "approved" };
  const unknown = await admin.post(REVIEWS, review);
  expect([unknown.status, unknown.json?.["code"]]).toEqual([404, "sandbox_registration_not_found"]);
  const nobody = await admin.post(MESSAGES, { from: CUSTOMER, to: "+18005550199", body: "Hello?" });
  expect([nobody.status, nobody.json?.["code"]]).toEqual([404, "sandbox_number_not_found"]);
});

it("a registration that was turned down is reviewed again once it was handed in anew, and mails about both are kept", async () => {
  const registrationId = await underReview(api, tenant, number.id);
  const admin = await api.admin();
  const reasons = [{ code: "30489", message: "Say where customers agree." }, { message: "Show the sign." }];
  expectStatus(await admin.post(REVIEWS, { registrationId, status: "rejected", reasons }), 202);
  const path = "/api/businesses/me/phone-compliance";
  await eventually(async () => {
    const { registrations } = expectStatus(await tenant.browser.get(path), 200);
    const shown = [reasons[0], { code: null, message: "Show the sign." }];
    expect(registrations).toMatchObject([{ id: registrationId, status: "rejected", rejection: { reasons: shown } }]);
  });
  const mailed = async (count: number) => {
    const mails = await keptMails(tenant);
    expect(mails).toHaveLength(count);
    return mails;
  };
  await eventually(() => mailed(1));
  expect((await admin.post(REVIEWS, { registrationId, status: "approved" })).status).toBe(404);
  expectStatus(await tenant.browser.patch(`${path}/${registrationId}`, { useCaseSummary: "Tables are ready." }), 200);
  await eventually(async () => expectStatus(await admin.post(REVIEWS, { registrationId, status: "approved" }), 202));
  const mails = await eventually(() => mailed(2));
  expect(mails.map((mail) => mail["to"])).toEqual([tenant.browser.email, tenant.browser.email]);
  const metrics = await (await api.admin()).get("/metrics");
  expect(metrics.text).toMatch(/^mails_total\{outcome="kept"\} 2$/m);
});

it("what is sent and what is written are shown, and all of it goes with the business", async () => {
  const gone = await api.tenant();
  const { id, phoneNumber } = await haveNumber(gone);
  await approve(api, gone, id);
  const message = { phoneNumberId: id, customerPhone: CUSTOMER, body: "Your table is ready." };
  expectStatus(await gone.browser.post("/api/conversations", message), 201);
  await customerWrites(api, { from: CUSTOMER, to: phoneNumber, body: "On our way" });
  const concerning = async () => (await sandboxMessages()).filter(({ from, to }) => [from, to].includes(phoneNumber));
  await eventually(async () => {
    expect((await concerning()).map(({ direction, body }) => [direction, body])).toEqual(
      expect.arrayContaining([
        ["inbound", "On our way"],
        ["outbound", "Your table is ready."],
      ]),
    );
    expect(await keptMails(gone)).not.toHaveLength(0);
  });
  const erasure = await (
    await api.admin()
  ).post(`/api/admin/businesses/${gone.businessId}/erasure`, {
    reason: "The test is over.",
  });
  expectStatus(erasure, 202);
  await eventually(async () => {
    expect(await concerning()).toEqual([]);
    expect(await keptMails(gone)).toEqual([]);
  });
  expect(await keptMails(tenant)).toHaveLength(2);
});

it("callbacks that were left when a service stopped are made by the next one", async () => {
  await service.stop();
  const at = service.clock.now();
  const path = `/api/sms/inbound?business=${tenant.businessId}&number=${number.id}`;
  const left = { kind: "inbound", id: "left-behind", from: CUSTOMER, to: number.phoneNumber, body: "Before the night" };
  await service.database.pool.query(
    "INSERT INTO operational.sandbox_callbacks (business_id, path, body, available_at) VALUES ($1, $2, $3, $4)",
    [tenant.businessId, path, JSON.stringify(left), at],
  );
  await service.start();
  await eventually(async () => {
    const { conversations } = expectStatus(await tenant.browser.get("/api/conversations"), 200);
    expect(conversations).toMatchObject([{ customerPhone: CUSTOMER, unreadCount: 1 }]);
  });
});

it("a service without a provider has no sandbox, and one with a mail server says that mails leave it", async () => {
  const bare = await startTestService({ settings: { SMTP_URL: "smtp://127.0.0.1:1" } });
  try {
    const other = createApi(bare);
    expect(await readiness(other)).toMatchObject({ status: "ready", mail: { configured: true }, sms: null });
    const admin = await other.admin();
    const review = { registrationId: "0196f1d2-6c1e-7b7e-9d53-41c0de5a7e03", status: "approved" };
    const replies = [
      await admin.post(REVIEWS, review),
      await admin.post(MESSAGES, { from: CUSTOMER, to: number.phoneNumber, body: "Hello?" }),
      await admin.get(MESSAGES),
    ];
    expect(replies.map(({ status, json }) => [status, json?.["code"]])).toEqual([
      [404, "sandbox_not_chosen"],
      [404, "sandbox_not_chosen"],
      [404, "sandbox_not_chosen"],
    ]);
    expect(expectStatus(await admin.get("/api/admin/mails"), 200)).toEqual({ mails: [], configured: true });
  } finally {
    await bare.close();
  }
});
