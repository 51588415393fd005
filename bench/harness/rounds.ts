/** Plays a workload: everybody once to warm up, then in turns, so that what else the machine does meets all of them alike. */
import type { Contender, Extent, Faults, Sample, Workload } from "./part";
import type { Stage } from "./stage";

export interface Plan {
  readonly rounds: number;
  /** What becomes of a round's length and of an amount of work. */
  readonly share: number;
}

export const wholePlan: Plan = { rounds: 5, share: 1 };
export const quickPlan: Plan = { rounds: 3, share: 0.5 };

export interface Played {
  readonly contender: Contender;
  readonly samples: readonly Sample[];
  /** Of all rounds together. */
  readonly faults: Faults;
}

const ROUND_MS = 1_000;
/** Longer than this nobody has to warm up. */
const WARM_UP_MS_MAX = 5_000;

/**
 * The order turns by one with every round. A round that would not have ended by `endsAt` is not begun, save the first that
 * counts: a slow machine gets fewer rounds, not a longer run.
 */
export async function play(
  { contenders, roundMs = ROUND_MS, rounds = Infinity }: Workload,
  plan: Plan,
  stage: Pick<Stage, "settle">,
  endsAt: number,
  now: () => number = () => performance.now(),
): Promise<readonly Played[]> {
  const extent: Extent = { ms: roundMs * plan.share, share: plan.share };
  const samples = new Map<Contender, Sample[]>(contenders.map((contender) => [contender, []]));
  let roundTook = 0;
  for (let round = 0; round <= Math.min(rounds, plan.rounds); round += 1) {
    const began = now();
    if (round > 1 && began + roundTook > endsAt) break;
    for (let turn = 0; turn < contenders.length; turn += 1) {
      const contender = contenders[(round + turn) % contenders.length] ?? contenders[0];
      await stage.settle();
      const warmUp = { ...extent, ms: Math.min(extent.ms, WARM_UP_MS_MAX) };
      const sample = await contender.run(round === 0 ? warmUp : extent);
      if (round > 0) samples.get(contender)?.push(sample);
    }
    roundTook = now() - began;
  }
  return [...samples].map(([contender, those]) => ({ contender, samples: those, faults: sum(those) }));
}

function sum(samples: readonly Faults[]): Faults {
  const all = (of: (faults: Faults) => number) => samples.reduce((total, one) => total + of(one), 0);
  return {
    lost: all(({ lost }) => lost),
    doubled: all(({ doubled }) => doubled),
    outOfOrder: all(({ outOfOrder }) => outOfOrder),
  };
}
