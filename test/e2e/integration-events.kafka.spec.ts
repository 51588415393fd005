/** Public events on a real Kafka: as declared, the same as the webhooks' and the feed's, and ended with the business. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { expectStatus } from "../support/api";
import { eventually } from "../support/eventually";
import { sharedBroker } from "../support/kafka";
import { partitionsOf, createTopic } from "../support/kafka-topic";
import { type WatchedTopic, watchTopic } from "../support/watched-topic";
import { arrived, describeWebhooks, rate, receiving, register, track } from "./webhook-bench";
import { settled } from "./settled";

const TOPIC = "integration-events";
const PATIENCE = { timeoutMs: 20_000 };
const schema = JSON.parse(
  readFileSync(join(__dirname, "../../docs/schemas/integration-events.schema.json"), "utf8"),
) as object;
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
const isDeclared = ajv.compile(schema);

type CloudEvent = Readonly<Record<string, unknown>> & { readonly id: string };

let watched: WatchedTopic;
const eventsOf = (key: string): readonly (CloudEvent | null)[] =>
  watched.of(key).map(({ value }) => (value === null ? null : (JSON.parse(value) as CloudEvent)));

describeWebhooks(
  (running) => {
    beforeAll(async () => {
      if ((await partitionsOf(sharedBroker(), TOPIC)) === 0)
        await createTopic(sharedBroker(), TOPIC, 3).catch(() => undefined);
      watched = await watchTopic(sharedBroker(), TOPIC);
    });
    afterAll(() => watched.stop());

    test("the topic, the webhooks and the feed tell the same under the same ids, and the topic as its schema declares", async () => {
      const tenant = await running.api.tenant();
      await track(tenant, "published");
      const hook = await register(tenant.api, ["competitor.rating_change", "alert.created", "api_key.suspended"]);
      await rate(running, "published", 4, 3, 5);
      // The alerts are decided in their own time: the suspension shall be the last event of all.
      await arrived(hook.path, 4);
      const other = await running.api.createKey(tenant.browser);
      const admin = await running.api.admin();
      expectStatus(await admin.post(`/api/admin/api-keys/${other.keyId}/suspend`, { reason: "Too loud" }), 200);
      await arrived(hook.path, 5);
      const told = [...receiving.bodiesAt(hook.path)].sort((one, two) => (one.sequence ?? 0) - (two.sequence ?? 0));
      const [ofBusiness, ofAccount] = await eventually(() => {
        const both = [eventsOf(tenant.businessId), eventsOf(tenant.accountId)] as const;
        expect(both.map(({ length }) => length)).toEqual([4, 1]);
        return both;
      }, PATIENCE);
      const published = [...ofBusiness, ...ofAccount];
      for (const event of published) expect([isDeclared(event), isDeclared.errors]).toEqual([true, null]);
      const same = published.map((event) => [event?.id, event?.["type"], event?.["time"], event?.["data"]]);
      expect(same).toEqual(
        told.map((body) => [body.id, body.type, (body as { createdAt?: unknown }).createdAt, body.data]),
      );
      expect(published.map((event) => event?.["position"])).toEqual(told.map(({ position }) => String(position)));
      expect(published[0]).toMatchObject({
        source: `/accounts/${tenant.accountId}`,
        subject: `businesses/${tenant.businessId}`,
        businessid: tenant.businessId,
      });
      expect(published[4]).toMatchObject({ subject: `api-keys/${other.keyId}`, data: { reason: "Too loud" } });
      expect(published[4]).not.toHaveProperty("businessid");
      const sequences = ofBusiness.map((event) => String(event?.["sequence"]));
      expect(sequences).toEqual([...new Set(sequences)].sort());
      expect(watched.of(tenant.businessId).map(({ headers }) => headers["content-type"])).toEqual(
        Array.from({ length: 4 }, () => "application/cloudevents+json; charset=UTF-8"),
      );
      await settled(running.service);
      const { data: feed } = await tenant.api.v1.get("/api/v1/events");
      expect(feed.map(({ id, data }) => [id, data])).toEqual(told.map(({ id, data }) => [id, data]));
    });

    test("an erased business ends with a tombstone, and how publishing goes can be seen", async () => {
      const tenant = await running.api.tenant();
      await track(tenant, "ended");
      await rate(running, "ended", 4, 3);
      await settled(running.service);
      const admin = await running.api.admin();
      const order = { reason: "Asked for" };
      expectStatus(await admin.post(`/api/admin/businesses/${tenant.businessId}/erasure`, order), 202);
      await eventually(() => expect(eventsOf(tenant.businessId).at(-1)).toBeNull(), PATIENCE);
      const before = eventsOf(tenant.businessId).slice(0, -1);
      expect(before.map((event) => event?.["type"])).toEqual(["competitor.rating_change", "alert.created"]);
      await eventually(async () => {
        const readiness = expectStatus(await running.api.anonymous.get("/readyz"), 200);
        expect(readiness).toMatchObject({
          status: "ready",
          integrationEvents: { here: true, secondsBehind: 0, failingSince: null },
        });
        expect((readiness["integrationEvents"] as { published: number }).published).toBeGreaterThanOrEqual(3);
      });
      const metrics = (await running.api.anonymous.get("/metrics")).text;
      expect(metrics).toMatch(/^integration_events_seconds_behind 0$/m);
      expect(metrics).toMatch(/^integration_events_publisher 1$/m);
    });
  },
  { KAFKA_BROKERS: sharedBroker() },
);
