/** Where wanted collections are published and taken from, and what is collected daily on whose behalf. */
import { collectedSections } from "../../../domain/places/collection-policy";
import { plans } from "../../../domain/plans";
import { TRACKED_PLACES } from "../../../read-api/places/tracked-places";
import type { CollectionPublisher, CollectionQueue, CollectionSchedule } from "../../collection-queue/collection-queue";
import { createKafkaPublisher } from "../../collection-queue/kafka-publisher";
import { createPostgresQueue } from "../../collection-queue/postgres-queue";
import { createPostgresSchedule } from "../../collection-queue/postgres-schedule";
import type { KafkaProducer } from "../../kafka/producer";
import type { Engines } from "../engines";

export interface Collection {
  readonly publisher: CollectionPublisher;
  readonly queue: CollectionQueue;
  readonly schedule: CollectionSchedule;
}

/** By plan, and whether vacancies are monitored. */
const wanted = new Map(
  plans.flatMap((plan) =>
    [true, false].map(
      (jobMonitoring) => [`${plan} ${jobMonitoring}`, collectedSections(plan, { jobMonitoring })] as const,
    ),
  ),
);

/**
 * With Kafka the topic takes what is asked for, and gives nothing back. What the queue took before Kafka was configured is
 * still pulled from there, and withdrawn, left and erased there.
 */
export function createCollection(
  { pool, clock }: Pick<Engines, "pool" | "clock">,
  kafka: KafkaProducer | null,
): Collection {
  const queue = createPostgresQueue({ pool, clock });
  const schedule = createPostgresSchedule({ pool, clock, tracked: TRACKED_PLACES, wanted });
  const publisher = kafka === null ? queue : { ...queue, publish: createKafkaPublisher(kafka).publish };
  return { publisher, queue, schedule };
}
