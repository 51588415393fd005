/** Observations from a real Kafka: each is taken in, or stands among the rejected as it was; nothing is lost, and nothing that comes again changes anything. */
import { randomBytes } from "node:crypto";
import type { Message } from "kafkajs";
import { createApi, expectStatus, type Api } from "../support/api";
import { eventually } from "../support/eventually";
import { send } from "../support/http-client";
import { startTestBroker, type TestBroker } from "../support/kafka";
import { createTopic, forgetGroup, groupOf, readTopic, writeBareHeaders, writeTopic } from "../support/kafka-topic";
import { refuseConnections } from "../support/refuse-connections";
import { startTestService, type TestService } from "../support/service";
import { sighting } from "../support/sightings";

const TOPIC = "listing-observations";
const REJECTED = `${TOPIC}.rejected`;
const GROUP = "observations";
const PARTITIONS = 3;
const OUTAGE_MS_MAX = 60_000;

let service: TestService;
let broker: TestBroker;
let api: Api;
beforeAll(async () => {
  broker = await startTestBroker();
  await createTopic(broker.address, TOPIC, PARTITIONS);
  service = await startTestService({ settings: { KAFKA_BROKERS: broker.address } });
  api = createApi(service);
}, 60_000);
afterAll(async () => {
  await service.close();
  await broker.remove();
});

const write = (messages: Message[]) => writeTopic(broker.address, TOPIC, messages);
const rated = (placeId: string, rating: number, at = service.clock.now()): Message => ({
  key: placeId,
  value: JSON.stringify(sighting(placeId, at, { listing: { name: placeId, rating } })),
});
const allCommitted = (timeoutMs = 30_000) =>
  eventually(async () => expect(await groupOf(broker.address, GROUP, TOPIC)).toMatchObject({ open: 0 }), { timeoutMs });
/** What was seen of the ratings of a place, in the order of the log. */
const ratingsOf = async (placeId: string): Promise<readonly number[]> => {
  const { rows } = await service.database.pool.query<{ after: number }>(
    `SELECT (data->>'after')::float AS after FROM event_log.events
      WHERE type = 'PlaceRatingChanged' AND data->>'placeId' = $1 ORDER BY position`,
    [placeId],
  );
  return rows.map(({ after }) => after);
};
const events = async (): Promise<number> => {
  const { rows } = await service.database.pool.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM event_log.events WHERE type LIKE 'Place%'",
  );
  return rows[0]?.count ?? 0;
};
const rejectedOf = async (placeId: string) => {
  const records = (await readTopic(broker.address, REJECTED)).filter(({ key }) => key === placeId);
  return records.map(({ value, headers }) => ({ value, headers }));
};
const readiness = async () => (await send(`${service.url}/readyz`)).json as Readonly<Record<string, unknown>>;

const ingest = async () => (await readiness())["ingest"] as { readonly waitingSince: string | null };

