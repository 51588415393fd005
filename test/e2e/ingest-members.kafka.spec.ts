/** Processes that take observations in share the topic, and what one held that is killed, or stands still, the other goes on with. */
import type { Message } from "kafkajs";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { eventually } from "../support/eventually";
import { createFleet, type Fleet, type Member } from "../support/fleet";
import { send } from "../support/http-client";
import { startTestBroker, type TestBroker } from "../support/kafka";
import { createTopic, groupOf, writeTopic } from "../support/kafka-topic";
import { sighting } from "../support/sightings";

const TOPIC = "listing-observations";
const PARTITIONS = 4;
const PLACES = Array.from({ length: 40 }, (_, at) => `shared-${at}`);
/** The broker misses a member after six seconds, and the others hear of it with their next heartbeat. */
const TAKEN_OVER_MS_MAX = 15_000;

let broker: TestBroker;
let database: TestDatabase;
let fleet: Fleet;
let sent = 0;
beforeAll(async () => {
  [broker, database] = await Promise.all([startTestBroker(), createTestDatabase()]);
  await createTopic(broker.address, TOPIC, PARTITIONS);
  fleet = createFleet({ databaseUrl: database.url, settings: { KAFKA_BROKERS: broker.address } });
  await fleet.start("ingest");
  await fleet.start("ingest");
}, 90_000);
afterAll(async () => {
  await fleet.close();
  await database.drop();
  await broker.remove();
});

const group = () => groupOf(broker.address, "observations", TOPIC);
const partitionsOf = async ({ url }: Member) => {
  const { ingest } = (await send(`${url}/readyz`)).json as { ingest: { partitions: number } };
  return ingest.partitions;
};
const shared = (members: readonly Member[], each: readonly number[]) =>
  eventually(async () => expect(await Promise.all(members.map(partitionsOf))).toEqual(each), { timeoutMs: 30_000 });
/** A further rating of every place, later than those before. */
async function wave(): Promise<void> {
  sent += 1;
  const at = new Date(Date.UTC(2026, 0, 1) + sent * 1_000);
  const rating = sent / 100;
  const messages = PLACES.map((key): Message => ({
    key,
    value: JSON.stringify(sighting(key, at, { listing: { rating } })),
  }));
  await writeTopic(broker.address, TOPIC, messages);
}
const allCommitted = (timeoutMs = 30_000) =>
  eventually(async () => expect(await group()).toMatchObject({ open: 0 }), { timeoutMs });
/** Each place has every rating, once, in order. */
async function nothingIsLost(): Promise<void> {
  const { rows } = await database.pool.query<{ place: string; ratings: number[] }>(
    `SELECT data->>'placeId' AS place, array_agg((data->>'after')::float ORDER BY position) AS ratings
       FROM event_log.events WHERE type = 'PlaceRatingChanged' GROUP BY 1`,
  );
  const wanted = Array.from({ length: sent }, (_, at) => (at + 1) / 100);
  expect(Object.fromEntries(rows.map(({ place, ratings }) => [place, ratings]))).toEqual(
    Object.fromEntries(PLACES.map((place) => [place, wanted])),
  );
}

test("two share the partitions, and one that is told to stop leaves its own to the other at once", async () => {
  await shared(fleet.members, [2, 2]);
  for (let round = 0; round < 4; round += 1) await wave();
  await allCommitted();
  const [one, other] = fleet.members as readonly [Member, Member];
  const began = performance.now();
  expect(await one.stop()).toBe(0);
  await shared([other], [PARTITIONS]);
  await wave();
  await allCommitted(5_000);
  expect(performance.now() - began).toBeLessThan(15_000);
  await one.start();
  await shared([one, other], [2, 2]);
  await nothingIsLost();
}, 60_000);

test.each(["killed", "frozen"] as const)(
  "what one had under way that is %s, the other takes in within seconds",
  async (how) => {
    const [one, other] = fleet.members as readonly [Member, Member];
    for (let round = 0; round < 5; round += 1) await wave();
    if (how === "killed") await one.kill();
    else one.freeze();

    for (let round = 0; round < 3; round += 1) await wave();
    await allCommitted(TAKEN_OVER_MS_MAX);
    await nothingIsLost();
    if (how === "killed") await one.start();
    else one.resume();
    await shared([one, other], [2, 2]);
    await wave();
    await allCommitted();
    await nothingIsLost();
  },
  90_000,
);
