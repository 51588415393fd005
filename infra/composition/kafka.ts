/** The connection to Kafka, where brokers are configured. */
import { COLLECTION_REQUESTS_TOPIC } from "../collection-queue/kafka-publisher";
import type { Config } from "../config/config";
import { createKafkaProducer, type KafkaProducer } from "../kafka/producer";
import type { Logger } from "../logging/logger";

/** Null without KAFKA_BROKERS. A broker that does not answer holds up nothing here. */
export function createKafka({ kafkaBrokers: brokers }: Config, logger: Logger): KafkaProducer | null {
  return brokers.length === 0 ? null : createKafkaProducer({ brokers, topics: [COLLECTION_REQUESTS_TOPIC], logger });
}
