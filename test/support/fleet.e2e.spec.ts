/** The harness of many processes: what it starts can be frozen, killed and started again, and ends with whoever started it. */
import { createApi } from "./api";
import { createTestDatabase, type TestDatabase } from "./database";
import { createFleet, type Fleet } from "./fleet";
import { send } from "./http-client";

let database: TestDatabase;
let fleet: Fleet;

beforeAll(async () => {
  database = await createTestDatabase();
  fleet = createFleet({ databaseUrl: database.url });
});
afterAll(async () => {
  await fleet.close();
  await database.drop();
}, 60_000);

test("processes of several roles are one service, and one that was frozen or killed answers again", async () => {
  const [api, projector] = await Promise.all([fleet.start("api"), fleet.start("projector"), fleet.start("processor")]);
  const tenant = await createApi(api).tenant();
  expect((await tenant.api.v1.get("/api/v1/competitors")).count).toBe(0);

  projector.freeze();
  expect(projector.state).toBe("frozen");
  await expect(send(`${projector.url}/healthz`, { signal: AbortSignal.timeout(200) })).rejects.toThrow();
  projector.resume();
  expect((await send(`${projector.url}/readyz`)).status).toBe(200);

  await api.kill();
  expect(api.state).toBe("ended");
  await api.start();
  expect((await tenant.api.v1.get("/api/v1/competitors")).count).toBe(0);
  expect(await projector.stop()).toBe(0);
}, 120_000);
