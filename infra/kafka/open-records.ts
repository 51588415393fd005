/** The records of one partition that are not settled yet, and how far the partition may be committed. */

/** A record as it stands on a topic. */
export interface ConsumedRecord {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly value: Buffer | null;
}

/** A record, and what its reader says of it. A record that is not settled is delivered again, here or elsewhere. */
export interface Delivery {
  readonly record: ConsumedRecord;
  /** False where the record is ours no longer, and has to be left alone. Another member gets it only once what began first has ended. */
  begin(): boolean;
  /** It is begun again later, and meanwhile those behind it go on; nobody waits for it. */
  park(): void;
  /** It needs nobody any more. */
  settle(): void;
}

export interface OpenRecords {
  /** In the order of their offsets. */
  deliver(record: ConsumedRecord): Delivery;
  /** The first offset that is not settled; undefined where nothing was delivered. */
  committable(): string | undefined;
  /** How many wait for their beginning, are under way, or wait for another one. */
  count(...states: readonly OpenState[]): number;
  /** Nothing can be begun any more. */
  close(): void;
  isClosed(): boolean;
}

type OpenState = "waiting" | "begun" | "parked";

/** `changed` hears whenever one is settled or parked. */
export function createOpenRecords(changed: () => void): OpenRecords {
  const states = new Map<bigint, OpenState>();
  let next: bigint | undefined;
  let closed = false;
  return {
    deliver(record) {
      const offset = BigInt(record.offset);
      states.set(offset, "waiting");
      next = offset + 1n;
      return {
        record,
        begin() {
          if (!closed) states.set(offset, "begun");
          return !closed;
        },
        park() {
          states.set(offset, "parked");
          changed();
        },
        settle() {
          states.delete(offset);
          changed();
        },
      };
    },
    committable() {
      const [first = next] = states.keys();
      return first?.toString();
    },
    count: (...wanted) => [...states.values()].filter((state) => wanted.includes(state)).length,
    close() {
      closed = true;
    },
    isClosed: () => closed,
  };
}
