/** A consumer's membership of its group, for as long as it does not fail: delivers records, and commits those that are settled. */
import type { Consumer, Kafka } from "kafkajs";
import type { Logger } from "../logging/logger";
import { createBatches, type Pace } from "./batches";
import { createCommitter } from "./committer";
import type { Conversation } from "./conversation";
import { readLags, type PartitionLag } from "./lags";
import type { Delivery, OpenRecords } from "./open-records";
import { ensureTopics, nameOf, type Topic } from "./topics";

export interface Membership {
  /** Resolves with the reason once it has failed. */
  readonly failed: Promise<Error>;
  /** How many records of each partition that is ours are not settled. Rejects where Kafka does not say. */
  lags(): Promise<readonly PartitionLag[]>;
  /** Commits what is settled and leaves the group, so that others get its partitions at once. */
  end(): Promise<void>;
}

export interface MembershipParts {
  readonly topic: Topic;
  readonly groupId: string;
  readonly deliver: (deliveries: readonly Delivery[]) => void;
  /** The group has given us our share, which may be nothing; again whenever members come and go. */
  readonly joined: (partitions: readonly number[]) => void;
  /** Something was fetched and could be read, or there was nothing. */
  readonly fetched: () => void;
  readonly pace?: Pace;
  readonly logger: Logger;
}

/** A member that is not heard of for so long is taken for dead: no broker takes less without being told to. */
const SESSION_MS_MAX = 6_000;
/** Members also learn by these that others come or go. */
const HEARTBEAT_MS = 1_000;
/** How long the broker holds back an answer while there is nothing; a member that leaves waits for it. */
const FETCH_MS_MAX = 500;
/** For whoever is heard of and does not join again: members that hand over are done sooner. */
const REBALANCE_MS_MAX = 15_000;
/** Of all partitions, as it comes; a batch that is larger comes alone. */
const FETCH_BYTES_MAX = 4 * 1024 * 1024;
const CALM_PACE: Pace = { fetchBytesMax: 128 * 1024, partitionsAtOnce: 1, underWayMax: 0 };

/** Resolves once the group has taken us in. */
export async function join({ kafka }: Conversation, parts: MembershipParts): Promise<Membership> {
  const { groupId, logger, deliver, pace = CALM_PACE } = parts;
  const topic = nameOf(parts.topic);
  await ensureTopics(kafka, [parts.topic]);
  const consumer = createConsumer(kafka, groupId, pace);
  const open = (): ReadonlyMap<number, OpenRecords> => batches.open;
  const committer = createCommitter(consumer, topic, open, logger);
  const batches = createBatches({
    ...{ topic, pace, deliver, begins: committer.begins, flush: committer.flush },
    changed: () => void committer.commit(),
  });
  let ours: readonly number[] = [];
  consumer.on(consumer.events.GROUP_JOIN, ({ payload: { memberAssignment } }) => {
    batches.startOver();
    committer.forget();
    ours = memberAssignment[topic] ?? [];
    parts.joined(ours);
  });
  consumer.on(consumer.events.FETCH, parts.fetched);
  const failed = new Promise<Error>((resolve) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => {
      batches.close();
      resolve(payload.error);
    });
  });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  const { partitionsAtOnce: partitionsConsumedConcurrently } = pace;
  const how = { autoCommit: false, eachBatchAutoResolve: false, partitionsConsumedConcurrently };
  await consumer.run({ ...how, eachBatch: batches.each });
  const settled = (partition: number) => batches.open.get(partition)?.committable();
  return {
    failed,
    lags: () => readLags(kafka, { groupId, topic, partitions: ours, settled }),
    async end() {
      await committer.flush();
      const left = consumer.disconnect();
      batches.wake();
      await left;
    },
  };
}

function createConsumer(kafka: Kafka, groupId: string, { fetchBytesMax }: Pace): Consumer {
  return kafka.consumer({
    groupId,
    sessionTimeout: SESSION_MS_MAX,
    heartbeatInterval: HEARTBEAT_MS,
    maxWaitTimeInMs: FETCH_MS_MAX,
    maxBytesPerPartition: fetchBytesMax,
    maxBytes: FETCH_BYTES_MAX,
    rebalanceTimeout: REBALANCE_MS_MAX,
    // Whoever holds the membership makes another one; kafkajs would go on with what it believes to know.
    retry: { restartOnFailure: () => Promise.resolve(false) },
  });
}
