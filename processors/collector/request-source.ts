/** Where a collector's requests come from: what is taken from any source is served by the same round, and the source hears how each ended. */
import type { TakenRequest } from "./observation-of";
import type { Round } from "./round";

export interface Taken {
  /** In the order in which they are to be served. */
  readonly requests: readonly TakenRequest[];
  /** By then others may work on what has not been begun. */
  readonly until: Date;
  /** Told of each once it has ended; false: it is not settled, and asking again may help. */
  readonly ended: (request: TakenRequest, isSettled: boolean) => void;
}

export interface TakeTerms {
  readonly limit: number;
  /** What came of what was taken before, where that says something about when to take more. */
  readonly last: Round | null;
  /** Take nothing more. */
  readonly stop: AbortSignal;
  /** Give up what is under way. */
  readonly abandon: AbortSignal;
}

export interface RequestSource {
  /** Waits while there is nothing to serve; undefined once `stop` has aborted. */
  take(terms: TakeTerms): Promise<Taken | undefined>;
}
