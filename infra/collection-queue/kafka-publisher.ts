/** Offers wanted collections to whoever reads a Kafka topic: one record for each, keyed by its place. */
import type { KafkaProducer } from "../kafka/producer";
import type { CollectionPublisher } from "./collection-queue";

export const COLLECTION_REQUESTS_TOPIC = "collection-requests";

/**
 * `publish` resolves once the broker has the record and rejects otherwise, so that the effect behind it is tried again;
 * a record that arrived twice has the same id. Who asks stays inside the service: nothing in a record names them.
 *
 * The other members have nothing to do. A record cannot be taken out of a topic again: a collector may still answer a
 * request that was answered, or that nobody waits for, and its observation then says nothing new; `expiresAt` ends the
 * matter. As a record holds nothing of those who asked, erasing a business leaves nothing of it there.
 */
export function createKafkaPublisher(producer: Pick<KafkaProducer, "send">): CollectionPublisher {
  const nothing = (): Promise<void> => Promise.resolve();
  return {
    publish({ requestId: id, placeId, sections, requestedAt, expiresAt }) {
      const value = JSON.stringify({ id, placeId, sections, requestedAt, expiresAt });
      const headers = { "content-type": "application/json" };
      return producer.send({ topic: COLLECTION_REQUESTS_TOPIC, key: placeId, value, headers });
    },
    withdraw: nothing,
    leave: nothing,
    erase: nothing,
  };
}
