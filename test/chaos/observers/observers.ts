/** Collectors: each place is observed by one of them, over HTTP or over Kafka, and the next observation of a place comes after the one before was acknowledged. */
import { setTimeout as delay } from "node:timers/promises";
import type { Api } from "../../support/api";
import type { Seeded } from "../../support/seeded";
import type { Ledger } from "../ledger";
import { PLACES } from "../places";
import type { Stage } from "../stage";
import { createNotebook, textOf, type Observed } from "./notebook";
import { handIn } from "./over-http";
import { createRecordWriter } from "./record-writer";

export interface Observers {
  readonly observed: readonly Observed[];
  /** Values of records that no observation is. */
  readonly poison: readonly string[];
  overHttp(over: () => boolean): Promise<void>;
  /** Does nothing without a broker. */
  overKafka(over: () => boolean): Promise<void>;
}

export function createObservers({ broker }: Stage, api: Api, ledger: Ledger, random: Seeded): Observers {
  const { observed, observe, acknowledge } = createNotebook();
  const poison: string[] = [];
  const kafkaPlaces = broker === undefined ? [] : PLACES.slice(PLACES.length / 2);
  const httpPlaces = PLACES.slice(0, PLACES.length - kafkaPlaces.length);
  const some = (places: readonly string[]): readonly string[] => places.filter(() => random() < 0.5);
  const pause = () => delay(random.between(100, 400));

  return {
    observed,
    poison,
    async overHttp(over) {
      while (!over()) {
        await pause();
        const batch = some(httpPlaces).map((placeId) => observe(placeId, "http"));
        const lines = batch.map((one) => `${textOf(one)}\n`).join("");
        if (batch.length > 0 && (await handIn(api, ledger, lines))) acknowledge(batch);
      }
    },
    async overKafka(over) {
      if (broker === undefined) return;
      const writer = createRecordWriter(broker.proxy.port, ledger.gaveUp);
      while (!over()) {
        await pause();
        const batch = some(kafkaPlaces).map((placeId) => observe(placeId, "kafka"));
        const records = batch.map((one) => ({ key: one.placeId, value: textOf(one) }));
        if (random() < 0.1) {
          poison.push(`no observation ${poison.length + 1}`);
          records.push({ key: random.pick(kafkaPlaces), value: poison.at(-1) ?? "" });
        }
        if (records.length === 0) continue;
        if (await writer.write(records)) acknowledge(batch);
        else ledger.oddities.push("Records were not taken by the broker to the end.");
      }
      await writer.close();
    },
  };
}
