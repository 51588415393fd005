/** What a scavenge after an erasure leaves of everybody else: history, proof, anchors and what is rebuilt from the log are as before. */
import { chainedStreams, ownStreams } from "../../domain/business-streams";
import { erasures, projections } from "../../infra/composition/catalogue/projections";
import { isSigned } from "../../infra/attestation/attestor";
import { checkExportedHistory } from "../../read-api/audit/check-exported-history";
import type { PublicKey } from "../../read-api/audit/exported-history";
import { createApi, expectStatus, type Api, type Browser, type Tenant } from "../support/api";
import { startPeer, type PeerControl } from "../support/eventstoredb-peer-control";
import { eventually } from "../support/eventually";
import { expectRebuildEqualsLive } from "../support/rebuild-equals-live";
import { startTestService, type TestService } from "../support/service";
import { sighting } from "../support/sightings";
import { settled } from "./settled";

const MANY_MS = 60_000;

let peer: PeerControl;
let service: TestService;
let api: Api;
let admin: Browser;
let kept: Tenant;
let gone: Tenant;

beforeAll(async () => {
  peer = await startPeer();
  service = await startTestService({ settings: { EVENTSTOREDB_URL: peer.connectionString } });
  api = createApi({
    get url() {
      return service.url;
    },
  });
  admin = await api.admin();
  [kept, gone] = [await api.tenant(), await api.tenant()];
  for (const round of [1, 2]) {
    for (const tenant of [kept, gone]) await live(tenant, round);
    expectStatus(await admin.post(`/api/admin/businesses/${kept.businessId}/anchors`), 201);
  }
}, MANY_MS);
afterAll(async () => {
  await service.close();
  await peer.stop();
});

async function live(tenant: Tenant, round: number): Promise<void> {
  const place = { name: "Fjord Coffee", place_id: `watched-${round}` };
  // One place that both watch, so that what is erased lies between what is not.
  await tenant.api.v1.post("/api/v1/competitors", { body: place });
  await api.observe(sighting(place.place_id, service.clock.now(), { listing: { rating: 2 + round } }));
  expectStatus(await tenant.browser.patch("/api/businesses/me", { city: `Oslo ${round}` }), 200);
  await settled(service);
}

/** Its history as the log gives it, event by event. */
async function storedOf({ businessId }: Tenant) {
  const { log } = service.running.engines;
  return Promise.all(chainedStreams(businessId).map((stream) => log.readStream(stream)));
}

async function expectWhole(stored: Awaited<ReturnType<typeof storedOf>>): Promise<void> {
  const { businessId } = kept;
  expect(await storedOf(kept)).toEqual(stored);
  const proof = expectStatus(await admin.get(`/api/admin/businesses/${businessId}/proof`), 200);
  expect(proof).toMatchObject({ whole: true, fault: null, anchors: [{ valid: true }, { valid: true }] });
  const exported = await admin.get(`/api/admin/businesses/${businessId}/export`);
  const keys = expectStatus(await api.anonymous.get("/api/audit/keys"), 200)["keys"] as readonly PublicKey[];
  const lines = (async function* () {
    yield Buffer.from(exported.text, "utf8");
  })();
  expect(await checkExportedHistory(lines, { isSigned, keys })).toMatchObject({ whole: true, businessId, anchors: 2 });
  await settled(service);
  const { log } = service.running.engines;
  await expectRebuildEqualsLive({ projections, log, erasures, live: service.database.pool });
}

test(
  "one business is erased and the server scavenged: the other's events, proof, anchors, export and tables are what they were",
  async () => {
    const stored = await storedOf(kept);
    expect(stored.flat().length).toBeGreaterThan(4);
    await expectWhole(stored);
    expectStatus(await admin.post(`/api/admin/businesses/${gone.businessId}/erasure`, { reason: "By letter" }), 202);
    await eventually(async () => expect((await storedOf(gone)).flat()).toEqual([]));
    await settled(service);
    await expectWhole(stored);
    expect(await peer.scavenge()).toBeGreaterThan(4);
    await expectWhole(stored);
    // Also for who never saw more than what is left.
    await service.stop();
    await peer.kill();
    await peer.restart();
    await service.start();
    await expectWhole(stored);
    const streams = ownStreams(gone.businessId);
    const left = (await peer.allEvents()).filter(({ stream }) => streams.includes(stream));
    expect(left.filter(({ type }) => !type.startsWith("$"))).toEqual([]);
  },
  MANY_MS,
);
