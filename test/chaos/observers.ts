/** Collectors: each place is observed by one of them, over HTTP or over Kafka, and every observation says something new. */
import { setTimeout as delay } from "node:timers/promises";
import { Kafka, logLevel, type Producer } from "kafkajs";
import { systemClock } from "../../infra/time/clock";
import { ndjson, type Api } from "../support/api";
import type { Seeded } from "../support/seeded";
import type { Ledger } from "./ledger";
import { PLACES } from "./places";
import type { Stage } from "./stage";

export interface Observed {
  readonly id: string;
  readonly placeId: string;
  readonly rating: number;
  readonly by: "http" | "kafka";
  /** By performance.now(); null while nobody has acknowledged it. */
  acknowledgedAt: number | null;
  /** By the system's clock, in milliseconds. */
  acknowledgedTime: number | null;
}

export interface Observers {
  readonly observed: readonly Observed[];
  /** Values of records that no observation is. */
  readonly poison: readonly string[];
  run(over: () => boolean): Promise<void>;
}

const TOPIC = "listing-observations";

export function createObservers({ broker }: Stage, api: Api, ledger: Ledger, random: Seeded): Observers {
  const observed: Observed[] = [];
  const poison: string[] = [];
  const overKafka = broker === undefined ? [] : PLACES.slice(PLACES.length / 2);
  const overHttp = PLACES.slice(0, PLACES.length - overKafka.length);
  const counts = new Map<string, number>();

  function observe(placeId: string, by: Observed["by"]): Observed {
    const count = (counts.get(placeId) ?? 0) + 1;
    counts.set(placeId, count);
    const one = { id: `${placeId}-${count}`, placeId, rating: (count % 41) / 10 + 0.5, by };
    const kept: Observed = { ...one, acknowledgedAt: null, acknowledgedTime: null };
    observed.push(kept);
    return kept;
  }
  const textOf = ({ id, placeId, rating }: Observed): string => {
    const listing = { name: `At ${placeId}`, rating, reviewCount: 10 };
    return JSON.stringify({ id, placeId, observedAt: systemClock.now().toISOString(), source: "chaos", listing });
  };
  const acknowledge = (ones: readonly Observed[]): void => {
    for (const one of ones) {
      one.acknowledgedAt = performance.now();
      one.acknowledgedTime = systemClock.now().getTime();
    }
  };
  const some = (places: readonly string[]): readonly string[] => places.filter(() => random() < 0.5);

  async function http(over: () => boolean): Promise<void> {
    while (!over()) {
      const batch = some(overHttp).map((placeId) => observe(placeId, "http"));
      const lines = batch.map((one) => `${textOf(one)}\n`).join("");
      if (batch.length > 0 && (await hand(lines))) acknowledge(batch);
      await delay(random.between(100, 400));
    }
  }
  /** The same lines again until they were taken in: the next observation of a place comes after that. */
  async function hand(lines: string): Promise<boolean> {
    for (let tries = 0; tries < 400; tries++) {
      const signal = AbortSignal.timeout(6_000);
      const reply = await api.collector
        .send("POST", "/api/admin/observations", { ...ndjson(lines), signal })
        .catch(() => undefined);
      if (reply?.status === 200) {
        if (reply.json?.["rejected"] !== 0) ledger.oddities.push(`Lines were rejected: ${reply.text.slice(0, 500)}`);
        return true;
      }
      if (reply !== undefined && reply.status < 500 && reply.status !== 429)
        ledger.oddities.push(`Observations were answered ${reply.status} ${reply.text.slice(0, 300)}`);
      await delay(150);
    }
    return false;
  }

  async function kafka(port: number, over: () => boolean): Promise<void> {
    const client = new Kafka({ brokers: [`127.0.0.1:${port}`], logLevel: logLevel.NOTHING, retry: { retries: 3 } });
    const producer = client.producer({ idempotent: true, maxInFlightRequests: 1 });
    await persist(() => producer.connect());
    while (!over()) {
      const batch = some(overKafka).map((placeId) => observe(placeId, "kafka"));
      const records = batch.map((one) => ({ key: one.placeId, value: textOf(one) }));
      if (random() < 0.1) {
        poison.push(`no observation ${poison.length + 1}`);
        records.push({ key: random.pick(overKafka), value: poison.at(-1) ?? "" });
      }
      if (records.length > 0) await persist(() => produce(producer, records));
      acknowledge(batch);
      await delay(random.between(100, 400));
    }
    await persist(() => producer.disconnect());
  }
  return {
    observed,
    poison,
    async run(over) {
      const ways = [http(over), ...(broker === undefined ? [] : [kafka(broker.proxy.port, over)])];
      await Promise.all(ways);
    },
  };
}

async function produce(producer: Producer, records: readonly { key: string; value: string }[]): Promise<void> {
  await producer.send({ topic: TOPIC, acks: -1, messages: [...records], timeout: 5_000 });
}

/** A writer that has been told nothing writes again: that a record comes twice is allowed. */
async function persist(act: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    try {
      await act();
      return;
    } catch {
      await delay(200);
    }
  }
  throw new Error("The broker has taken nothing for too long.");
}
