/** How far a group is behind on the partitions that are ours. */
import type { Kafka } from "kafkajs";

export interface PartitionLag {
  readonly partition: number;
  readonly records: number;
}

interface Asked {
  readonly groupId: string;
  readonly topic: string;
  readonly partitions: readonly number[];
  /** The first offset that is not settled, where that is known here; what was committed is older. */
  readonly settled: (partition: number) => string | undefined;
}

/** Rejects where Kafka does not answer. */
export async function readLags(
  kafka: Kafka,
  { groupId, topic, partitions, settled }: Asked,
): Promise<readonly PartitionLag[]> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    const [ends, [group]] = await Promise.all([
      admin.fetchTopicOffsets(topic),
      admin.fetchOffsets({ groupId, topics: [topic] }),
    ]);
    const committed = new Map(group?.partitions.map(({ partition, offset }) => [partition, offset]));
    return ends
      .filter(({ partition }) => partitions.includes(partition))
      .map(({ partition, high, low }) => {
        // A group that never committed has -1, and what retention has removed is nobody's any more.
        const from = [low, committed.get(partition) ?? "-1", settled(partition) ?? "-1"].map(BigInt);
        const first = from.reduce((most, offset) => (offset > most ? offset : most));
        return { partition, records: Math.max(0, Number(BigInt(high) - first)) };
      });
  } finally {
    await admin.disconnect();
  }
}
