/** How the engines stand, and who answers. What could not be asked is not shown, because an old number would look like a new one. */
import { Gauge, type Registry } from "prom-client";
import type { CollectionQueueStatus } from "../../collection-queue/collection-queue";
import type { EngineHealth } from "../../http/health";
import type { RelayStatus } from "../../relay/relay";
import type { SenderStatus } from "../../webhooks/sender";
import { createRelayMetrics } from "./relay-metrics";

/** Undefined: it did not answer. */
export interface ShownEngines {
  /** By who is asked; null where there is none. */
  readonly answering: Readonly<Record<string, boolean | null>>;
  readonly projections: readonly EngineHealth[] | undefined;
  readonly processes: readonly EngineHealth[] | undefined;
  readonly webhooks: SenderStatus | undefined;
  readonly collections: CollectionQueueStatus | undefined;
  readonly integrationEvents: RelayStatus | null | undefined;
}

export interface EngineMetrics {
  show(engines: ShownEngines): void;
  projectionHalted(table: string): void;
}

export function createEngineMetrics(registers: [Registry]): EngineMetrics {
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Gauge({ name, help, labelNames, registers });
  const up = gauge("dependency_up", "1 where the database, the log or Kafka answers this process, and 0 where not.", [
    "name",
  ]);
  const engine = ["kind", "name"] as const;
  const position = gauge(
    "engine_position",
    "The log position that a projection or process manager has reached.",
    engine,
  );
  const lag = gauge("engine_seconds_behind", "Age of the oldest event not yet applied, in seconds.", engine);
  const halted = gauge("engine_halted", "1 where a projection or process manager has stopped at an event.", engine);
  const deliveries = gauge("webhook_deliveries", "Webhook deliveries by where they stand.", ["status"]);
  const oldestDue = gauge("webhook_oldest_due_seconds", "Age of the delivery that has been due for longest.", []);
  const collections = gauge("collection_requests", "Open requests to collectors by whether one of them has taken it.", [
    "status",
  ]);
  const oldestCollection = gauge(
    "collection_oldest_request_seconds",
    "Age of the request to collectors that has been open for longest.",
    [],
  );
  const showRelay = createRelayMetrics(registers);

  /** A halt is shown until it is known to be over. */
  const showEngines = (kind: string, engines: readonly EngineHealth[]): void => {
    for (const one of engines) {
      const labels = { kind, name: one.name };
      position.set(labels, one.position);
      lag.set(labels, one.secondsBehind);
      halted.set(labels, one.halted === null ? 0 : 1);
    }
  };
  const showDeliveries = (status: SenderStatus | undefined): void => {
    deliveries.reset();
    if (status === undefined) return oldestDue.remove();
    const { oldestDueSeconds, ...counts } = status;
    for (const [name, count] of Object.entries(counts)) deliveries.set({ status: name }, count);
    oldestDue.set(oldestDueSeconds);
  };
  const showCollections = (status: CollectionQueueStatus | undefined): void => {
    collections.reset();
    if (status === undefined) return oldestCollection.remove();
    for (const name of ["waiting", "leased"] as const) collections.set({ status: name }, status[name]);
    oldestCollection.set(status.oldestSeconds);
  };
  return {
    projectionHalted: (table) => halted.set({ kind: "projection", name: table }, 1),
    show({ answering, projections = [], processes = [], webhooks, collections: requests, integrationEvents }) {
      for (const [name, answers] of Object.entries(answering)) if (answers !== null) up.set({ name }, answers ? 1 : 0);
      for (const one of [position, lag]) one.reset();
      showEngines("projection", projections);
      showEngines("process", processes);
      showDeliveries(webhooks);
      showCollections(requests);
      showRelay(integrationEvents);
    },
  };
}
