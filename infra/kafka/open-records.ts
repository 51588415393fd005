/** The records of one partition that are not settled yet, and how far the partition may be committed. */
import type { IHeaders } from "kafkajs";
import type { UnreadableBatch } from "./unpacking";

/** A record as it stands on a topic. */
export interface ConsumedRecord {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: Readonly<IHeaders>;
  /** Milliseconds of the epoch, of its writer's clock or of the broker's, as the topic is set up. */
  readonly timestamp: string;
  /** Only where this is no record, but what can be said of a batch of them; `offset` is its last one, and nothing else is known. */
  readonly unreadable?: UnreadableBatch;
}

/** A record, and what its reader says of it. A record that is not settled is delivered again, here or elsewhere. */
export interface Delivery {
  readonly record: ConsumedRecord;
  /** False where the record is ours no longer, and has to be left alone. Another member gets it only once what began first has ended. */
  begin(): boolean;
  /** It came to nothing and is begun again later; those behind it wait with it. */
  release(): void;
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
  /** What the values hold of those that are not settled. */
  bytes(): number;
  /** Nothing can be begun any more. */
  close(): void;
  isClosed(): boolean;
}

type OpenState = "waiting" | "begun" | "parked";

/** `changed` hears whenever one is settled or parked. */
export function createOpenRecords(changed: () => void): OpenRecords {
  const states = new Map<bigint, OpenState>();
  const counts = { waiting: 0, begun: 0, parked: 0 };
  const sizes = new Map<bigint, number>();
  let held = 0;
  let next: bigint | undefined;
  let closed = false;
  const move = (offset: bigint, to: OpenState | undefined): void => {
    const from = states.get(offset);
    if (from !== undefined) counts[from] -= 1;
    if (to === undefined) {
      states.delete(offset);
      held -= sizes.get(offset) ?? 0;
      sizes.delete(offset);
      return;
    }
    counts[to] += 1;
    states.set(offset, to);
  };
  return {
    deliver(record) {
      const offset = BigInt(record.offset);
      const size = (record.unreadable?.bytes ?? record.value)?.length ?? 0;
      held += size - (sizes.get(offset) ?? 0);
      sizes.set(offset, size);
      move(offset, "waiting");
      next = offset + 1n;
      return {
        record,
        begin() {
          if (!closed) move(offset, "begun");
          return !closed;
        },
        release: () => move(offset, "waiting"),
        park() {
          move(offset, "parked");
          changed();
        },
        settle() {
          move(offset, undefined);
          changed();
        },
      };
    },
    committable() {
      const [first = next] = states.keys();
      return first?.toString();
    },
    count: (...wanted) => wanted.reduce((sum, state) => sum + counts[state], 0),
    bytes: () => held,
    close() {
      closed = true;
    },
    isClosed: () => closed,
  };
}
