/** Real programs by roles: what is revoked while the only projector is frozen is revoked, and a program with another key stays out. */
import { createApi, expectStatus } from "../support/api";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { createFleet, type Fleet } from "../support/fleet";
import { send } from "../support/http-client";

let database: TestDatabase;
let fleet: Fleet;
beforeAll(async () => {
  database = await createTestDatabase();
  fleet = createFleet({ databaseUrl: database.url });
}, 60_000);
afterAll(async () => {
  await fleet.close();
  await database.drop();
});

test("with its only projector frozen, a fleet still revokes, suspends and downgrades from the answer on", async () => {
  const [one, two, projector] = await Promise.all([fleet.start("api"), fleet.start("api"), fleet.start("projector")]);
  const api = createApi(one);
  const [revoked, suspended, downgraded] = [await api.tenant(), await api.tenant(), await api.tenant()];
  const admin = await api.admin();
  const asked = (key: string) =>
    Promise.all(
      [one, two].map(async ({ url }) => {
        const reply = await send(`${url}/api/v1/competitors`, { headers: { "x-service-key": key } });
        return reply.status;
      }),
    );
  for (const { api: client } of [revoked, suspended, downgraded]) expect(await asked(client.key)).toEqual([200, 200]);
  projector.freeze();
  expectStatus(await revoked.browser.delete(`/api/keys/${revoked.api.keyId}`), 204);
  expect(await asked(revoked.api.key)).toEqual([401, 401]);
  expectStatus(await admin.post(`/api/admin/api-keys/${suspended.api.keyId}/suspend`, {}), 200);
  expect(await asked(suspended.api.key)).toEqual([401, 401]);
  await api.setPlan(downgraded.accountId, "free");
  expect(await asked(downgraded.api.key)).toEqual([403, 403]);
  projector.resume();
  expect(await asked(revoked.api.key)).toEqual([401, 401]);
  expect(await asked(downgraded.api.key)).toEqual([403, 403]);
}, 120_000);

test("a program with another master key does not start on the fleet's database", async () => {
  const MASTER_KEY = Buffer.alloc(32, 9).toString("base64");
  await expect(fleet.start("processor", { MASTER_KEY })).rejects.toThrow("MASTER_KEY is not the key");
}, 60_000);

test("a process that was told other settings than the fleet does not start", async () => {
  const REVIEW_TEXT_RETENTION_DAYS = "7";
  await expect(fleet.start("processor", { REVIEW_TEXT_RETENTION_DAYS })).rejects.toThrow(
    'REVIEW_TEXT_RETENTION_DAYS is "7" here and "30" there.',
  );
}, 60_000);
