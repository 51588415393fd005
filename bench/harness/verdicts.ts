/** What came of each target: the service's figure, the one it is held against, and whether it is enough. */
import { spreadOf, type Spread } from "./figures";
import { noFaults, type Faults, type Target, type Workload } from "./part";
import type { Played } from "./rounds";

export interface Row {
  readonly work: string;
  readonly unit: string;
  readonly ours: Spread;
  /** Whom or what it is held against, with its figure where it was measured. */
  readonly against: string;
  readonly theirs: Spread | undefined;
  /** How many times better, round by round; how much of a bound is reached where there is nobody to compare with. */
  readonly ratio: Spread;
  readonly target: string;
  readonly faults: Faults;
  /** Of the one that it is held against. */
  readonly theirFaults: Faults;
  readonly verdict: "met" | "missed" | "no result";
  /** What is known to stand in the way of a target that was missed. */
  readonly obstacle?: string;
}

export const clean = ({ lost, doubled, outOfOrder }: Faults): boolean => lost + doubled + outOfOrder === 0;

/** A row for each target of the workload, in their order. A speed with a loss is no result. */
export function rowsOf(part: string, { name, unit, targets }: Workload, played: readonly Played[]): readonly Row[] {
  const [ours] = played;
  if (ours === undefined) return [];
  return targets.map((target) => {
    const judged = "against" in target ? compare(target, unit, ours, played) : bound(target, unit, ours);
    const verdict = !clean(ours.faults) ? "no result" : judged.ratio.median >= judged.enough ? "met" : "missed";
    const { obstacle } = target;
    const known = verdict === "missed" && obstacle !== undefined ? { obstacle } : {};
    return { ...judged, work: `${part}: ${name}`, faults: ours.faults, verdict, ...known };
  });
}

type Judged = Omit<Row, "work" | "faults" | "verdict" | "obstacle"> & { readonly enough: number };

function compare(
  { against, times }: Extract<Target, { against: string }>,
  unit: Workload["unit"],
  ours: Played,
  played: readonly Played[],
): Judged {
  const peer = played.find(({ contender }) => contender.name === against);
  if (peer === undefined) throw new Error(`Nobody is called ${against}.`);
  const ratios = ours.samples.map(({ value }, round) => {
    const other = peer.samples[round]?.value ?? NaN;
    return unit === "/s" ? value / other : other / value;
  });
  return {
    unit,
    ours: spreadOf(valuesOf(ours)),
    against,
    theirs: spreadOf(valuesOf(peer)),
    theirFaults: peer.faults,
    ratio: spreadOf(ratios),
    target: `≥ ${shortly(times)} ×`,
    enough: times,
  };
}

function bound(target: Exclude<Target, { against: string }>, unit: Workload["unit"], ours: Played): Judged {
  const { figure } = target;
  const own = figure === "value";
  const values = ours.samples.map(({ value, also = {} }) => (own ? value : (also[figure] ?? NaN)));
  const measuredIn = own ? unit : figure.endsWith("/s") ? "/s" : unit === "/s" ? "" : unit;
  const asked = "atLeast" in target ? `≥ ${shortly(target.atLeast)}` : `≤ ${shortly(target.atMost)}`;
  const ratios = values.map((value) => ("atLeast" in target ? value / target.atLeast : target.atMost / value));
  return {
    unit: measuredIn,
    ours: spreadOf(values),
    against: own ? "a bound" : `a bound on ${figure}`,
    theirs: undefined,
    theirFaults: noFaults,
    ratio: spreadOf(ratios),
    target: `${asked} ${measuredIn}`.trim(),
    enough: 1,
  };
}

const shortly = (value: number): string => value.toLocaleString("en", { maximumFractionDigits: 2 });
const valuesOf = ({ samples }: Played): readonly number[] => samples.map(({ value }) => value);