test("what is no observation stands among the rejected, as it was and with the reason, and those around it are taken in", async () => {
  const [key, partition] = ["poisoned-place", 1];
  const now = service.clock.now();
  const good = (rating: number) => ({ ...rated(key, rating), partition });
  const bad: readonly [reason: string, path: string, value: Message["value"], key?: string | null][] = [
    ["no_value", "", null],
    ["not_utf8", "", Buffer.from([0x7b, 0xff, 0x7d])],
    ["not_json", "", "{"],
    ["not_as_published", "listing.rating", JSON.stringify(sighting(key, now, { listing: { rating: 6 } }))],
    ["not_as_published", "id", JSON.stringify(sighting(key, now, {})).replace("{", '{"id":"x",')],
    ["refused", "observedAt", JSON.stringify(sighting(key, "2199-01-01T00:00:00Z", { listing: { rating: 1 } }))],
    ["key_is_not_place", "placeId", JSON.stringify(sighting("another-place", now, { listing: { rating: 1 } }))],
  ];
  const headers = { trace: "a-trace", several: ["one", "two"], "rejected-reason": "of before" };
  const at = (await groupOf(broker.address, GROUP, TOPIC)).open;
  await write([
    good(4.1),
    ...bad.map(([, , value]) => ({ key, value, headers, partition, timestamp: "1767225600000" })),
    good(4.2),
  ]);
  await allCommitted();
  expect(at).toBe(0);
  expect(await ratingsOf(key)).toEqual([4.1, 4.2]);
  expect(await ratingsOf("another-place")).toEqual([]);
  const rejected = (await rejectedOf(key)).sort(
    (a, b) => Number(a.headers["rejected-offset"]) - Number(b.headers["rejected-offset"]),
  );
  expect(rejected.map(({ headers: said }) => [said["rejected-reason"], said["rejected-path"]])).toEqual(
    bad.map(([reason, path]) => [reason, path]),
  );
  expect(rejected.map(({ value }) => value)).toEqual(bad.map(([, , value]) => value?.toString() ?? ""));
  for (const [index, { headers: said }] of rejected.entries())
    expect(said).toMatchObject({
      ...{ trace: "a-trace", several: "one,two" },
      ...{ "rejected-topic": TOPIC, "rejected-partition": "1", "rejected-offset": String(index + 1) },
      ...{ "rejected-timestamp": "1767225600000", "rejected-why": expect.stringContaining("message") as string },
    });
  const { text } = await api.anonymous.get("/metrics");
  expect(text).toContain('observation_records_total{outcome="rejected",reason="not_as_published"} 2');
});

test("a record without a key is rejected, because nothing would keep its place in order", async () => {
  await write([{ key: null, value: rated("keyless", 3).value ?? null }]);
  await allCommitted();
  const keyless = (await readTopic(broker.address, REJECTED)).filter(({ key }) => key === undefined);
  expect(keyless.map(({ headers }) => headers["rejected-message"])).toEqual([
    "The record has no key; it must be the placeId.",
  ]);
});

test("a record that is too large for the topic of the rejected holds up nothing: what stands there says where it is", async () => {
  const key = "large-place";
  // Almost a megabyte that cannot be compressed, which is what brokers take at most.
  const bytes = randomBytes(1_048_000);
  await write([{ key, value: bytes, headers: { padding: randomBytes(200) } }, rated(key, 3.3)]);
  await allCommitted();
  expect(await ratingsOf(key)).toEqual([3.3]);
  const [one] = await rejectedOf(key);
  expect(one).toMatchObject({ value: "", headers: { "rejected-reason": "not_utf8", "rejected-topic": TOPIC } });
  expect(one?.headers["rejected-left-out"]).toContain("1048000 bytes of value");
});

test("a record with headers that have no value holds up nothing: it stands among the rejected with empty ones", async () => {
  const key = "bare-headers-place";
  await writeBareHeaders(broker.address, TOPIC, { key, value: "{", names: ["bare", "several", "several"] });
  await write([rated(key, 3.7)]);
  await allCommitted();
  expect(await ratingsOf(key)).toEqual([3.7]);
  const [one] = await rejectedOf(key);
  expect(one).toMatchObject({ value: "{", headers: { bare: "", several: ",", "rejected-reason": "not_json" } });
  expect(one?.headers["rejected-left-out"]).toMatch(/: bare, several$/);
});

test("everything that comes again, from the first record on, changes nothing", async () => {
  const places = Array.from({ length: 30 }, (_, at) => `again-${at}`);
  const start = service.clock.now().getTime() - 60_000;
  const history = [3.1, 3.2, 3.1, 3.4].flatMap((rating, index) =>
    places.map((placeId) => rated(placeId, rating, new Date(start + index * 1_000))),
  );
  await write(history);
  await allCommitted();
  const [before, kept] = [await events(), await rejectedOf("poisoned-place")];
  expect(await Promise.all(places.map(ratingsOf))).toEqual(places.map(() => [3.1, 3.2, 3.1, 3.4]));
  await service.stop();
  await forgetGroup(broker.address, GROUP);
  await service.start();
  await allCommitted();
  expect(await events()).toBe(before);
  expect((await rejectedOf("poisoned-place")).length).toBe(kept.length * 2);
});

