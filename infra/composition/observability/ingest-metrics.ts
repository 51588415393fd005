/** What became of observations from Kafka, and how many wait there. */
import { Counter, Gauge, type Registry } from "prom-client";
import type { PartitionLag } from "../../kafka/lags";
import type { RecordIntakeMetrics } from "../../kafka/record-intake";

export interface IngestMetrics extends RecordIntakeMetrics {
  /** Asked whenever metrics are. */
  lags: () => readonly PartitionLag[];
}

export function createIngestMetrics(registers: [Registry]): IngestMetrics {
  const received = new Counter({
    name: "observation_records_received_total",
    help: "Records of observations that came from Kafka; one that comes again counts again.",
    registers,
  });
  const ended = new Counter({
    name: "observation_records_total",
    help: "Records of observations by what became of them: taken where they said something new, unchanged where they did not, or rejected, and why.",
    labelNames: ["outcome", "reason"],
    registers,
  });
  const metrics: IngestMetrics = {
    received: (records) => received.inc(records),
    ended: (outcome, reason = "") => ended.inc({ outcome, reason }),
    lags: () => [],
  };
  new Gauge({
    name: "observation_records_behind",
    help: "Records that are not settled, of each partition that this process has, as of a few seconds ago.",
    labelNames: ["partition"],
    registers,
    collect() {
      this.reset();
      for (const { partition, records } of metrics.lags()) this.set({ partition }, records);
    },
  });
  return metrics;
}
