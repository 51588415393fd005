/** What stands on a topic, as any reader of committed records sees it. */
import { setTimeout as delay } from "node:timers/promises";
import { Kafka, logLevel } from "kafkajs";

export interface TopicRecord {
  readonly partition: number;
  readonly key: string;
  /** Null where the record takes out what stood under its key. */
  readonly value: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Transactions leave marks among the offsets that no reader is given: the end is where nothing more comes. */
const STILL_MS = 1_500;

export async function readTopic(address: string, topic: string): Promise<readonly TopicRecord[]> {
  const kafka = new Kafka({ brokers: [address], logLevel: logLevel.NOTHING });
  const consumer = kafka.consumer({ groupId: `audit-of-${topic}-${process.pid}` });
  const records: TopicRecord[] = [];
  let cameAt = performance.now();
  const group = { joined: false };
  consumer.on(consumer.events.GROUP_JOIN, () => {
    group.joined = true;
    cameAt = performance.now();
  });
  await consumer.connect();
  try {
    await consumer.subscribe({ topic, fromBeginning: true });
    await consumer.run({
      eachMessage: async ({ partition, message: { key, value, headers = {} } }) => {
        cameAt = performance.now();
        const texts = Object.entries(headers).map(([name, header]) => [name, String(header)] as const);
        records.push({
          partition,
          key: key?.toString() ?? "",
          value: value?.toString() ?? null,
          headers: Object.fromEntries(texts),
        });
      },
    });
    while (!group.joined || performance.now() - cameAt < STILL_MS) await delay(50);
  } finally {
    await consumer.disconnect();
  }
  return records;
}
