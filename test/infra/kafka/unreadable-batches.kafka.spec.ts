/** A batch that cannot be read stops nothing: it stands among the rejected as it was; and where nothing can be read any more, that is said. */
import { gunzipSync } from "node:zlib";
import { CompressionCodecs, CompressionTypes, Kafka, logLevel } from "kafkajs";
import { createKafkaConsumer, type KafkaConsumer } from "../../../infra/kafka/consumer";
import { createKafkaProducer, type KafkaProducer } from "../../../infra/kafka/producer";
import { createRecordIntake } from "../../../infra/kafka/record-intake";
import { rejectTo } from "../../../infra/kafka/rejected-records";
import { silentLogger } from "../../../infra/logging/logger";
import { systemClock } from "../../../infra/time/clock";
import { eventually } from "../../support/eventually";
import { sharedBroker } from "../../support/kafka";
import { createTopic, groupOf, writeTopic } from "../../support/kafka-topic";
import { writePacked } from "../../support/packed-batches";

const MEBIBYTE = 1024 * 1024;
const HEADER_BYTES = 61;
const PATIENCE = { timeoutMs: 20_000 };

interface Rejected {
  readonly headers: Readonly<Record<string, string>>;
  readonly value: Buffer | null;
}

let topics = 0;
let topic: string;
let taken: string[];
let producer: KafkaProducer;
let consumer: KafkaConsumer;
const consume = (seen: (value: Buffer) => unknown = String) => {
  const options = { brokers: [sharedBroker()], logger: silentLogger };
  producer = createKafkaProducer({ ...options, topics: [`${topic}.rejected`] });
  const intake = createRecordIntake({
    take: ({ value }) => Promise.resolve({ changed: taken.push(String(value && seen(value))) > 0 }),
    reject: rejectTo(producer, `${topic}.rejected`),
    judge: () => "unknown",
    isWell: () => Promise.resolve(true),
    metrics: { received: () => undefined, ended: () => undefined },
    ...{ clock: systemClock, logger: silentLogger },
  });
  const pace = { fetchBytesMax: 256 * 1024, partitionsAtOnce: 64, underWayMax: 128 };
  consumer = createKafkaConsumer({
    ...options,
    ...{ topic, groupId: topic, pace, deliver: intake.deliver, meanwhile: "nothing is read" },
  });
};
const write = (...values: string[]) =>
  writeTopic(
    sharedBroker(),
    topic,
    values.map((value) => ({ key: "a", value })),
  );
const packed = (codec: "gzip" | "snappy", values: readonly string[]) =>
  writePacked(
    sharedBroker(),
    topic,
    codec,
    values.map((value) => ({ key: "a", value })),
  );
const allCommitted = () =>
  eventually(async () => expect(await groupOf(sharedBroker(), topic, topic)).toMatchObject({ open: 0 }), PATIENCE);

beforeEach(async () => {
  topic = `unreadable-${process.pid}-${(topics += 1)}`;
  taken = [];
  await createTopic(sharedBroker(), topic, 1);
});
afterEach(async () => {
  await consumer.close();
  await producer.close();
});

test.each([
  ["in another codec", "snappy", ["one", "two"], /compressed with snappy/, (bytes: Buffer) => bytes],
  [
    "that unpacks to more than 16 MiB",
    "gzip",
    ["one", "x".repeat(17 * MEBIBYTE)],
    /larger than 16 MiB/,
    (bytes: Buffer) => gunzipSync(bytes),
  ],
] as const)(
  "a batch %s stands among the rejected, and those around it are taken in",
  async (_how, codec, values, why, unpack) => {
    await write("before");
    await packed(codec, values);
    await write("after");
    consume();
    await eventually(() => expect(taken).toEqual(["before", "after"]), PATIENCE);
    await allCommitted();
    const [batch, ...others] = await rejected();
    expect(others).toEqual([]);
    expect(batch?.headers).toMatchObject({
      ...{ "rejected-reason": "unreadable_batch", "rejected-message": expect.stringMatching(why) as string },
      ...{ "rejected-topic": topic, "rejected-partition": "0", "rejected-records": "2" },
      ...{ "rejected-offset": "1", "rejected-last-offset": "2" },
    });
    const held = unpack(batch?.value?.subarray(HEADER_BYTES) ?? Buffer.alloc(0));
    expect(held.subarray(0, 2 * MEBIBYTE).toString("latin1")).toContain("one");
    expect(consumer.status()).toMatchObject({ joined: true, failing: false, fault: null });
  },
);

test("a batch of gzip that is large, and not too large, is taken in record by record", async () => {
  const values = Array.from({ length: 15 }, (_, at) => String(at).padEnd(MEBIBYTE));
  await packed("gzip", values);
  consume();
  await eventually(() => expect(taken).toHaveLength(15), PATIENCE);
  expect(taken.map((value) => value.trim())).toEqual(values.map((value) => value.trim()));
});

test("batches that unpack to very much together are taken in without ever being in memory together", async () => {
  const largest = "x".repeat(15 * MEBIBYTE);
  for (let at = 0; at < 8; at += 1) await packed("gzip", [largest]);
  await write("after");
  let most = 0;
  const seeing = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers)), 5);
  const before = process.memoryUsage().arrayBuffers;
  consume((value) => value.length);
  await eventually(() => expect(taken).toHaveLength(9), PATIENCE);
  clearInterval(seeing);
  expect(taken).toEqual([...Array<string>(8).fill(String(largest.length)), "5"]);
  await allCommitted();
  // One fetch, and what is under way of the one before.
  expect((most - before) / MEBIBYTE).toBeLessThan(160);
});

test("a consumer that fails at every fetch is failing, says why, and knows what waits, until it can read on", async () => {
  await packed("snappy", ["one"]);
  await write("after");
  const known = CompressionCodecs[CompressionTypes.Snappy];
  CompressionCodecs[CompressionTypes.Snappy] = () => {
    throw new Error("Nothing of the kind is known.");
  };
  consume();
  await eventually(() => expect(consumer.status().failing).toBe(true), PATIENCE);
  const seen = { joined: false, otherwise: 0 };
  // It is a member again for moments, and is not taken for well at any of them.
  await eventually(() => {
    const { joined, failing, fault: said } = consumer.status();
    if (!failing || said !== "Nothing of the kind is known.") seen.otherwise += 1;
    seen.joined ||= joined;
    expect(seen.joined).toBe(true);
  }, PATIENCE);
  expect(seen.otherwise).toBe(0);
  expect(consumer.status().lags).toEqual([{ partition: 0, records: 2 }]);
  CompressionCodecs[CompressionTypes.Snappy] = known;
  await eventually(() => expect(taken).toEqual(["after"]), PATIENCE);
  await allCommitted();
});

async function rejected(): Promise<readonly Rejected[]> {
  const records: Rejected[] = [];
  const reader = new Kafka({ brokers: [sharedBroker()], logLevel: logLevel.NOTHING }).consumer({
    groupId: `${topic}-reader`,
  });
  await reader.connect();
  await reader.subscribe({ topic: `${topic}.rejected`, fromBeginning: true });
  await reader.run({
    eachMessage({ message: { value, headers = {} } }) {
      const texts = Object.entries(headers).map(([name, header]) => [name, String(header)] as const);
      records.push({ value, headers: Object.fromEntries(texts) });
      return Promise.resolve();
    },
  });
  await eventually(() => expect(records.length).toBeGreaterThan(0), PATIENCE);
  await reader.disconnect();
  return records;
}
