/** What those who append are asked, and what they tell. */
import type { Sample } from "../harness/part";

/** Streams that all writers share, where `hot`; otherwise every event begins one of its own. */
export const HOT_STREAMS = 10;

export interface Appending {
  readonly ms: number;
  readonly inFlight: number;
  readonly hot: boolean;
}

export interface Appended {
  readonly done: number;
  readonly ms: number;
  /** Found afterwards: events, different ones among them, and those whose revision does not follow the one before. */
  readonly stored: number;
  readonly different: number;
  readonly outOfOrder: number;
}

export const sampleOf = ({ done, ms, stored, different, outOfOrder }: Appended): Sample => ({
  value: (done * 1_000) / ms,
  lost: Math.max(0, done - different),
  doubled: Math.max(0, stored - done),
  outOfOrder,
});
