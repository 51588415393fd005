/** Writes records to a topic: whoever has been told nothing writes again, by a producer of its own each time. */
import { setTimeout as delay } from "node:timers/promises";
import { Kafka, logLevel, type Producer } from "kafkajs";

export interface RecordWriter {
  /** Whether the broker acknowledged them before everybody gave up; what came twice on the way is allowed. */
  write(records: readonly { readonly key: string; readonly value: string }[]): Promise<boolean>;
  close(): Promise<void>;
}

const TOPIC = "listing-observations";
const REQUEST_MS_MAX = 5_000;
/** However the client library waits for what never comes. */
const WRITE_MS_MAX = 12_000;
const CLOSE_MS_MAX = 2_000;
const PAUSE_MS = 200;

export function createRecordWriter(port: number, gaveUp: () => boolean): RecordWriter {
  const kafka = new Kafka({
    brokers: [`127.0.0.1:${port}`],
    logLevel: logLevel.NOTHING,
    requestTimeout: REQUEST_MS_MAX,
    retry: { retries: 1 },
  });
  let connected: Producer | undefined;

  async function producer(): Promise<Producer> {
    if (connected !== undefined) return connected;
    const fresh = kafka.producer({ idempotent: true, maxInFlightRequests: 1, retry: { retries: 1 } });
    await fresh.connect();
    return (connected = fresh);
  }
  async function leave(): Promise<void> {
    const left = connected;
    connected = undefined;
    await within(CLOSE_MS_MAX, Promise.resolve(left?.disconnect())).catch(() => undefined);
  }
  return {
    async write(records) {
      while (!gaveUp()) {
        try {
          const send = async () => (await producer()).send({ topic: TOPIC, acks: -1, messages: [...records] });
          await within(WRITE_MS_MAX, send());
          return true;
        } catch {
          await leave();
          await delay(PAUSE_MS);
        }
      }
      return false;
    },
    close: leave,
  };
}

async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const over = new AbortController();
  const late = delay(milliseconds, undefined, { signal: over.signal }).then(() => {
    throw new Error("Nothing was answered in time.");
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => undefined);
    over.abort();
  }
}
