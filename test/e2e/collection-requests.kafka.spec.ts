/** Fresh facts on request, with a real Kafka between the service and its collectors. */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { freePort } from "../../infra/cli/kafka/broker";
import { collectionQueueMigrations } from "../../infra/collection-queue/migrations";
import { createCollection } from "../../infra/composition/adapters/collection";
import { createKafkaProducer } from "../../infra/kafka/producer";
import { silentLogger } from "../../infra/logging/logger";
import { type Api, createApi, expectStatus, type Tenant } from "../support/api";
import { createTestDatabase } from "../support/database";
import { eventually } from "../support/eventually";
import { sharedBroker, startTestBroker, type TestBroker } from "../support/kafka";
import { partitionsOf, readTopic } from "../support/kafka-topic";
import { startTestService, type TestService } from "../support/service";
import { sighting } from "../support/sightings";
import { TestClock } from "../support/test-clock";
import { settled } from "./settled";

const TOPIC = "collection-requests";

/** What a test opened, to be closed however it ends; the last opened first. */
const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

describe("a service with Kafka", () => {
  // The shared one may have the topic from another service.
  let broker: TestBroker;
  let service: TestService;
  let api: Api;
  beforeAll(async () => {
    broker = await startTestBroker();
    expect(await partitionsOf(broker.address, TOPIC)).toBe(0);
    service = await startTestService({ settings: { KAFKA_BROKERS: broker.address } });
    api = createApi(service);
  }, 60_000);
  afterAll(async () => {
    await service.close();
    await broker.remove();
  });

  const pull = async (kind: string) => {
    const reply = await api.collector.get(`/api/admin/collection-requests?kind=${kind}&limit=100&leaseSeconds=30`);
    return (expectStatus(reply, 200)["requests"] as { placeId: string }[]).map(({ placeId }) => placeId);
  };

  test("is ready, says that Kafka answers, and has made the topic as the broker makes topics", async () => {
    expect(expectStatus(await api.anonymous.get("/readyz"), 200)).toMatchObject({ status: "ready", kafka: true });
    expect(await partitionsOf(broker.address, TOPIC)).toBe(1);
  });

  test("what is asked for on the dashboard stands on the topic as declared, with nothing of who asked", async () => {
    const asked = service.clock.now().getTime();
    const { tenant, id } = await askFor(api, "fjord-place");
    await settled(service);
    const [record, ...others] = (await readTopic(broker.address, TOPIC)).filter(({ key }) => key === "fjord-place");
    expect(others).toEqual([]);
    expect(record?.headers).toEqual({ "content-type": "application/json" });
    const request = JSON.parse(record?.value ?? "") as Readonly<Record<string, string>>;
    const { id: requestId = "", requestedAt = "", expiresAt = "" } = request;
    expect(request).toEqual({
      id: requestId,
      placeId: "fjord-place",
      sections: ["enrichment"],
      requestedAt,
      expiresAt,
    });
    expect(requestId).toMatch(/^\S{1,100}$/);
    expect(Date.parse(requestedAt)).toBeGreaterThanOrEqual(asked);
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.parse(requestedAt));
    for (const secret of [tenant.accountId, tenant.businessId, tenant.browser.email, id])
      expect(JSON.stringify(record)).not.toContain(secret);

    expect(await pull("requested")).toEqual([]);
    expect(await pull("scheduled")).toContain("fjord-place");

    const enrichment = { website: null, ownerName: "Ada", contactEmail: null, phone: null, socialLinks: [] };
    await api.observe(sighting("fjord-place", service.clock.now(), { enrichment, answers: requestId }));
    await settled(service);
    const { competitor } = expectStatus(await tenant.browser.get(`/api/competitors/${id}/enrich`), 200);
    expect(competitor).toMatchObject({ enrichmentStatus: "ready" });
  });
});

