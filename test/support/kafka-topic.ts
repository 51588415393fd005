/** What stands on a topic, read as any other program would read it. */
import { Kafka, logLevel } from "kafkajs";
import { eventually } from "./eventually";

export interface TopicRecord {
  readonly partition: number;
  readonly key: string | undefined;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
}

let readers = 0;

/** Everything from the first record to the last that there is now. */
export async function readTopic(address: string, topic: string): Promise<readonly TopicRecord[]> {
  const kafka = new Kafka({ brokers: [address], logLevel: logLevel.NOTHING });
  const total = await lengthOf(kafka, topic);
  const consumer = kafka.consumer({ groupId: `reader-${process.pid}-${(readers += 1)}` });
  const records: TopicRecord[] = [];
  await consumer.connect();
  try {
    await consumer.subscribe({ topic, fromBeginning: true });
    await consumer.run({
      eachMessage: async ({ partition, message: { key, value, headers = {} } }) => {
        const texts = Object.entries(headers).map(([name, header]) => [name, String(header)] as const);
        records.push({
          partition,
          key: key?.toString(),
          value: value?.toString() ?? "",
          headers: Object.fromEntries(texts),
        });
      },
    });
    await eventually(() => expect(records.length).toBeGreaterThanOrEqual(total));
  } finally {
    await consumer.disconnect();
  }
  return records;
}

/** How many partitions a topic has; none where there is no such topic. */
export async function partitionsOf(address: string, topic: string): Promise<number> {
  const admin = new Kafka({ brokers: [address], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    if (!(await admin.listTopics()).includes(topic)) return 0;
    return (await admin.fetchTopicOffsets(topic)).length;
  } finally {
    await admin.disconnect();
  }
}

async function lengthOf(kafka: Kafka, topic: string): Promise<number> {
  const admin = kafka.admin();
  await admin.connect();
  const offsets = await admin.fetchTopicOffsets(topic);
  await admin.disconnect();
  return offsets.reduce((sum, { high, low }) => sum + Number(high) - Number(low), 0);
}
