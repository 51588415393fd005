/** Puts the collector together from the settings: the service's client, the provider of places, the topic where there is one, and the loops between them. */
import { createConsumedRequests } from "../../../processors/collector/consumed-requests";
import { createServiceClient } from "../../../processors/collector/service-client";
import { startCollector, type Collector } from "../../../processors/collector/collector";
import type { Config } from "../../config/config";
import { COLLECTION_REQUESTS_TOPIC } from "../../collection-queue/kafka-publisher";
import { createIds } from "../../ids/ids";
import { createKafkaConsumer } from "../../kafka/consumer";
import type { Logger } from "../../logging/logger";
import type { PlacesMetrics } from "../../places-provider/asking";
import type { Clock } from "../../time/clock";
import { kafkaCluster } from "../adapters/kafka";
import { createPlaces } from "../adapters/places";

export interface CollectorSetting {
  readonly config: Config;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The collectors that answer what is asked for on the topic share it. */
const COLLECTORS_GROUP = "collectors";

/** It has begun; or, where nobody could be asked or nothing handed in, the settings that are missing. */
export function openCollector(parts: CollectorSetting): Collector | { readonly missing: readonly string[] } {
  const { config, clock, logger } = parts;
  const { collectorToken: token, collectorServiceUrl: url = config.publicUrl } = config;
  const spent = { calls: 0, usd: 0, dropped: 0 };
  const metrics: PlacesMetrics = {
    called({ estimatedUsd }) {
      spent.calls += 1;
      spent.usd += estimatedUsd;
    },
    dropped() {
      spent.dropped += 1;
    },
  };
  const places = createPlaces(config, { clock, logger, metrics });
  if (places === null || token === undefined) {
    void places?.close();
    return {
      missing: [...(places === null ? ["PLACES_API_KEY"] : []), ...(token === undefined ? ["COLLECTOR_TOKEN"] : [])],
    };
  }
  const service = createServiceClient(url, token);
  const topic = consumeTopic(parts);
  const collector = startCollector({
    service,
    others: topic === null ? [] : [topic.requests],
    places,
    clock,
    ids: createIds(clock),
    logger,
    spent: () => ({ ...spent }),
    pollSeconds: config.collectorPollSeconds,
    concurrency: config.collectorConcurrency,
    graceSeconds: config.shutdownGraceSeconds,
  });
  const close = () => Promise.all([places.close(), service.close(), topic?.consumer.close()]);
  const finished = collector.finished.finally(close);
  return { finished, stop: () => collector.stop().then(() => finished) };
}

/** Null without KAFKA_BROKERS. A broker that does not answer holds up nothing. */
function consumeTopic({ config, clock, logger }: CollectorSetting) {
  if (config.kafkaBrokers.length === 0) return null;
  const requests = createConsumedRequests({ clock, logger });
  const consumer = createKafkaConsumer({
    ...kafkaCluster(config),
    topic: COLLECTION_REQUESTS_TOPIC,
    groupId: COLLECTORS_GROUP,
    deliver: requests.deliver,
    meanwhile: "what is asked for there is collected once it does",
    logger,
  });
  return { requests, consumer };
}
