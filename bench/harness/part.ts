/** What a part of the bench consists of: workloads, those who take part in each, and what is asked of the outcome. */
import type { Stage } from "./stage";

/** What became of the work of one round: a speed stands beside what was lost on the way. */
export interface Faults {
  /** Acknowledged and not found afterwards, or not answered as it should be. */
  readonly lost: number;
  readonly doubled: number;
  readonly outOfOrder: number;
}

export const noFaults: Faults = { lost: 0, doubled: 0, outOfOrder: 0 };

/** One round of one contender: what the workload measures under `value`, and further figures by their names. */
export interface Sample extends Faults {
  readonly value: number;
  readonly also?: Readonly<Record<string, number>>;
}

/** A round's bounds: how long it may work, or, where a fixed amount of work is timed, what share of it is done. */
export interface Extent {
  readonly ms: number;
  readonly share: number;
}

export interface Contender {
  readonly name: string;
  /** How it is set up, in words with which its authors would agree. */
  readonly setUp: string;
  run(extent: Extent): Promise<Sample>;
}

/**
 * `against`: how many times better than that contender. `figure`: a bound that stands by itself, on the value or on one of
 * the further figures. `obstacle`: where it was found to be out of reach, what stands in its way, as it was measured; it is
 * told where the target is missed.
 */
export type Target = { readonly obstacle?: string } & (
  | { readonly against: string; readonly times: number }
  | { readonly figure: string; readonly atLeast: number }
  | { readonly figure: string; readonly atMost: number }
);

export interface Workload {
  readonly name: string;
  /** More is better with a speed, less with a time. */
  readonly unit: "/s" | "ms" | "s";
  /** The first one is the service. */
  readonly contenders: readonly [Contender, ...Contender[]];
  readonly targets: readonly Target[];
  /** Of one round of one contender, before what `--quick` makes of it; a second unless told. */
  readonly roundMs?: number;
  /** Fewer than usual, where one long round says more than several short ones. */
  readonly rounds?: number;
}

export interface OpenPart {
  readonly workloads: readonly Workload[];
  close(): Promise<void>;
}

export interface Part {
  readonly name: string;
  /** What is measured, in a sentence. */
  readonly about: string;
  /** All that it may take, its opening included: workloads that would take longer have fewer rounds. */
  readonly seconds: number;
  /** Whether it takes part in `--quick`. */
  readonly quick?: boolean;
  /** It takes longer than all others together: it is played where it is named, and has a document of its own. */
  readonly alone?: boolean;
  /** Its picture (SVG) after it was played, where bars would say little. */
  picture?(): string;
  open(stage: Stage): Promise<OpenPart>;
}
