/** Sends records to Kafka: a promise resolves once all replicas have the record, and rejects where it is to be sent again. */
import type { Logger } from "../logging/logger";
import { createContact } from "./contact";
import type * as Links from "./link";
import type { KafkaRecord } from "./session";

export interface KafkaProducer {
  /** At least once: a record whose promise rejects may have arrived all the same. */
  send(record: KafkaRecord): Promise<void>;
  /** Whether Kafka answers and has the topics, as of at most five seconds ago. */
  reachable(): Promise<boolean>;
  /** Lets what is being sent end, if that is soon, rejects the rest and leaves nothing open. */
  close(): Promise<void>;
}

export interface KafkaProducerOptions {
  /** host:port of each; one that answers names the others. */
  readonly brokers: readonly string[];
  /** Created where they are missing. */
  readonly topics: readonly string[];
  readonly logger: Logger;
}

interface Waiting {
  readonly record: KafkaRecord;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

const BATCH_RECORDS_MAX = 100;
const CLOSE_MS_MAX = 2_000;

/** Needs no broker yet; looks for one at once, so that the log says early whether there is one. */
export function createKafkaProducer({ brokers, topics, logger }: KafkaProducerOptions): KafkaProducer {
  // Required here, not imported above: kafkajs takes 150 ms to load.
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- import() of a file wants an extension, which the tests' loader does not map
  const { createLink } = require("./link") as typeof Links;
  const link = createLink(brokers, topics, logger);
  const contact = createContact(logger, "what is to be published is tried again");
  const waiting: Waiting[] = [];
  let working: Promise<void> | undefined;
  let probing: Promise<boolean> | undefined;
  let closed = false;

  /** One batch at a time, as a session wants it; what arrives meanwhile makes up the next. Neither this nor `probe` rejects. */
  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH_RECORDS_MAX);
      try {
        await link.send(batch.map(({ record }) => record));
        contact.succeeded();
        for (const { resolve } of batch) resolve();
      } catch (error) {
        contact.failed(error);
        for (const { reject } of batch) reject(notSent(error));
      }
    }
    working = undefined;
  }

  async function probe(): Promise<boolean> {
    const answered = await link.probe().then(
      () => (contact.succeeded(), true),
      (error: unknown) => (contact.failed(error), false),
    );
    probing = undefined;
    return answered;
  }

  const reachable = async (): Promise<boolean> => contact.recent() ?? (closed ? false : (probing ??= probe()));
  void reachable();
  return {
    send: (record) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(notSent("the service is stopping"));
        waiting.push({ record, resolve, reject });
        working ??= work();
      }),
    reachable,
    async close() {
      closed = true;
      for (const { reject } of waiting.splice(0)) reject(notSent("the service is stopping"));
      const timer = setTimeout(() => link.breakOff(), CLOSE_MS_MAX);
      await Promise.all([working, probing]);
      clearTimeout(timer);
      await link.leave();
    },
  };
}

function notSent(cause: unknown): Error {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new Error(`Kafka has not acknowledged the record: ${why}.`, { cause });
}
