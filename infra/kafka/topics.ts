/** Topics exist before anyone writes to them or reads from them. */
import type { Kafka } from "kafkajs";

/** By its name alone, or with settings of Kafka's that differ from the brokers' defaults, such as `compression.type`. */
export type Topic = string | { readonly name: string; readonly settings: Readonly<Record<string, string>> };

const CREATE_MS_MAX = 5_000;

/**
 * Creates those that are missing, with the partitions and replicas that the brokers have as their default; what exists
 * stays as an operator made it. Rejects where Kafka does not answer, or does not let us create what is missing.
 */
export async function ensureTopics(kafka: Kafka, topics: readonly Topic[]): Promise<void> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    const present = new Set(await admin.listTopics());
    const missing = topics.filter((topic) => !present.has(nameOf(topic))).map(creation);
    if (missing.length > 0) await admin.createTopics({ topics: missing, timeout: CREATE_MS_MAX });
  } finally {
    await admin.disconnect();
  }
}

export const nameOf = (topic: Topic): string => (typeof topic === "string" ? topic : topic.name);

function creation(topic: Topic) {
  if (typeof topic === "string") return { topic };
  return { topic: topic.name, configEntries: Object.entries(topic.settings).map(([name, value]) => ({ name, value })) };
}
