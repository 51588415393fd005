/** Runs the planned faults, each at its time, and keeps which of them there were. */
import { setTimeout as delay } from "node:timers/promises";
import { afflict } from "./afflictions";
import { groupOf, isMember, said, type Fault } from "./faults";
import type { HandOvers } from "./hand-overs";
import type { Stage } from "./stage";

export interface Storm {
  /** In the order in which they struck. */
  readonly struck: readonly Fault[];
  /** Resolves when the last fault is undone. Rejects where one could not be done or undone. */
  readonly over: Promise<void>;
  /** What has struck and is not undone. */
  underWay(): readonly string[];
}

export function startStorm(
  stage: Stage,
  { faults, strikeUntilMs }: { readonly faults: readonly Fault[]; readonly strikeUntilMs: number },
  handOvers: HandOvers,
  say: (line: string) => void,
): Storm {
  const began = performance.now();
  const busy = new Map<string, Promise<void>>();
  const struck: Fault[] = [];
  const underWay = new Set<Fault>();

  async function strike(fault: Fault): Promise<void> {
    await delay(Math.max(0, fault.atMs - (performance.now() - began)));
    const atMs = performance.now() - began;
    // On a machine that is slow to start what was killed, some come too late.
    if (atMs + fault.forMs > strikeUntilMs) return;
    const server = !isMember(fault.target);
    if (server) handOvers.serverDown(true);
    await afflict(stage, fault, () => {
      struck.push(fault);
      underWay.add(fault);
      say(said({ ...fault, atMs }));
      if (!server) handOvers.fell(fault);
    });
    underWay.delete(fault);
    if (server) handOvers.serverDown(false);
    else handOvers.back(fault);
  }
  const all = faults.map((fault) => {
    const lane = isMember(fault.target) ? groupOf(fault.target) : "server";
    const before = busy.get(lane);
    // The other one of a role falls only when the one that fell before is back, however long that takes.
    const done = (async () => {
      await before;
      await strike(fault);
    })();
    busy.set(lane, done);
    return done;
  });
  return {
    struck,
    over: Promise.all(all).then(() => undefined),
    underWay: () => [...underWay].map(({ kind, target }) => `${kind} ${target}`),
  };
}