describe("a service whose Kafka is not there yet", () => {
  test("starts, says so, and publishes what was asked for once Kafka answers", async () => {
    const port = await freePort();
    const service = await startTestService({ settings: { KAFKA_BROKERS: `127.0.0.1:${port}` } });
    opened.push(service.close);
    const api = createApi(service);
    const readiness = async () => expectStatus(await api.anonymous.get("/readyz"), 200);
    expect(await readiness()).toMatchObject({ status: "degraded", kafka: false, database: true });
    await askFor(api, "patient-place");
    await eventually(async () => {
      const { rows } = await service.database.pool.query(
        "SELECT FROM operational.process_timers WHERE name LIKE 'publish %'",
      );
      expect(rows).toHaveLength(1);
    });
    const way = await openWay(port, sharedBroker());
    opened.push(way.close);
    // The pause before the next try has doubled a few times at most.
    service.clock.leap(60_000);
    await eventually(async () => {
      const { keys } = await topic();
      expect(keys.filter((key) => key === "patient-place")).toHaveLength(1);
    });
    await eventually(async () => expect(await readiness()).toMatchObject({ status: "ready", kafka: true }));
    await askFor(api, "last-place");
    await settled(service);
    expect(way.connections()).toBeGreaterThan(0);
    await service.stop();
    await eventually(() => expect(way.connections()).toBe(0), { timeoutMs: 1_000 });
  });
});

describe("where Kafka is configured later", () => {
  test("the topic takes what is new; what waited before is still pulled, and erased with its asker", async () => {
    const database = await createTestDatabase({ migrations: collectionQueueMigrations });
    opened.push(database.drop);
    const clock = new TestClock();
    const producer = createKafkaProducer({ brokers: [sharedBroker()], topics: [TOPIC], logger: silentLogger });
    opened.push(producer.close);
    const wanted = (requestId: string) => {
      const requestedAt = clock.now().toISOString();
      const expiresAt = new Date(clock.now().getTime() + 3_600_000).toISOString();
      return { requestId, placeId: `place of ${requestId}`, sections: ["listing"], requestedAt, expiresAt };
    };
    const asker = (businessId: string) => ({ accountId: "account", businessId });
    const before = createCollection({ pool: database.pool, clock }, null);
    await before.publisher.publish(wanted("kept"), asker("stays"));
    await before.publisher.publish(wanted("erased"), asker("goes"));
    const after = createCollection({ pool: database.pool, clock }, producer);
    await after.publisher.publish(wanted("new"), asker("stays"));
    await after.publisher.erase("goes");
    const leased = await after.queue.lease({ limit: 10, leaseSeconds: 60, sections: ["listing"] });
    expect(leased.map(({ requestId }) => requestId)).toEqual(["kept"]);
    const { keys } = await topic();
    expect(keys.filter((key) => /^place of (kept|erased|new)$/.test(key))).toEqual(["place of new"]);
  });
});

async function topic(): Promise<{ readonly keys: readonly string[] }> {
  return { keys: (await readTopic(sharedBroker(), TOPIC)).map(({ key = "" }) => key) };
}

/** A tenant of its own tracks the place and asks for what is known of its owner. */
async function askFor(api: Api, placeId: string): Promise<{ tenant: Tenant; id: string }> {
  const tenant = await api.tenant();
  const body = { name: placeId, place_id: placeId };
  const { id } = (await tenant.api.v1.post("/api/v1/competitors", { body })).competitor;
  expectStatus(await tenant.browser.post(`/api/competitors/${id}/enrich`), 202);
  return { tenant, id };
}

/** Lets connections to the port through to the address. */
async function openWay(port: number, address: string) {
  const [host = "", target = ""] = address.split(":");
  const sockets = new Set<Socket>();
  const door = createServer((client) => {
    sockets.add(client);
    const server = connect(Number(target), host);
    client.on("close", () => sockets.delete(client) && server.destroy()).on("error", () => undefined);
    server.on("close", () => client.destroy()).on("error", () => undefined);
    client.pipe(server).pipe(client);
  }).listen(port, "127.0.0.1");
  await once(door, "listening");
  return {
    connections: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      door.close();
      await once(door, "close");
    },
  };
}
