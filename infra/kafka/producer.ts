/** Sends records to Kafka: a promise resolves once all replicas have the record, and rejects where it is to be sent again. */
import { isNativeError } from "node:util/types";
import type { Logger } from "../logging/logger";
import type { KafkaCluster } from "./cluster";
import { createContact } from "./contact";
import type * as Links from "./link";
import type * as Sessions from "./session";
import type { KafkaRecord } from "./session";
import type { Topic } from "./topics";

export interface KafkaProducer {
  /** At least once: a record whose promise rejects may have arrived all the same. */
  send(record: KafkaRecord): Promise<void>;
  /** Whether Kafka answers and has the topics, as of at most five seconds ago. */
  reachable(): Promise<boolean>;
  /** Lets what is being sent end, if that is soon, rejects the rest and leaves nothing open. */
  close(): Promise<void>;
}

/** The brokers never take this record, however often it is sent. */
export class RecordTooLarge extends Error {
  override readonly name = "RecordTooLarge";
}

/** What the record holds cannot be put into Kafka's format, however often it is sent. */
export class RecordUnwritable extends Error {
  override readonly name = "RecordUnwritable";
}

export interface KafkaProducerOptions extends KafkaCluster {
  /** Created where they are missing. */
  readonly topics: readonly Topic[];
  readonly logger: Logger;
}

interface Waiting {
  readonly record: KafkaRecord;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

const BATCH_RECORDS_MAX = 100;
/** Brokers take a batch of a megabyte unless told otherwise. */
const BATCH_BYTES_MAX = 512 * 1024;
const CLOSE_MS_MAX = 2_000;
const UNWRITABLE_CODES = new Set(["ERR_INVALID_ARG_TYPE", "ERR_INVALID_ARG_VALUE", "ERR_OUT_OF_RANGE"]);

/** Needs no broker yet; looks for one at once, so that the log says early whether there is one. */
export function createKafkaProducer(options: KafkaProducerOptions): KafkaProducer {
  const { topics, logger } = options;
  // Required here, not imported above: kafkajs takes 150 ms to load.
  /* eslint-disable @typescript-eslint/no-require-imports -- import() of a file wants an extension, which the tests' loader does not map */
  const { createLink } = require("./link") as typeof Links;
  const { bytesOf } = require("./session") as typeof Sessions;
  /* eslint-enable @typescript-eslint/no-require-imports */
  const link = createLink(options, topics, logger);
  const contact = createContact(logger, "what is to be published is tried again");
  const waiting: Waiting[] = [];
  let working: Promise<void> | undefined;
  let probing: Promise<boolean> | undefined;
  let closed = false;

  /** One batch at a time, as a session wants it; what arrives meanwhile makes up the next. Neither this nor `probe` rejects. */
  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(
        0,
        batchLength(waiting.slice(0, BATCH_RECORDS_MAX + 1).map(({ record }) => bytesOf(record))),
      );
      await sendOff(batch);
    }
    working = undefined;
  }

  async function sendOff(batch: readonly Waiting[]): Promise<void> {
    try {
      await link.send(batch.map(({ record }) => record));
      contact.succeeded();
      for (const { resolve } of batch) resolve();
    } catch (error) {
      if (!isOfRecords(error)) contact.failed(error);
      else if (isTooLarge(error)) contact.succeeded();
      // Of several together, each may be small enough, and one alone at fault.
      if (isOfRecords(error) && batch.length > 1) for (const one of batch) await sendOff([one]);
      else for (const { reject } of batch) reject(notSent(error));
    }
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

/** How many of the next records go together: as many as fit, and one in any case. */
function batchLength(sizes: readonly number[]): number {
  let bytes = 0;
  const end = sizes.findIndex((size, at) => at === BATCH_RECORDS_MAX || ((bytes += size) > BATCH_BYTES_MAX && at > 0));
  return end === -1 ? sizes.length : end;
}

function notSent(cause: unknown): Error {
  if (isTooLarge(cause)) return new RecordTooLarge("Kafka takes no record of this size.", { cause });
  if (isUnwritable(cause)) return new RecordUnwritable("The record cannot be written as one of Kafka's.", { cause });
  const why = cause instanceof Error ? cause.message : String(cause);
  return new Error(`Kafka has not acknowledged the record: ${why}.`, { cause });
}

const isTooLarge = (cause: unknown): boolean =>
  cause instanceof Error && "type" in cause && cause.type === "MESSAGE_TOO_LARGE";

/** What Node refuses as an argument: no failure of a connection, of a broker, or of kafkajs itself, looks like this. */
const isUnwritable = (cause: unknown): boolean =>
  isNativeError(cause) && (("code" in cause && UNWRITABLE_CODES.has(String(cause.code))) || isUnwritable(cause.cause));

const isOfRecords = (cause: unknown): boolean => isTooLarge(cause) || isUnwritable(cause);
