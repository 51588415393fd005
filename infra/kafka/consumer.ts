/** Consumes a topic as a member of a group, and joins it again whenever that fails, until it is closed. */
import type { Logger } from "../logging/logger";
import { systemClock } from "../time/clock";
import { pause, unlessAborted } from "../time/waiting";
import type { Pace } from "./batches";
import type { KafkaCluster } from "./cluster";
import { createAttempts } from "./attempts";
import { createContact } from "./contact";
import type * as Conversations from "./conversation";
import type { PartitionLag } from "./lags";
import type * as Memberships from "./group-member";
import type { Membership } from "./group-member";
import type { Delivery } from "./open-records";
import type { Topic } from "./topics";

export interface KafkaConsumer {
  status(): ConsumerStatus;
  /** Commits what is settled, leaves the group and leaves nothing open. Never rejects. */
  close(): Promise<void>;
}

export interface ConsumerStatus {
  /** Whether the group has us as a member. */
  readonly joined: boolean;
  /** Whether attempts to become one fail, or memberships end soon, one after another. */
  readonly failing: boolean;
  /** What was wrong the last time, while it fails: a sentence that names no place and quotes no record. */
  readonly fault: string | null;
  /** Of the partitions that are ours, as of a moment ago, or when that was last known; what is behind here is not settled. */
  readonly lags: readonly PartitionLag[];
}

export interface KafkaConsumerOptions extends KafkaCluster {
  /** Created where it is missing. */
  readonly topic: Topic;
  /** The members of a group share the topic's partitions; a new group begins with the first record there is. */
  readonly groupId: string;
  /** At least once each. Must not throw, nor wait. */
  readonly deliver: (deliveries: readonly Delivery[]) => void;
  /** One partition after the other, little at a time, unless told. */
  readonly pace?: Pace;
  /** A join that takes longer has failed; 45 s unless told. */
  readonly joinMsMax?: number;
  /** What follows while Kafka does not answer: half a sentence, for the log. */
  readonly meanwhile: string;
  readonly logger: Logger;
}

/** A group that rebalances takes a new member in when all others are back, or when it has waited for them for long enough. */
const JOIN_MS_MAX = 45_000;
/** A join that takes longer is more than what a rebalance or a missed member takes. */
const SLOW_JOIN_MS = 10_000;
const LEAVE_MS_MAX = 5_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 5_000;
/** How long an answer about lags counts: each costs connections. */
const LAGS_FRESH_MS = 3_000;

/** Needs no broker yet. */
export function createKafkaConsumer(options: KafkaConsumerOptions): KafkaConsumer {
  const { logger, groupId, meanwhile, joinMsMax = JOIN_MS_MAX } = options;
  // Required here, not imported above: kafkajs takes 150 ms to load.
  /* eslint-disable @typescript-eslint/no-require-imports -- import() of a file wants an extension, which the tests' loader does not map */
  const { openConversation } = require("./conversation") as typeof Conversations;
  const { join } = require("./group-member") as typeof Memberships;
  /* eslint-enable @typescript-eslint/no-require-imports */
  const contact = createContact(logger, meanwhile);
  const closing = new AbortController();
  const lags = createLags();
  const attempts = createAttempts();
  let joined: Membership | undefined;
  const isClosing = (): boolean => closing.signal.aborted;

  /** Resolves when we have left; rejects with what ended the membership. */
  async function belong(): Promise<void> {
    const conversation = openConversation(options, logger);
    const { breakOff, within } = conversation;
    const begunAt = performance.now();
    const takenIn = (partitions: readonly number[]): void => {
      attempts.joined();
      if (joined === undefined) sayJoined(logger, groupId, partitions, performance.now() - begunAt);
      if (!attempts.failing()) contact.succeeded();
    };
    try {
      const joining = within(joinMsMax, () =>
        join(conversation, { ...options, joined: takenIn, fetched: attempts.fetched }),
      );
      // Whoever stops waits for no other member.
      joining.catch(() => undefined);
      const membership = await unlessAborted(joining, closing.signal);
      if (membership === undefined) return;
      joined = membership;
      const reason = await unlessAborted(membership.failed, closing.signal);
      if (reason !== undefined) throw reason;
      await within(LEAVE_MS_MAX, () => membership.end());
    } finally {
      joined = undefined;
      breakOff();
    }
  }

  async function stay(): Promise<void> {
    while (!isClosing()) {
      try {
        await belong();
      } catch (error) {
        attempts.failed(error);
        if (!isClosing()) contact.failed(error);
      }
      await pause(systemClock, Math.min(FIRST_WAIT_MS * 2 ** attempts.inVain(), LONGEST_WAIT_MS), closing.signal);
    }
  }

  const over = stay();
  return {
    status: () => ({
      joined: joined !== undefined,
      failing: attempts.failing(),
      fault: attempts.fault(),
      lags: lags.of(joined),
    }),
    close() {
      closing.abort();
      return over;
    },
  };
}

function sayJoined(logger: Logger, group: string, partitions: readonly number[], took: number): void {
  const level = took > SLOW_JOIN_MS ? "warn" : "info";
  logger[level]({ group, partitions, tookMs: Math.round(took) }, "The group has taken this process in.");
}

/** Looks again behind whoever asks, so that nobody waits for Kafka. */
function createLags() {
  let known: readonly PartitionLag[] = [];
  let askedAt = -Infinity;
  return {
    of(membership: Membership | undefined): readonly PartitionLag[] {
      if (membership !== undefined && performance.now() - askedAt > LAGS_FRESH_MS) {
        askedAt = performance.now();
        membership.lags().then(
          (said) => void (known = said),
          // What was known last says more than nothing.
          () => undefined,
        );
      }
      return known;
    },
  };
}
