/** Phone numbers end to end: asked for, had of the stand-in of the messaging provider, listed, and given back with their business, whoever carries messages by then. */
import { createApi, expectStatus, type Api } from "../support/api";
import { eventually } from "../support/eventually";
import { startTestService, type TestService } from "../support/service";
import { customerWrites, haveNumber, numbersOf } from "../support/texting";

let service: TestService;
let api: Api;
beforeAll(async () => {
  service = await startTestService({ settings: { SMS_PROVIDER: "sandbox" } });
  api = createApi(service);
}, 60_000);
afterAll(() => service.close());

test("a number is being provisioned when it is asked for, and active once the provider has assigned it", async () => {
  const tenant = await api.tenant();
  const asked = await tenant.browser.post("/api/phone-numbers", { type: "local", areaCode: "415" });
  expect(expectStatus(asked, 202)).toMatchObject({
    phoneNumber: { phoneNumber: null, type: "local", country: "US", status: "provisioning", failure: null },
    sandbox: true,
  });
  const { id } = await haveNumber(tenant);
  await eventually(async () => {
    expect(await numbersOf(tenant)).toMatchObject([
      { type: "local", status: "active", phoneNumber: expect.stringMatching(/^\+1\d{10}$/) as string, sandbox: true },
      { id, type: "toll_free", complianceStatus: null },
    ]);
  });
});

test("a plan's numbers are counted, and a business sees its own alone", async () => {
  const [tenant, other] = [await api.tenant(), await api.tenant()];
  await Promise.all([haveNumber(tenant), haveNumber(tenant, "local")]);
  expect(expectStatus(await tenant.browser.post("/api/phone-numbers", { type: "local" }), 403)).toMatchObject({
    code: "phone_number_quota_reached",
    quota: { name: "phoneNumbersPerBusiness", limit: 2, used: 2 },
  });
  expect(await numbersOf(other)).toEqual([]);
});

test("what no provider has is not asked for: local numbers of another country, and area codes of the other kind", async () => {
  const tenant = await api.tenant();
  const details = [];
  for (const wanted of [
    { type: "local", country: "CA" },
    { type: "toll_free", areaCode: "415" },
    { type: "local", areaCode: "888" },
  ])
    details.push(expectStatus(await tenant.browser.post("/api/phone-numbers", wanted), 400)["details"]);
  expect(details).toEqual([
    [{ path: "country", message: "Local numbers are those of the United States." }],
    [{ path: "areaCode", message: "Expected an area code of toll-free numbers, such as 888." }],
    [{ path: "areaCode", message: "Expected an area code of local numbers, and not one of toll-free ones." }],
  ]);
  expect(await numbersOf(tenant)).toEqual([]);
});

test("readiness tells that messages go nowhere, that mails are kept and that no model is asked, and is not impaired by it", async () => {
  expect(expectStatus(await api.anonymous.get("/readyz"), 200)).toMatchObject({
    status: "ready",
    mail: { configured: false, failingSince: null },
    sms: { provider: "sandbox", sandbox: true },
    generation: { provider: "local-composer", failingSince: null },
  });
});

test("what is not with the reviewers cannot be reviewed, and who holds no number cannot be written to", async () => {
  const admin = await api.admin();
  const review = { registrationId: "0196f1d2-6c1e-7b7e-9d53-41c0de5a7e03", status: "approved" };
  const unknown = await admin.post("/api/admin/sms-sandbox/reviews", review);
  expect([unknown.status, unknown.json?.["code"]]).toEqual([404, "sandbox_registration_not_found"]);
  const message = { from: "+14155550177", to: "+18005550199", body: "Hello?" };
  const nobody = await admin.post("/api/admin/sms-sandbox/messages", message);
  expect([nobody.status, nobody.json?.["code"]]).toEqual([404, "sandbox_number_not_found"]);
});

test("of a business that is erased after the sandbox was left nothing is kept there, and its numbers wait for nobody", async () => {
  const { pool } = service.database;
  const tenant = await api.tenant();
  const { id, phoneNumber } = await haveNumber(tenant);
  await customerWrites(api, { from: "+14155550123", to: phoneNumber, body: "Is my table ready?" });
  await service.stop();
  await service.start({ SMS_PROVIDER: "none" });
  const kept = async () => {
    const { rows } = await pool.query<Record<string, number>>(
      `SELECT (SELECT count(*) FROM operational.sandbox_numbers WHERE phone_number_id = $1) AS numbers,
        (SELECT count(*) FROM operational.sandbox_messages WHERE business_id = $2) AS messages,
        (SELECT count(*) FROM operational.number_releases WHERE phone_number_id = $1) AS noted`,
      [id, tenant.businessId],
    );
    return rows[0];
  };
  expect(await kept()).toEqual({ numbers: 1, messages: 1, noted: 0 });
  const order = { reason: "They asked for it." };
  const path = `/api/admin/businesses/${tenant.businessId}/erasure`;
  expectStatus(await (await api.admin()).post(path, order), 202);
  await eventually(async () => expect(await kept()).toEqual({ numbers: 0, messages: 0, noted: 1 }));
  service.clock.leap(3_600_000);
  await eventually(async () => expect(await kept()).toEqual({ numbers: 0, messages: 0, noted: 0 }));
});
