/** Consumes a topic as a member of a group, and joins it again whenever that fails, until it is closed. */
import type { Logger } from "../logging/logger";
import { systemClock } from "../time/clock";
import { pause, unlessAborted } from "../time/waiting";
import { createContact } from "./contact";
import type * as Conversations from "./conversation";
import type * as Memberships from "./membership";
import type { Delivery } from "./open-records";

export interface KafkaConsumer {
  /** Commits what is settled, leaves the group and leaves nothing open. Never rejects. */
  close(): Promise<void>;
}

export interface KafkaConsumerOptions {
  /** host:port of each; one that answers names the others. */
  readonly brokers: readonly string[];
  /** Created where it is missing. */
  readonly topic: string;
  /** The members of a group share the topic's partitions; a new group begins with the first record there is. */
  readonly groupId: string;
  /** At least once each. Must not throw, nor wait. */
  readonly deliver: (deliveries: readonly Delivery[]) => void;
  /** What follows while Kafka does not answer: half a sentence, for the log. */
  readonly meanwhile: string;
  readonly logger: Logger;
}

/** A group that rebalances takes a new member in when all others are back, or after a minute. */
const JOIN_MS_MAX = 90_000;
const LEAVE_MS_MAX = 5_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;

/** Needs no broker yet. */
export function createKafkaConsumer(options: KafkaConsumerOptions): KafkaConsumer {
  const { brokers, logger, meanwhile } = options;
  // Required here, not imported above: kafkajs takes 150 ms to load.
  /* eslint-disable @typescript-eslint/no-require-imports -- import() of a file wants an extension, which the tests' loader does not map */
  const { openConversation } = require("./conversation") as typeof Conversations;
  const { join } = require("./membership") as typeof Memberships;
  /* eslint-enable @typescript-eslint/no-require-imports */
  const contact = createContact(logger, meanwhile);
  const closing = new AbortController();
  let failures = 0;
  const isClosing = (): boolean => closing.signal.aborted;

  /** Resolves when we have left; rejects with what ended the membership. */
  async function belong(): Promise<void> {
    const conversation = openConversation(brokers, logger);
    const { breakOff, within } = conversation;
    const joined = (): void => {
      failures = 0;
      contact.succeeded();
    };
    try {
      const joining = within(JOIN_MS_MAX, () => join(conversation, { ...options, joined }));
      // Whoever stops waits for no other member.
      joining.catch(() => undefined);
      const membership = await unlessAborted(joining, closing.signal);
      if (membership === undefined) return;
      const reason = await unlessAborted(membership.failed, closing.signal);
      if (reason !== undefined) throw reason;
      await within(LEAVE_MS_MAX, () => membership.end());
    } finally {
      breakOff();
    }
  }

  async function stay(): Promise<void> {
    while (!isClosing()) {
      try {
        await belong();
      } catch (error) {
        if (!isClosing()) contact.failed(error);
      }
      await pause(systemClock, Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS), closing.signal);
      failures += 1;
    }
  }

  const over = stay();
  return {
    close() {
      closing.abort();
      return over;
    },
  };
}
