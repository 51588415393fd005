/** Works through what a member fetches, batch by batch: more of a partition is fetched once what came before is settled. */
import type { EachBatchPayload, KafkaMessage } from "kafkajs";
import { unreadableOf, type UnreadableBatch } from "./unpacking";
import { createOpenRecords, type ConsumedRecord, type Delivery, type OpenRecords } from "./open-records";

/** How much is taken at a time. */
export interface Pace {
  /** Of one partition; a record that is larger comes alone. */
  readonly fetchBytesMax: number;
  /** How many partitions have records under way at the same time. */
  readonly partitionsAtOnce: number;
  /** More of a partition is fetched when no more than so many of its records are under way, or wait behind others of their key. */
  readonly underWayMax: number;
}

export interface Batches {
  /** By partition. */
  readonly open: ReadonlyMap<number, OpenRecords>;
  /** kafkajs's handler. */
  each(payload: EachBatchPayload): Promise<void>;
  /** The partitions were given out anew: from the last commit on everything is delivered again, to whoever has it. */
  startOver(): void;
  /** Nothing more is begun. */
  close(): void;
  /** Whoever waits for something to be settled sees whether it still runs. */
  wake(): void;
}

interface BatchesParts {
  readonly topic: string;
  readonly pace: Pace;
  readonly deliver: (deliveries: readonly Delivery[]) => void;
  /** Hears of what was committed of a partition before us. */
  readonly begins: (partition: number, offset: string | undefined) => void;
  /** Something is settled or parked. */
  readonly changed: () => void;
  /** Commits what is settled now. */
  readonly flush: () => Promise<void>;
}

/** Less than the session's six seconds: meanwhile no heartbeat goes out, and without us the group would go on, only to rest again when we come back. */
const HAND_OVER_MS_MAX = 4_000;
/** Nothing is fetched while more than that is not settled, of all partitions: each fetch may unpack to several times as much. */
const UNDER_WAY_BYTES_MAX = 16 * 1024 * 1024;
const TICK_MS = 500;
/** What waits for another try stays in memory and holds the commit back. */
const PARKED_MAX = 1_000;

/** Wakes those for whom there is something to see, or all of them. */
type Wakers = Set<(all?: "all") => void>;

export function createBatches({ topic, pace, deliver, begins, changed, flush }: BatchesParts): Batches {
  const open = new Map<number, OpenRecords>();
  const wakers: Wakers = new Set();
  let rebalancing = false;
  const wakeSome = (): void => {
    changed();
    for (const wake of wakers) wake();
  };
  const bytes = (): number => [...open.values()].reduce((sum, records) => sum + records.bytes(), 0);
  const close = (): void => {
    for (const records of open.values()) records.close();
  };
  return {
    open,
    async each({ batch: { partition, messages }, resolveOffset, heartbeat, isRunning }) {
      // kafkajs works through all that it has fetched before it joins again; whoever has the partition then fetches this too.
      if (rebalancing) return;
      const records = open.get(partition) ?? createOpenRecords(wakeSome);
      open.set(partition, records);
      begins(partition, messages[0]?.offset);
      deliver(recordsOf(topic, partition, messages).map((record) => records.deliver(record)));
      for (const { offset } of messages) resolveOffset(offset);
      const isIdle = (): boolean =>
        records.count("waiting", "begun") <= pace.underWayMax &&
        records.count("parked") <= PARKED_MAX &&
        bytes() <= UNDER_WAY_BYTES_MAX;
      while (isRunning() && !records.isClosed() && !isIdle()) {
        await tick(wakers, isIdle);
        try {
          await heartbeat();
        } catch (error) {
          rebalancing = isRebalancing(error);
          if (rebalancing) await handOver(records, wakers);
          await flush();
          throw error;
        }
      }
    },
    startOver() {
      close();
      open.clear();
      rebalancing = false;
    },
    close,
    wake() {
      for (const wake of wakers) wake("all");
    },
  };
}

/** A batch that cannot be read is one of them, however many records it has. */
function recordsOf(topic: string, partition: number, messages: readonly KafkaMessage[]): readonly ConsumedRecord[] {
  const told = new Set<UnreadableBatch>();
  return messages.flatMap((message) => {
    const { offset, key, value, headers = {}, timestamp } = message;
    const unreadable = unreadableOf(message);
    if (unreadable === undefined) return [{ topic, partition, offset, key, value, headers, timestamp }];
    if (told.has(unreadable)) return [];
    told.add(unreadable);
    return [{ topic, partition, offset, key: null, value: null, headers: {}, timestamp, unreadable }];
  });
}

/** The group waits until we join it again: what has begun is finished, the rest is the next one's. */
async function handOver(records: OpenRecords, wakers: Wakers): Promise<void> {
  records.close();
  const until = performance.now() + HAND_OVER_MS_MAX;
  const isOver = (): boolean => records.count("begun") === 0;
  while (!isOver() && performance.now() < until) await tick(wakers, isOver);
}

/** Until there is something to see; at most a moment, because a heartbeat may be due. */
async function tick(wakers: Wakers, isThere: () => boolean): Promise<void> {
  if (isThere()) return;
  let wake: (all?: "all") => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    wake = (all) => {
      if (all === "all" || isThere()) resolve();
    };
    wakers.add(wake);
    timer = setTimeout(resolve, TICK_MS);
  });
  clearTimeout(timer);
  wakers.delete(wake);
}

const isRebalancing = (error: unknown): boolean =>
  error instanceof Error && "type" in error && error.type === "REBALANCE_IN_PROGRESS";
