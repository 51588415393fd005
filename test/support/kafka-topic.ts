/** What stands on a topic and what its readers make of it, written, read and looked at as any other program would do it. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Admin, Kafka, logLevel, Partitioners, type Message } from "kafkajs";
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
export function partitionsOf(address: string, topic: string): Promise<number> {
  return asking(address, async (admin) => {
    if (!(await admin.listTopics()).includes(topic)) return 0;
    return (await admin.fetchTopicOffsets(topic)).length;
  });
}

export async function createTopic(
  address: string,
  topic: string,
  numPartitions: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const configEntries = Object.entries(settings).map(([name, value]) => ({ name, value }));
  await asking(address, (admin) => admin.createTopics({ topics: [{ topic, numPartitions, configEntries }] }));
}

/** Records of anybody's making; resolves once they stand there. */
export async function writeTopic(address: string, topic: string, messages: Message[]): Promise<void> {
  const writer = await openWriter(address, topic);
  await writer.write(messages);
  await writer.close();
}

export interface TopicWriter {
  /** Resolves once they stand there. */
  write(messages: Message[]): Promise<void>;
  close(): Promise<void>;
}

/** For whoever writes again and again. */
export async function openWriter(address: string, topic: string): Promise<TopicWriter> {
  const kafka = new Kafka({ brokers: [address], logLevel: logLevel.NOTHING });
  const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
  await producer.connect();
  return {
    async write(messages) {
      await producer.send({ topic, messages });
    },
    close: () => producer.disconnect(),
  };
}

/** A record whose headers have no value, as other clients can write it: kafkajs could too, if it did not ask for their length. */
export async function writeBareHeaders(
  address: string,
  topic: string,
  record: { readonly key: string; readonly value: string; readonly names: readonly string[] },
): Promise<void> {
  // In a process of its own: what runs here must not be given the same help.
  const program = `
    const lengthOf = Buffer.byteLength;
    Buffer.byteLength = (value, ...more) => (value === null ? 0 : lengthOf(value, ...more));
    const { Kafka, logLevel } = require(${JSON.stringify(require.resolve("kafkajs"))});
    const [address, topic, { key, value, names }] = JSON.parse(process.argv[1]);
    const headers = {};
    for (const name of names) headers[name] = name in headers ? [null, null] : null;
    const producer = new Kafka({ brokers: [address], logLevel: logLevel.NOTHING }).producer();
    producer.connect().then(() => producer.send({ topic, messages: [{ key, value, headers }] }))
      .then(() => producer.disconnect());`;
  const told = JSON.stringify([address, topic, record]);
  await promisify(execFile)(process.execPath, ["-e", program, told], { env: { KAFKAJS_NO_PARTITIONER_WARNING: "1" } });
}

/** How many members a group has, and how many records of the topic it has not committed. */
export function groupOf(address: string, groupId: string, topic: string) {
  return asking(address, async (admin) => {
    const [ends, [committed], described] = await Promise.all([
      admin.fetchTopicOffsets(topic),
      admin.fetchOffsets({ groupId, topics: [topic] }),
      admin.describeGroups([groupId]),
    ]);
    const at = new Map(committed?.partitions.map(({ partition, offset }) => [partition, Math.max(Number(offset), 0)]));
    const open = ends.reduce((sum, { partition, high }) => sum + Number(high) - (at.get(partition) ?? 0), 0);
    const [group] = described.groups;
    return { open, members: group?.members.length ?? 0, state: group?.state };
  });
}

/** A group that has no members begins with the first record again. */
export async function forgetGroup(address: string, groupId: string): Promise<void> {
  await asking(address, (admin) => admin.deleteGroups([groupId]));
}

async function asking<T>(address: string, ask: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = new Kafka({ brokers: [address], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    return await ask(admin);
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
