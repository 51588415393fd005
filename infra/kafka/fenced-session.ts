/** A producer of which there is one at a time: whoever opens a session under an id ends all others under it, at the broker. */
import { setTimeout as delay } from "node:timers/promises";
import { Partitioners, type Transaction } from "kafkajs";
import type { Logger } from "../logging/logger";
import type { KafkaCluster } from "./cluster";
import { openConversation } from "./conversation";
import { bytesOf, compressionOf, type KafkaRecord } from "./session";
import { ensureTopics, nameOf, type Topic } from "./topics";

export interface FencedSession {
  /**
   * Resolves once every replica has all of them, in this order. One call at a time, and none after one that rejected: what
   * was sent may then have arrived or not. Once another session was opened nothing of this one arrives any more, not even
   * what was on its way.
   */
  send(records: readonly Omit<KafkaRecord, "topic">[]): Promise<void>;
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
/** Of what goes in one request: brokers take a batch of a megabyte unless told otherwise. */
const SEND_BYTES_MAX = 512 * 1024;
const LEAVE_MS_MAX = 2_000;
/** What a holder that died has left open is given up by the broker after this time, if nobody opens a session before. */
const TRANSACTION_MS_MAX = 20_000;
/** The coordinator is still writing down the end of the transaction before. */
const BUSY_PAUSE_MS = 5;

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
  try {
    // The first transaction asks the coordinator for an epoch, by which the sessions before are refused from then on.
    next = await within(OPEN_MS_MAX, async () => {
      await ensureTopics(kafka, [topic]);
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
        for (const part of inParts(records, SEND_BYTES_MAX)) {
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
export function inParts<Sent extends Pick<KafkaRecord, "value">>(
  records: readonly Sent[],
  bytesMax: number,
): readonly (readonly Sent[])[] {
  const parts: Sent[][] = [];
  let left = 0;
  for (const record of records) {
    const bytes = bytesOf(record);
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
