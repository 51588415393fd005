/** Real processes of separate roles whose log is a server of its own: what one is told, another keeps, and a third sends on. */
import { startReceiver, type Receiver } from "../chaos/receiver";
import { createApi, expectStatus, type Api } from "../support/api";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { startPeer, type PeerControl } from "../support/eventstoredb-peer-control";
import { eventually } from "../support/eventually";
import { createFleet, type Fleet } from "../support/fleet";
import { send } from "../support/http-client";
import { sighting } from "../support/sightings";
import { systemClock } from "../../infra/time/clock";

const STEP = { timeoutMs: 30_000 };

let database: TestDatabase;
let peer: PeerControl;
let receiver: Receiver;
let fleet: Fleet;
let api: Api;
beforeAll(async () => {
  [database, peer, receiver] = await Promise.all([createTestDatabase(), startPeer(), startReceiver()]);
  const settings = {
    EVENTSTOREDB_URL: peer.connectionString,
    WEBHOOK_ALLOWED_TARGETS: `127.0.0.1:${receiver.port}`,
  };
  fleet = createFleet({ databaseUrl: database.url, settings });
  const [first] = await Promise.all([fleet.start("api"), fleet.start("projector"), fleet.start("processor")]);
  api = createApi(first);
}, 120_000);
afterAll(async () => {
  await fleet.close();
  await Promise.all([peer.stop(), receiver.close(), database.drop()]);
}, 60_000);

test("a command becomes a row and a signed webhook in order, also after the log's server was killed and is back", async () => {
  const tenant = await api.tenant({ plan: "agency" });
  const { v1 } = tenant.api;
  const { secret } = await v1.post("/api/v1/webhooks", {
    body: { url: receiver.urlOf("roles"), events: ["competitor.rating_change"] },
  });
  receiver.secrets.add(secret);
  await v1.post("/api/v1/competitors", { body: { name: "Fjord Coffee", place_id: "apart" } });
  let rated = systemClock.now().getTime() - 60_000;
  const rate = async (rating: number) => {
    rated += 1_000;
    await api.observe(sighting("apart", new Date(rated), { listing: { rating } }));
  };
  const arrived = (sequences: readonly number[]) =>
    eventually(async () => {
      const bodies = receiver.deliveries.map(({ body }) => JSON.parse(body) as { sequence: number });
      expect(bodies.map(({ sequence }) => sequence)).toEqual(sequences);
      expect((await v1.get("/api/v1/alerts")).alerts).toHaveLength(sequences.length);
    }, STEP);
  await rate(4.1);
  await rate(4.2);
  await arrived([1]);

  await peer.kill();
  const [member] = fleet.of("api");
  await eventually(async () => expect((await send(`${member?.url}/readyz`)).status).toBe(503), STEP);
  await peer.restart();
  await eventually(() => rate(4.3), STEP);
  await arrived([1, 2]);
  expect(receiver.deliveries.every(({ signed }) => signed)).toBe(true);
  for (const { url } of fleet.members) expect((await send(`${url}/readyz`)).json).toMatchObject({ log: true });
  const { events } = expectStatus(
    await (await api.admin()).get(`/api/admin/businesses/${tenant.businessId}/proof`),
    200,
  );
  expect(events).toBeGreaterThan(0);
}, 120_000);
