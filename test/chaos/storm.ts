/** Runs the planned faults, each at its time, and keeps whom they befell. */
import { setTimeout as delay } from "node:timers/promises";
import { afflict } from "./afflictions";
import type { Fault } from "./faults";
import type { HandOvers } from "./hand-overs";
import type { Stage } from "./stage";

export interface Storm {
  /** Resolves when the last fault is undone. Rejects where one could not be done or undone. */
  readonly over: Promise<void>;
}

export function startStorm(
  stage: Stage,
  faults: readonly Fault[],
  handOvers: HandOvers,
  say: (line: string) => void,
): Storm {
  const began = performance.now();
  const busy = new Map<string, Promise<void>>();
  let serversDown = 0;

  async function strike(fault: Fault): Promise<void> {
    await delay(Math.max(0, fault.atMs - (performance.now() - began)));
    const isMember = fault.target.includes("-");
    if (!isMember) handOvers.serverDown((serversDown += 1) > 0);
    await afflict(stage, fault, () => {
      say(`${((performance.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${fault.kind} ${fault.target}`);
      if (isMember) handOvers.fell(fault);
    });
    if (!isMember) handOvers.serverDown((serversDown -= 1) > 0);
  }
  const all = faults.map((fault) => {
    const before = busy.get(fault.target);
    // Whoever has not yet come back from the fault before is given the time.
    const struck = (async () => {
      await before;
      await strike(fault);
    })();
    busy.set(fault.target, struck);
    return struck;
  });
  return { over: Promise.all(all).then(() => undefined) };
}
