/** While the log's server takes calls and answers none: writes are refused in time, tables are read, and probes and metrics say so. */
import { createApi, expectStatus, type Api, type Tenant } from "../support/api";
import { startPeer, type PeerControl } from "../support/eventstoredb-peer-control";
import { eventually } from "../support/eventually";
import { send } from "../support/http-client";
import { startTestService, type TestService } from "../support/service";
import { startSilentDoor, type SilentDoor } from "../support/silent-door";
import { settled } from "./settled";

const COMPETITORS = "/api/v1/competitors";
/** Twelve seconds are a call's patience; the rest is for a busy machine. */
const REFUSED_MS_MAX = 20_000;
const PROBED_MS_MAX = 8_000;

let peer: PeerControl;
let door: SilentDoor;
let service: TestService;
let api: Api;
let tenant: Tenant;
beforeAll(async () => {
  peer = await startPeer();
  door = await startSilentDoor(peer.port);
  service = await startTestService({ settings: { EVENTSTOREDB_URL: `esdb://127.0.0.1:${door.port}?tls=false` } });
  api = createApi(service);
  tenant = await api.tenant();
  await settled(service);
}, 60_000);
afterAll(async () => {
  door.speak();
  await service.close();
  await door.close();
  await peer.stop();
});

const add = () =>
  tenant.api.post(COMPETITORS, { name: "Fjord Coffee", place_id: "silent" }, { "idempotency-key": "silent" });
const asked = async (path: string) => {
  const since = performance.now();
  const reply = await send(`${service.url}${path}`);
  return { ...reply, took: performance.now() - since };
};
const valueOf = (text: string, name: string) => text.split("\n").find((line) => line.startsWith(`${name} `));

test("a write is refused in time and done once when it is asked again, and probes, metrics and tables answer meanwhile", async () => {
  door.fallSilent();
  const since = performance.now();
  const refusing = add().then((reply) => ({ reply, took: performance.now() - since }));
  const [alive, ready, metrics] = await Promise.all(["/healthz", "/readyz", "/metrics"].map(asked));
  expect(alive?.status).toBe(200);
  expect([ready?.status, ready?.json]).toEqual([503, expect.objectContaining({ database: true, log: false })]);
  expect(metrics?.status).toBe(200);
  for (const probe of [alive, ready, metrics]) expect(probe?.took).toBeLessThan(PROBED_MS_MAX);
  const text = metrics?.text ?? "";
  expect(valueOf(text, 'dependency_up{name="log"}')).toMatch(/ 0$/);
  expect(valueOf(text, 'dependency_up{name="database"}')).toMatch(/ 1$/);
  expect(valueOf(text, 'webhook_deliveries{status="pending"}')).toMatch(/ 0$/);
  expect(text).not.toMatch(/^engine_seconds_behind\{/m);
  expect(expectStatus(await tenant.api.get(COMPETITORS), 200)["competitors"]).toEqual([]);
  const { reply, took } = await refusing;
  expect([reply.status, reply.json?.["code"]]).toEqual([503, "log_unavailable"]);
  expect(took).toBeLessThan(REFUSED_MS_MAX);

  door.speak();
  await eventually(async () => expectStatus(await add(), 201));
  await settled(service);
  expect(expectStatus(await tenant.api.get(COMPETITORS), 200)["competitors"]).toHaveLength(1);
  const added = (await peer.events()).filter(({ type }) => type === "CompetitorAdded");
  expect(added).toHaveLength(1);
  await eventually(async () => expect((await asked("/readyz")).status).toBe(200));
  const after = (await asked("/metrics")).text;
  expect(valueOf(after, 'dependency_up{name="log"}')).toMatch(/ 1$/);
  expect(after).toMatch(/^engine_seconds_behind\{kind="projection",name="competitors"\} 0$/m);
}, 90_000);
