/** The connection to Kafka, where brokers are configured. */
import { readFileSync } from "node:fs";
import { COLLECTION_REQUESTS_TOPIC } from "../../collection-queue/kafka-publisher";
import { ConfigError, type Config } from "../../config/config";
import type { KafkaCluster } from "../../kafka/cluster";
import { createKafkaProducer, type KafkaProducer } from "../../kafka/producer";
import type { Logger } from "../../logging/logger";

/** Null without KAFKA_BROKERS. A broker that does not answer holds up nothing here. */
export function createKafka(config: Config, logger: Logger): KafkaProducer | null {
  if (config.kafkaBrokers.length === 0) return null;
  return createKafkaProducer({ ...kafkaCluster(config), topics: [COLLECTION_REQUESTS_TOPIC], logger });
}

/** Where Kafka is and how we show who we are. Throws ConfigError where the certificates cannot be read. */
export function kafkaCluster(config: Config): KafkaCluster {
  const { kafkaBrokers: brokers, kafkaSaslMechanism: mechanism, kafkaUsername, kafkaPassword } = config;
  const tls = config.kafkaTls === "on" ? { tls: { ca: certificates(config.kafkaTlsCaFile) } } : {};
  if (mechanism === "none" || kafkaUsername === undefined || kafkaPassword === undefined) return { brokers, ...tls };
  return { brokers, ...tls, sasl: { mechanism, username: kafkaUsername, password: kafkaPassword } };
}

function certificates(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new ConfigError("KAFKA_TLS_CA_FILE must be a file that can be read.", { cause });
  }
}
