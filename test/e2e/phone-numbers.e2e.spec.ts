/** Phone numbers end to end: asked for, had of the stand-in of the messaging provider, listed, and given back with their business. */
import { createApi, expectStatus, type Api } from "../support/api";
import { eventually } from "../support/eventually";
import { startTestService, type TestService } from "../support/service";
import { haveNumber, numbersOf } from "../support/texting";

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
    quota: { name: "phone_numbers", limit: 2, used: 2 },
  });
  expect(await numbersOf(other)).toEqual([]);
});

test("a local number of another country is not asked for", async () => {
  const tenant = await api.tenant();
  const answer = await tenant.browser.post("/api/phone-numbers", { type: "local", country: "CA" });
  expect(expectStatus(answer, 400)).toMatchObject({ details: [{ path: "country" }] });
  expect(await numbersOf(tenant)).toEqual([]);
});

test("the numbers of a business whose erasure is ordered are given back, and nothing is kept of them", async () => {
  const { pool } = service.database;
  const tenant = await api.tenant();
  const { id } = await haveNumber(tenant);
  const held = async () => {
    const { rows } = await pool.query<{ had: number; noted: number }>(
      `SELECT (SELECT count(*) FROM operational.sandbox_numbers WHERE phone_number_id = $1) AS had,
        (SELECT count(*) FROM operational.number_releases WHERE phone_number_id = $1) AS noted`,
      [id],
    );
    return rows[0];
  };
  const order = { reason: "They asked for it." };
  const path = `/api/admin/businesses/${tenant.businessId}/erasure`;
  expectStatus(await (await api.admin()).post(path, order), 202);
  await eventually(async () => {
    const { rows } = await pool.query("SELECT FROM read_model.businesses WHERE business_id = $1", [tenant.businessId]);
    expect(rows).toEqual([]);
    expect(await held()).toEqual({ had: 0, noted: 1 });
  });
  service.clock.leap(3_600_000);
  await eventually(async () => expect(await held()).toEqual({ had: 0, noted: 0 }));
});
