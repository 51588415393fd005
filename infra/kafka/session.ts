/** An idempotent producer for as long as it does not fail: what it acknowledges is on all replicas, once. */
import { CompressionTypes, Partitioners, type IHeaders, type TopicMessages } from "kafkajs";
import type { Conversation } from "./conversation";

export interface KafkaRecord {
  readonly topic: string;
  readonly key: string | Buffer | null;
  /** Null takes what stands under the key out of a topic that is compacted. */
  readonly value: string | Buffer | null;
  readonly headers: Readonly<Record<string, HeaderValue | readonly HeaderValue[]>>;
}

export type HeaderValue = string | Buffer;

const ACKNOWLEDGE_MS_MAX = 5_000;
const LEAVE_MS_MAX = 2_000;
const ALL_REPLICAS = -1;
/** Brokers take batches of a megabyte, counted as they are sent; smaller ones are not worth the time. */
const PLAIN_BYTES_MAX = 256 * 1024;

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
      const [topicMessages, compression] = [byTopic(records), compressionOf(records)];
      await producer.sendBatch({ acks: ALL_REPLICAS, timeout: ACKNOWLEDGE_MS_MAX, compression, topicMessages });
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
    messages: of.map(({ key, value, headers }) => ({ key, value, headers: { ...headers } as IHeaders })),
  }));
}

export function compressionOf(records: readonly Pick<KafkaRecord, "value">[]): CompressionTypes {
  const bytes = records.reduce((sum, record) => sum + bytesOf(record), 0);
  return bytes > PLAIN_BYTES_MAX ? CompressionTypes.GZIP : CompressionTypes.None;
}

/** About what a record takes up: its headers are small beside it. */
export const bytesOf = ({ value }: Pick<KafkaRecord, "value">): number =>
  value === null ? 0 : Buffer.byteLength(value);
