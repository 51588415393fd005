/** The effects of collection requests, however late they come: against the running service's own log, places and queue. */
import { createPostgresQueue } from "../../infra/collection-queue/postgres-queue";
import { streamName } from "../../domain/fold/aggregate";
import { collectionEffects } from "../../processors/request-collections";
import { settled } from "../e2e/settled";
import { createApi, expectStatus, type Api, type Tenant } from "../support/api";
import { startTestService, type TestService } from "../support/service";
import { sighting } from "../support/sightings";

const DAY_MS = 86_400_000;

describe("the effects of collection requests", () => {
  let service: TestService;
  let api: Api;
  beforeAll(async () => {
    service = await startTestService();
    api = createApi(service);
  }, 60_000);
  afterAll(() => service.close());

  const wantedBy = ({ businessId, accountId }: Tenant, placeId: string) => ({
    businessId,
    accountId,
    competitorId: "c1",
    placeId,
    refreshId: "r1",
    sections: ["enrichment"],
    requestedAt: service.clock.now().toISOString(),
    expiresAt: new Date(service.clock.now().getTime() + DAY_MS).toISOString(),
  });
  const queue = () => createPostgresQueue({ pool: service.running.engines.pool, clock: service.clock });
  const open = async () => {
    const { waiting, leased } = await queue().status();
    return waiting + leased;
  };
  const perform = (effect: string, payload: object): Promise<unknown> | undefined => {
    const { runner, ids } = service.running.engines;
    const [intentId, causationId, correlationId] = [ids.next(), ids.next(), ids.next()];
    const cause = { intentId, causationId, correlationId, instance: "p1", position: 0, attempt: 1, firstTriedAt: null };
    const context = { ...cause, now: service.clock.now(), stillMine: () => Promise.resolve(true) };
    return collectionEffects({ runner, publisher: queue() })[effect]?.({ ...payload }, context);
  };
  const track = async ({ api: { v1 } }: Tenant, placeId: string) =>
    (await v1.post("/api/v1/competitors", { body: { name: "Fjord Coffee", place_id: placeId } })).competitor.id;
  const nobody = { refreshId: "r1", requestId: null, answered: false };

  test("what was answered before anybody could be asked counts as answered, and nobody is asked", async () => {
    const tenant = await api.tenant();
    const id = await track(tenant, "answered");
    const wanted = wantedBy(tenant, "answered");
    expectStatus(await tenant.browser.post(`/api/competitors/${id}/enrich`), 202);
    await settled(service);
    expect(await open()).toBe(1);
    const enrichment = { website: null, ownerName: "Ada", contactEmail: null, phone: null, socialLinks: [] };
    await api.observe(sighting("answered", service.clock.now(), { enrichment }));
    await settled(service);
    expect(await perform("request_collection", wanted)).toEqual({ ...nobody, answered: true });
    expect(await open()).toBe(0);
  });

  test("a request whose time is over, or of a deleted business, is made of nobody", async () => {
    const tenant = await api.tenant();
    const late = { ...wantedBy(tenant, "late"), expiresAt: service.clock.now().toISOString() };
    expect(await perform("request_collection", late)).toEqual(nobody);
    expectStatus(await tenant.browser.delete("/api/businesses/me/delete"), 200);
    expect(await perform("request_collection", wantedBy(tenant, "deleted"))).toEqual(nobody);
    expect(await open()).toBe(0);
  });

  test("a place whose history was erased waits for nothing, and that is no failure", async () => {
    const tenant = await api.tenant();
    await api.observe(sighting("erased", service.clock.now(), { listing: { rating: 4 } }));
    const stream = streamName("place", "erased");
    await service.running.engines.log.erase([stream]);
    service.running.engines.runner.forget([stream]);
    expect(await perform("request_collection", wantedBy(tenant, "erased"))).toEqual(nobody);
  });

  test("the place's own history holds nothing of what the tenant called its request", async () => {
    const tenant = await api.tenant();
    const id = await track(tenant, "quiet");
    const headers = { "x-request-id": "tenant-ada-lovelace-42" };
    expectStatus(await tenant.browser.post(`/api/competitors/${id}/enrich`, undefined, headers), 202);
    await settled(service);
    const { log } = service.running.engines;
    const told = await log.readStream(streamName("refreshes", tenant.businessId));
    expect(told[0]?.metadata.correlationId).toBe("tenant-ada-lovelace-42");
    const events = await log.readStream(streamName("place", "quiet"));
    expect(events.map(({ type }) => type)).toEqual(["PlaceCollectionRequested"]);
    const known = [tenant.businessId, tenant.accountId, "ada-lovelace", ...told.map((event) => event.id)];
    expect(known.filter((one) => JSON.stringify(events).includes(one))).toEqual([]);
    await queue().withdraw((events[0]?.data as { requestId: string }).requestId);
  });

  test("the same effect again makes one request with one asker", async () => {
    const tenant = await api.tenant();
    const wanted = wantedBy(tenant, "again");
    const first = (await perform("request_collection", wanted)) as { requestId: string };
    expect(await perform("request_collection", wanted)).toEqual({ ...nobody, requestId: first.requestId });
    expect(await open()).toBe(1);
  });
});
