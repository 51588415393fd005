/** Topics exist before anyone writes to them or reads from them. */
import type { Kafka } from "kafkajs";

const CREATE_MS_MAX = 5_000;

/**
 * Creates those that are missing, with the partitions and replicas that the brokers have as their default; what exists
 * stays as an operator made it. Rejects where Kafka does not answer, or does not let us create what is missing.
 */
export async function ensureTopics(kafka: Kafka, topics: readonly string[]): Promise<void> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    const present = new Set(await admin.listTopics());
    const missing = topics.filter((topic) => !present.has(topic)).map((topic) => ({ topic }));
    if (missing.length > 0) await admin.createTopics({ topics: missing, timeout: CREATE_MS_MAX });
  } finally {
    await admin.disconnect();
  }
}
