/** Lets few passwords be hashed at a time: each costs much memory and a thread, and strangers can ask for it. */

/** So many wait already that another would wait in vain. */
export class TooManyHashes extends Error {
  override readonly name = "TooManyHashes";
}

export interface HashingLimits {
  /** Hashes that are computed side by side. */
  readonly atOnce: number;
  /** Those that wait for their turn. */
  readonly waitingMax: number;
}

/** Runs what it is given in the order in which it came. Rejects with TooManyHashes, at once, where the queue is full. */
export type HashingQueue = <Result>(hashing: () => Promise<Result>) => Promise<Result>;

export function createHashingQueue({ atOnce, waitingMax }: HashingLimits): HashingQueue {
  const waiting: (() => void)[] = [];
  let running = 0;
  const turn = async (): Promise<void> => {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (waiting.length >= waitingMax) throw new TooManyHashes("Too many passwords are being hashed.");
    // Who leaves hands its place on, so that nobody overtakes.
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  return async (hashing) => {
    await turn();
    try {
      return await hashing();
    } finally {
      leave();
    }
  };
}
