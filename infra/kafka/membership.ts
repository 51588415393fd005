/** A consumer's membership of its group, for as long as it does not fail: delivers records, and commits those that are settled. */
import type { Consumer, EachBatchPayload, Kafka } from "kafkajs";
import type { Logger } from "../logging/logger";
import { createCommitter } from "./committer";
import type { Conversation } from "./conversation";
import { createOpenRecords, type Delivery, type OpenRecords } from "./open-records";
import { ensureTopics } from "./topics";

export interface Membership {
  /** Resolves with the reason once it has failed. */
  readonly failed: Promise<Error>;
  /** Commits what is settled and leaves the group, so that others get its partitions at once. */
  end(): Promise<void>;
}

export interface MembershipParts {
  readonly topic: string;
  readonly groupId: string;
  readonly deliver: (deliveries: readonly Delivery[]) => void;
  /** The group has given us our share, which may be nothing; again whenever members come and go. */
  readonly joined: () => void;
  readonly logger: Logger;
}

/** A member that is heard of for so long no more is taken for dead; one that rebalances may take longer. */
const SESSION_MS_MAX = 10_000;
const HEARTBEAT_MS = 2_000;
/** How long the broker holds back an answer while there is nothing; a member that leaves waits for it. */
const FETCH_MS_MAX = 1_000;
const FETCH_BYTES_MAX = 128 * 1024;
/** Less than the minute that the group waits for a member before it goes on without it. */
const HAND_OVER_MS_MAX = 20_000;
const TICK_MS = 500;
/** What waits for another try stays in memory and holds the commit back. */
const PARKED_MAX = 1_000;

/** Resolves once the group has taken us in. */
export async function join({ kafka }: Conversation, parts: MembershipParts): Promise<Membership> {
  const { topic, groupId, logger } = parts;
  await ensureTopics(kafka, [topic]);
  const consumer = createConsumer(kafka, groupId);
  const open = new Map<number, OpenRecords>();
  const committer = createCommitter(consumer, topic, open, logger);
  const wakers = new Set<() => void>();
  let rebalancing = false;
  const changed = (): void => {
    void committer.commit();
    for (const wake of wakers) wake();
  };
  consumer.on(consumer.events.GROUP_JOIN, () => {
    // From the last commit on everything is delivered again, to whoever has the partition.
    for (const records of open.values()) records.close();
    open.clear();
    rebalancing = false;
    committer.forget();
    parts.joined();
  });
  const failed = new Promise<Error>((resolve) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => resolve(payload.error));
  });

  async function each({ batch, resolveOffset, heartbeat, isRunning }: EachBatchPayload): Promise<void> {
    const { partition, messages } = batch;
    // kafkajs works through all that it has fetched before it joins again; whoever has the partition then fetches this too.
    if (rebalancing) return;
    const records = open.get(partition) ?? createOpenRecords(changed);
    open.set(partition, records);
    committer.begins(partition, messages[0]?.offset);
    parts.deliver(messages.map(({ offset, value }) => records.deliver({ topic, partition, offset, value })));
    for (const { offset } of messages) resolveOffset(offset);
    const isBusy = (): boolean => records.count("waiting", "begun") > 0 || records.count("parked") > PARKED_MAX;
    while (isRunning() && !records.isClosed() && isBusy()) {
      await tick(wakers);
      try {
        await heartbeat();
      } catch (error) {
        rebalancing = isRebalancing(error);
        if (rebalancing) await handOver(records, wakers);
        await committer.commit();
        throw error;
      }
    }
  }

  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: each });
  return {
    failed,
    async end() {
      await committer.commit();
      const left = consumer.disconnect();
      for (const wake of wakers) wake();
      await left;
    },
  };
}

/** The group waits until we join it again: what has begun is finished, the rest is the next one's. */
async function handOver(records: OpenRecords, wakers: Set<() => void>): Promise<void> {
  records.close();
  const until = performance.now() + HAND_OVER_MS_MAX;
  while (records.count("begun") > 0 && performance.now() < until) await tick(wakers);
}

function createConsumer(kafka: Kafka, groupId: string): Consumer {
  return kafka.consumer({
    groupId,
    sessionTimeout: SESSION_MS_MAX,
    heartbeatInterval: HEARTBEAT_MS,
    maxWaitTimeInMs: FETCH_MS_MAX,
    maxBytesPerPartition: FETCH_BYTES_MAX,
    // Whoever holds the membership makes another one; kafkajs would go on with what it believes to know.
    retry: { restartOnFailure: () => Promise.resolve(false) },
  });
}

/** Until something is settled or parked; at most a moment, because a heartbeat may be due. */
async function tick(wakers: Set<() => void>): Promise<void> {
  let wake = (): void => undefined;
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    wake = resolve;
    wakers.add(wake);
    timer = setTimeout(resolve, TICK_MS);
  });
  clearTimeout(timer);
  wakers.delete(wake);
}

const isRebalancing = (error: unknown): boolean =>
  error instanceof Error && "type" in error && error.type === "REBALANCE_IN_PROGRESS";
