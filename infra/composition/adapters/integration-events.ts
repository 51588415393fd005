/** Public events to Kafka, from the processes that run what follows from events. */
import { INTEGRATION_EVENTS_TOPIC, integrationEvents } from "../../../processors/integration-events";
import type { Config } from "../../config/config";
import type * as FencedSessions from "../../kafka/fenced-session";
import type { LeaseDuties } from "../../leases/leases";
import { createPublisher } from "../../relay/publisher";
import type { RelayStatus } from "../../relay/relay";
import type { Engines } from "../engines";
import { kafkaCluster } from "./kafka";

export interface IntegrationEvents {
  /** One process at a time publishes. */
  readonly duties: readonly LeaseDuties[];
  status(): Promise<RelayStatus>;
}

/** Null without KAFKA_BROKERS. */
export function createIntegrationEvents(config: Config, engines: Engines): IntegrationEvents | null {
  if (config.kafkaBrokers.length === 0) return null;
  const { logger } = engines;
  // Required here, not imported above: kafkajs takes 150 ms to load.
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- import() of a file wants an extension, which the tests' loader does not map
  const { openFencedSession, prepareTopic } = require("../../kafka/fenced-session") as typeof FencedSessions;
  const where = { cluster: kafkaCluster(config), topic: INTEGRATION_EVENTS_TOPIC, logger };
  const publisher = createPublisher({
    ...engines,
    relay: integrationEvents,
    sink: {
      name: "Kafka",
      prepare: () => prepareTopic(where),
      open: (id) => openFencedSession({ ...where, id: `${integrationEvents.name}-${id}` }),
    },
  });
  return { duties: [publisher.duties], status: publisher.status };
}
