/** Attempts to be a member of a group: which of them failed in a row, and of what. */
import { inWords } from "../logging/in-words";

export interface Attempts {
  /** The group has taken us in. */
  joined(): void;
  /** The group did not, or the membership has ended. */
  failed(error: unknown): void;
  /** The member has fetched, and could read it. */
  fetched(): void;
  /** How many since one last fetched: what the next one waits for. Whether it fails is remembered for longer. */
  inVain(): number;
  failing(): boolean;
  /** What was wrong the last time, while it fails. */
  fault(): string | null;
}

/** A group takes in whoever comes: a member that cannot fetch, or read what it fetches, has failed again by then. */
const HEALTHY_MS = 20_000;
/** One failure is what any restart of a broker looks like. */
const IN_A_ROW_MIN = 2;

export function createAttempts(now: () => number = () => performance.now()): Attempts {
  let [outside, cutShort, unread] = [0, 0, 0];
  let joinedAt: number | undefined;
  let last = "";
  const settle = (): void => {
    if (joinedAt !== undefined && now() - joinedAt >= HEALTHY_MS) cutShort = 0;
  };
  const failing = (): boolean => {
    settle();
    return outside >= IN_A_ROW_MIN || cutShort >= IN_A_ROW_MIN;
  };
  return {
    joined() {
      outside = 0;
      joinedAt ??= now();
    },
    failed(error) {
      settle();
      unread += 1;
      if (joinedAt === undefined) outside += 1;
      else cutShort += 1;
      joinedAt = undefined;
      last = inWords(error, "Kafka does not answer.");
    },
    fetched() {
      unread = 0;
    },
    inVain: () => unread,
    failing,
    fault: () => (failing() ? last : null),
  };
}