test("a service that starts again goes on where it was", async () => {
  await service.stop();
  await write([rated("while-away", 4.4)]);
  await service.start();
  await allCommitted();
  expect(await ratingsOf("while-away")).toEqual([4.4]);
  const { text } = await api.anonymous.get("/metrics");
  expect(text).toContain("observation_records_received_total 1\n");
});

test(
  "while the log does not answer records wait where they are, the group stands, and all are taken in afterwards in order",
  async () => {
    const places = Array.from({ length: 40 }, (_, at) => `patient-${at}`);
    const start = service.clock.now().getTime() - 60_000;
    const wave = (rating: number, second: number) =>
      places.map((placeId) => rated(placeId, rating, new Date(start + second * 1_000)));
    const before = await groupOf(broker.address, GROUP, TOPIC);
    const allow = await refuseConnections(service.database.url);
    try {
      await write([...wave(2.1, 1), ...wave(2.2, 2), ...wave(2.3, 3)]);
      await eventually(async () =>
        expect(await readiness()).toMatchObject({
          status: "unavailable",
          ingest: { joined: true, waitingSince: expect.any(String) as string },
        }),
      );
      // Longer than a member may be silent.
      const waitsForMs = async () => service.clock.now().getTime() - Date.parse((await ingest()).waitingSince ?? "");
      await eventually(async () => expect(await waitsForMs()).toBeGreaterThan(8_000), { timeoutMs: 20_000 });
      const during = await groupOf(broker.address, GROUP, TOPIC);
      expect([during.members, during.state, during.open]).toEqual([before.members, "Stable", 120]);
    } finally {
      await allow();
    }
    await allCommitted();
    expect(await Promise.all(places.map(ratingsOf))).toEqual(places.map(() => [2.1, 2.2, 2.3]));
    await eventually(async () =>
      expect(await readiness()).toMatchObject({ ingest: { waitingSince: null, behind: 0 } }),
    );
  },
  OUTAGE_MS_MAX,
);

test(
  "a broker that is killed and started again under load loses nothing of what it acknowledged, and no order",
  async () => {
    const places = Array.from({ length: 50 }, (_, at) => `under-load-${at}`);
    const start = service.clock.now().getTime() - 600_000;
    const wanted = Array.from({ length: 12 }, (_, index) => 1 + index / 10);
    const wave = (index: number) =>
      places.map((placeId) => rated(placeId, wanted[index] ?? 0, new Date(start + index * 1_000)));
    // As any publisher: again, until it is acknowledged.
    const publish = async (index: number) => {
      const records = [...wave(index), { key: `poison-${index}`, value: "{" }];
      await eventually(() => write(records), { timeoutMs: OUTAGE_MS_MAX });
    };
    for (const index of [0, 1, 2, 3]) await publish(index);
    await broker.kill();
    const later = (async () => {
      for (let index = 4; index < wanted.length; index += 1) await publish(index);
    })();
    await broker.restart();
    await later;
    await allCommitted(OUTAGE_MS_MAX);
    expect(await Promise.all(places.map(ratingsOf))).toEqual(places.map(() => wanted));
    const rejected = (await readTopic(broker.address, REJECTED))
      .map(({ key }) => key)
      .filter((key) => key?.startsWith("poison-"));
    expect([...new Set(rejected)].sort()).toEqual(wanted.map((_, index) => `poison-${index}`).sort());
    expectStatus(await api.anonymous.get("/readyz"), 200);
  },
  2 * OUTAGE_MS_MAX,
);
