/** What arrives on a topic, as a consumer that reads committed records sees it, while a test goes on. */
import { Kafka, logLevel } from "kafkajs";

export interface Arrived {
  readonly partition: number;
  readonly key: string;
  /** Null for a tombstone. */
  readonly value: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

export interface WatchedTopic {
  /** In the order of arrival; within a key that is the order on the topic. */
  readonly records: readonly Arrived[];
  of(key: string): readonly Arrived[];
  stop(): Promise<void>;
}

let watchers = 0;

/** From the first record on, and for as long as it is not stopped; a broker may die and come back meanwhile. */
export async function watchTopic(address: string, topic: string): Promise<WatchedTopic> {
  const kafka = new Kafka({
    brokers: [address],
    logLevel: logLevel.NOTHING,
    retry: { initialRetryTime: 100, maxRetryTime: 500, retries: 200 },
  });
  const records: Arrived[] = [];
  const consumer = kafka.consumer({ groupId: `watcher-${process.pid}-${(watchers += 1)}`, maxWaitTimeInMs: 100 });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await consumer.run({
    eachMessage: ({ partition, message: { key, value, headers = {} } }) => {
      const texts = Object.entries(headers).map(([name, header]) => [name, String(header)] as const);
      records.push({
        partition,
        key: String(key),
        value: value === null ? null : String(value),
        headers: Object.fromEntries(texts),
      });
      return Promise.resolve();
    },
  });
  return { records, of: (key) => records.filter((one) => one.key === key), stop: () => consumer.disconnect() };
}
