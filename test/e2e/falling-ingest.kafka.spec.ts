/** Processes that take observations in share the topic, and fall under load: what the broker acknowledged is taken in within ten seconds, once and in order. */
import type { Message } from "kafkajs";
import { systemClock } from "../../infra/time/clock";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { eventually } from "../support/eventually";
import { createFleet, type Fleet, type Member } from "../support/fleet";
import { send } from "../support/http-client";
import { startTestBroker, type TestBroker } from "../support/kafka";
import { createTopic, groupOf, openWriter, type TopicWriter } from "../support/kafka-topic";
import { sighting } from "../support/sightings";

const TOPIC = "listing-observations";
const PARTITIONS = 4;
const PLACES = Array.from({ length: 20 }, (_, at) => `falling-${at}`);
const TAKEN_IN_MS_MAX = 10_000;
const BETWEEN_WAVES_MS = 200;
/** Each test waits so long up to four times; its own bound is more, so that the wait says what was missing. */
const PATIENCE = { timeoutMs: 30_000 };

let broker: TestBroker;
let database: TestDatabase;
let fleet: Fleet;
let writer: TopicWriter;
let waves: Load | undefined;
/** When the broker had acknowledged a wave, by the system's clock. */
const acknowledged: number[] = [];
beforeAll(async () => {
  [broker, database] = await Promise.all([startTestBroker(), createTestDatabase()]);
  await createTopic(broker.address, TOPIC, PARTITIONS);
  writer = await openWriter(broker.address, TOPIC);
  fleet = createFleet({ databaseUrl: database.url, settings: { KAFKA_BROKERS: broker.address } });
  await fleet.start("ingest");
  await fleet.start("ingest");
}, 90_000);
afterEach(async () => {
  // Where a test ended before its load did.
  await waves?.stop().catch(() => undefined);
});
afterAll(async () => {
  await writer.close();
  await fleet.close();
  await database.drop();
  await broker.remove();
});

const partitionsOf = async ({ url }: Member) => {
  const { ingest, kafka } = (await send(`${url}/readyz`)).json as { ingest: { partitions: number }; kafka: boolean };
  return kafka ? ingest.partitions : undefined;
};
const shared = (members: readonly Member[], each: readonly number[]) =>
  eventually(async () => expect(await Promise.all(members.map(partitionsOf))).toEqual(each), PATIENCE);
const allCommitted = () =>
  eventually(
    async () => expect(await groupOf(broker.address, "observations", TOPIC)).toMatchObject({ open: 0 }),
    PATIENCE,
  );

/** A further rating of every place, later than those before. */
async function wave(): Promise<void> {
  const rating = (acknowledged.length + 1) / 1_000;
  const at = new Date(Date.UTC(2026, 0, 1) + acknowledged.length * 1_000);
  await writer.write(
    PLACES.map((key): Message => ({ key, value: JSON.stringify(sighting(key, at, { listing: { rating } })) })),
  );
  acknowledged.push(systemClock.now().getTime());
}

interface Load {
  /** Rejects where a wave could not be written. */
  stop(): Promise<void>;
}

/** Wave upon wave until told to stop. */
function load(): Load {
  const over = new AbortController();
  const writing = (async () => {
    while (!over.signal.aborted) {
      await wave();
      await new Promise((settle) => setTimeout(settle, BETWEEN_WAVES_MS));
    }
  })();
  // Whoever stops it hears of it.
  writing.catch(() => undefined);
  return {
    stop() {
      over.abort();
      return writing;
    },
  };
}

interface Stored {
  readonly place: string;
  readonly ratings: readonly number[];
  readonly times: readonly string[];
}

/** Each place has every rating, once, in order; gives how long the slowest was on its way. */
async function nothingIsLost(): Promise<number> {
  const { rows } = await database.pool.query<Stored>(
    `SELECT data->>'placeId' AS place, array_agg((data->>'after')::float ORDER BY position) AS ratings,
        array_agg(metadata->>'occurredAt' ORDER BY position) AS times
       FROM event_log.events WHERE type = 'PlaceRatingChanged' GROUP BY 1`,
  );
  const wanted = acknowledged.map((_, at) => (at + 1) / 1_000);
  expect(Object.fromEntries(rows.map(({ place, ratings }) => [place, ratings]))).toEqual(
    Object.fromEntries(PLACES.map((place) => [place, wanted])),
  );
  const waits = rows.flatMap(({ times }) => times.map((time, at) => Date.parse(time) - (acknowledged[at] ?? Infinity)));
  return Math.max(...waits);
}

test("two share the partitions, and one that is told to stop leaves its own to the other at once", async () => {
  const [one, other] = fleet.members as readonly [Member, Member];
  await shared([one, other], [2, 2]);
  waves = load();
  expect(await one.stop()).toBe(0);
  await shared([other], [PARTITIONS]);
  await one.start();
  await shared([one, other], [2, 2]);
  await waves.stop();
  await allCommitted();
  expect(await nothingIsLost()).toBeLessThan(TAKEN_IN_MS_MAX);
}, 150_000);

test.each(["killed and started again at once", "frozen"] as const)(
  "what one has under way that is %s, the other takes in within ten seconds, and loses and doubles nothing",
  async (how) => {
    const [one, other] = fleet.members as readonly [Member, Member];
    waves = load();
    const begun = acknowledged.length;
    await eventually(() => expect(acknowledged.length).toBeGreaterThan(begun + 5));
    if (how === "frozen") {
      one.freeze();
      await shared([other], [PARTITIONS]);
      one.resume();
    } else {
      await one.kill();
      await one.start();
    }
    await shared([one, other], [2, 2]);
    await waves.stop();
    await allCommitted();
    expect(await nothingIsLost()).toBeLessThan(TAKEN_IN_MS_MAX);
  },
  150_000,
);
