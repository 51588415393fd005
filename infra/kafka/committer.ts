/** Commits how far the partitions of a topic are settled, one commit at a time. */
import type { Consumer } from "kafkajs";
import type { Logger } from "../logging/logger";
import type { OpenRecords } from "./open-records";

export interface Committer {
  /** Soon; what is settled within a moment is committed at once. Never rejects. */
  commit(): Promise<void>;
  /** Now. Never rejects. */
  flush(): Promise<void>;
  /** Where the group's last commit of a partition stands, as far as it is not known yet. */
  begins(partition: number, offset: string | undefined): void;
  /** The partitions may be others' meanwhile. */
  forget(): void;
}

/** A commit costs the broker as much as a record; what is lost with one comes again, which changes nothing. */
const BETWEEN_COMMITS_MS = 100;

export function createCommitter(
  consumer: Consumer,
  topic: string,
  open: () => ReadonlyMap<number, OpenRecords>,
  logger: Logger,
): Committer {
  const committed = new Map<number, string>();
  let under: Promise<void> | undefined;
  let wake = (): void => undefined;
  let flushes = 0;
  const pending = () =>
    [...open()].flatMap(([partition, records]) => {
      const offset = records.committable();
      return offset === undefined || offset === committed.get(partition) ? [] : [{ topic, partition, offset }];
    });
  async function rest(): Promise<void> {
    if (flushes > 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      wake = resolve;
      timer = setTimeout(resolve, BETWEEN_COMMITS_MS);
    });
    clearTimeout(timer);
  }
  async function work(): Promise<void> {
    // What is settled in one breath is committed at once.
    await Promise.resolve();
    try {
      for (let offsets = pending(); offsets.length > 0; offsets = pending()) {
        await consumer.commitOffsets(offsets);
        for (const { partition, offset } of offsets) committed.set(partition, offset);
        await rest();
      }
    } catch (err) {
      // The next commit covers it; without one the records come again, which changes nothing.
      logger.debug({ err, topic }, "A commit did not reach Kafka.");
    }
    under = undefined;
  }
  const commit = (): Promise<void> => (under ??= work());
  return {
    commit,
    async flush() {
      flushes += 1;
      wake();
      await commit();
      flushes -= 1;
    },
    begins(partition, offset) {
      if (offset !== undefined && !committed.has(partition)) committed.set(partition, offset);
    },
    forget: () => committed.clear(),
  };
}
