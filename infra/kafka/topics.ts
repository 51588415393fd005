/** Topics exist before anyone writes to them or reads from them. */
import { ConfigResourceTypes, type Kafka } from "kafkajs";

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

/** How large a batch of the topic may be; undefined where Kafka does not tell us. */
export async function batchBytesMax(kafka: Kafka, topic: Topic): Promise<number | undefined> {
  const admin = kafka.admin();
  const asked = { type: ConfigResourceTypes.TOPIC, name: nameOf(topic), configNames: ["max.message.bytes"] };
  try {
    await admin.connect();
    const { resources } = await admin.describeConfigs({ resources: [asked], includeSynonyms: false });
    return Number(resources[0]?.configEntries[0]?.configValue) || undefined;
  } catch (error) {
    if (error instanceof Error && "type" in error && error.type === "TOPIC_AUTHORIZATION_FAILED") return undefined;
    throw error;
  } finally {
    await admin.disconnect();
  }
}

export const nameOf = (topic: Topic): string => (typeof topic === "string" ? topic : topic.name);

function creation(topic: Topic) {
  if (typeof topic === "string") return { topic };
  return { topic: topic.name, configEntries: Object.entries(topic.settings).map(([name, value]) => ({ name, value })) };
}
