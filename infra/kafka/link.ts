/** The link to Kafka: opened when something is to be sent, dropped at the first failure, closed when idle. Loads kafkajs. */
import type { Logger } from "../logging/logger";
import type { KafkaCluster } from "./cluster";
import { openConversation, type Conversation } from "./conversation";
import { openSession, type KafkaRecord, type Session } from "./session";
import { ensureTopics, type Topic } from "./topics";

export interface Link {
  /** Resolves once every replica has all of them. One call at a time. */
  send(records: readonly KafkaRecord[]): Promise<void>;
  /** Resolves where Kafka answers, and has the topics or lets them be created. */
  probe(): Promise<void>;
  /** Closes what is idle. Never rejects. */
  leave(): Promise<void>;
  /** Makes everything under way fail at once. */
  breakOff(): void;
}

interface Talk {
  readonly conversation: Conversation;
  session?: Session;
}

const ATTEMPT_MS_MAX = 10_000;
const PROBE_MS_MAX = 5_000;
/** An idle link is closed, because kafkajs polls an idle connection every millisecond. */
const IDLE_MS_MAX = 2_000;

export function createLink(cluster: KafkaCluster, topics: readonly Topic[], logger: Logger): Link {
  const open = new Set<Conversation>();
  let current: Talk | undefined;
  let idle: NodeJS.Timeout | undefined;
  let topicsExist = false;
  let leaving: Promise<unknown> = Promise.resolve();

  const converse = (): Conversation => {
    const conversation = openConversation(cluster, logger);
    open.add(conversation);
    return conversation;
  };
  const drop = (conversation: Conversation): void => {
    conversation.breakOff();
    open.delete(conversation);
  };
  const begin = async (conversation: Conversation): Promise<Session> => {
    if (!topicsExist) await ensureTopics(conversation.kafka, topics);
    topicsExist = true;
    return openSession(conversation);
  };
  const leave = async (): Promise<void> => {
    clearTimeout(idle);
    const left = current;
    current = undefined;
    if (left?.session !== undefined) leaving = Promise.all([leaving, left.session.end()]);
    await leaving;
    if (left !== undefined) drop(left.conversation);
  };
  return {
    async send(records) {
      clearTimeout(idle);
      const talk: Talk = current ?? { conversation: converse() };
      try {
        await talk.conversation.within(ATTEMPT_MS_MAX, async () => {
          talk.session ??= await begin(talk.conversation);
          await talk.session.send(records);
        });
      } catch (error) {
        // A session that failed must send nothing more; the next one has a sequence of its own.
        current = undefined;
        topicsExist = false;
        drop(talk.conversation);
        throw error;
      }
      current = talk;
      idle = setTimeout(() => void leave(), IDLE_MS_MAX);
    },
    async probe() {
      const conversation = converse();
      try {
        await conversation.within(PROBE_MS_MAX, () => ensureTopics(conversation.kafka, topics));
      } finally {
        drop(conversation);
      }
    },
    leave,
    breakOff() {
      for (const conversation of open) drop(conversation);
    },
  };
}
