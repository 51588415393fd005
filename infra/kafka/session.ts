/** An idempotent producer for as long as it does not fail: what it acknowledges is on all replicas, once. */
import { Partitioners, type TopicMessages } from "kafkajs";
import type { Conversation } from "./conversation";

export interface KafkaRecord {
  readonly topic: string;
  readonly key: string;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
}

const ACKNOWLEDGE_MS_MAX = 5_000;
const LEAVE_MS_MAX = 2_000;
const ALL_REPLICAS = -1;

export interface Session {
  /**
   * One call at a time, and none after one that rejected. kafkajs gives the sequence number of a record whose
   * acknowledgement was lost to whichever record comes next, and the broker, which knows that number, acknowledges the
   * second as a repetition of the first and drops it (docs/decisions/0007).
   */
  send(records: readonly KafkaRecord[]): Promise<void>;
  /** Never rejects. */
  end(): Promise<void>;
}

export async function openSession({ kafka, within, breakOff }: Conversation): Promise<Session> {
  // The default partitioner is that of the Java client: other programs find a key in the same partition.
  const createPartitioner = Partitioners.DefaultPartitioner;
  const producer = kafka.producer({ idempotent: true, allowAutoTopicCreation: false, createPartitioner });
  await producer.connect();
  return {
    async send(records) {
      const topicMessages = byTopic(records);
      await producer.sendBatch({ acks: ALL_REPLICAS, timeout: ACKNOWLEDGE_MS_MAX, topicMessages });
    },
    async end() {
      await within(LEAVE_MS_MAX, () => producer.disconnect()).catch(() => undefined);
      // kafkajs closes its own side of a socket and leaves it to the broker to close the other.
      breakOff();
    },
  };
}

function byTopic(records: readonly KafkaRecord[]): TopicMessages[] {
  const topics = new Map<string, KafkaRecord[]>();
  for (const record of records) topics.set(record.topic, [...(topics.get(record.topic) ?? []), record]);
  return [...topics].map(([topic, of]) => ({
    topic,
    messages: of.map(({ key, value, headers }) => ({ key, value, headers: { ...headers } })),
  }));
}
