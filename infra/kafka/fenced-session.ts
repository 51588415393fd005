/** A producer of which there is one at a time: whoever opens a session under an id ends all others under it, at the broker. */
import { setTimeout as delay } from "node:timers/promises";
import { Partitioners, type Transaction } from "kafkajs";
import type { Logger } from "../logging/logger";
import type { KafkaCluster } from "./cluster";
import { openConversation } from "./conversation";
import { bytesOf, compressionOf, type KafkaRecord } from "./session";
import { batchBytesMax, ensureTopics, nameOf, type Topic } from "./topics";

export interface FencedRecord extends Omit<KafkaRecord, "topic" | "value" | "key"> {
  readonly key: string;
  readonly value: string | null;
  readonly spare?: string;
}

export interface FencedSession {
  /**
   * Resolves once every replica has all of them, in this order. One call at a time, and none after one that rejected: what
   * was sent may then have arrived or not. Once another session was opened nothing of this one arrives any more, not even
   * what was on its way. Of a record that the topic does not take the spare value is sent; rejects where there is none that fits.
   */
  send(records: readonly FencedRecord[]): Promise<void>;
  /** Makes everything under way fail at once. */
  breakOff(): void;
  /** Never rejects. */
  end(): Promise<void>;
}

export interface FencedSessionOptions {
  readonly cluster: KafkaCluster;
  /** Made where it is missing. */
  readonly topic: Topic;
  /** The `transactional.id`: nothing else in the cluster may have it. */
  readonly id: string;
  readonly logger: Logger;
}

const OPEN_MS_MAX = 10_000;
const SEND_MS_MAX = 10_000;
/** Of what goes in one request, where the topic takes as much. */
const SEND_BYTES_MAX = 512 * 1024;
/** What brokers take unless told otherwise, for topics of which we are not told. */
const USUAL_BYTES_MAX = 1024 * 1024;
/** Of a batch, and of each record in it, beside what the record holds; both are less. */
const BATCH_FRAME_BYTES = 100;
const RECORD_FRAME_BYTES = 40;
const LEAVE_MS_MAX = 2_000;
/** What a holder that died has left open is given up by the broker after this time, if nobody opens a session before. */
const TRANSACTION_MS_MAX = 20_000;
/** The coordinator is still writing down the end of the transaction before. */
const BUSY_PAUSE_MS = 5;

/** Makes the topic where it is missing. Rejects where Kafka does not answer in time. */
export async function prepareTopic({ cluster, topic, logger }: Omit<FencedSessionOptions, "id">): Promise<void> {
  const { kafka, within, breakOff } = openConversation(cluster, logger);
  try {
    await within(OPEN_MS_MAX, () => ensureTopics(kafka, [topic]));
  } finally {
    breakOff();
  }
}

/** Rejects where Kafka does not answer in time. */
export async function openFencedSession({ cluster, topic, id, logger }: FencedSessionOptions): Promise<FencedSession> {
  const conversation = openConversation(cluster, logger);
  const { kafka, within, breakOff } = conversation;
  const producer = kafka.producer({
    transactionalId: id,
    idempotent: true,
    maxInFlightRequests: 1,
    transactionTimeout: TRANSACTION_MS_MAX,
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  let next: Transaction;
  let bytesMax = USUAL_BYTES_MAX;
  try {
    // The first transaction asks the coordinator for an epoch, by which the sessions before are refused from then on.
    next = await within(OPEN_MS_MAX, async () => {
      await ensureTopics(kafka, [topic]);
      bytesMax = (await batchBytesMax(kafka, topic)) ?? USUAL_BYTES_MAX;
      await producer.connect();
      return producer.transaction();
    });
  } catch (error) {
    breakOff();
    throw error;
  }
  return {
    send: (records) =>
      within(SEND_MS_MAX, async () => {
        const fitting = records.map((record) => fitted(record, bytesMax - BATCH_FRAME_BYTES));
        for (const part of inParts(fitting, Math.min(SEND_BYTES_MAX, bytesMax - BATCH_FRAME_BYTES), sizeOf)) {
          const messages = part.map(({ key, value, headers }) => ({ key, value, headers: { ...headers } }) as never);
          await patiently(() => next.send({ topic: nameOf(topic), messages, compression: compressionOf(part) }));
        }
        await next.commit();
        next = await producer.transaction();
      }),
    breakOff,
    async end() {
      await within(LEAVE_MS_MAX, () => producer.disconnect()).catch(() => undefined);
      breakOff();
    },
  };
}

/** As the topic takes it. */
function fitted(record: FencedRecord, bytesMax: number): FencedRecord {
  if (sizeOf(record) <= bytesMax) return record;
  const { spare, ...rest } = record;
  const smaller = spare === undefined ? record : { ...rest, value: spare };
  if (sizeOf(smaller) <= bytesMax) return smaller;
  throw new Error(
    `A record has ${sizeOf(smaller)} bytes, and its topic takes ${bytesMax} at most: raise max.message.bytes of the topic.`,
  );
}

/** No less than what it takes up uncompressed. */
function sizeOf({ key, headers, ...record }: FencedRecord): number {
  const named = Object.entries(headers).flatMap(([name, value]) => [name, ...[value].flat()]);
  const framed = [key, ...named].map((text) => Buffer.byteLength(text) + RECORD_FRAME_BYTES);
  return bytesOf(record) + framed.reduce((sum, bytes) => sum + bytes, 0);
}

/** Adding to a transaction comes before anything is sent, so that what was refused there has left nothing. Bounded by the caller. */
async function patiently(send: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await send();
      return;
    } catch (error) {
      if (!(error instanceof Error && "type" in error && error.type === "CONCURRENT_TRANSACTIONS")) throw error;
      await delay(BUSY_PAUSE_MS);
    }
  }
}

/** In order, each part as large as it may be; a record that is larger comes alone. */
export function inParts<Sent>(
  records: readonly Sent[],
  bytesMax: number,
  size: (record: Sent) => number,
): readonly (readonly Sent[])[] {
  const parts: Sent[][] = [];
  let left = 0;
  for (const record of records) {
    const bytes = size(record);
    const open = parts.at(-1);
    if (open === undefined || bytes > left) {
      parts.push([record]);
      left = bytesMax - bytes;
    } else {
      open.push(record);
      left -= bytes;
    }
  }
  return parts;
}
