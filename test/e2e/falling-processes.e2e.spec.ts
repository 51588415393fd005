/** Processes fall under load, several times each: the others have their work within ten seconds, nothing is lost and nothing done twice. */
import type { Fault, FaultKind } from "../chaos/faults";
import type { HandOver } from "../chaos/hand-overs";
import { runThrough } from "../chaos/run";
import { openStage } from "../chaos/stage";

const TAKEN_OVER_MS_MAX = 10_000;
const FINDINGS_SHOWN = 5;

function fallsOf(...falls: readonly (readonly [atMs: number, kind: FaultKind, target: string, forMs: number])[]) {
  return falls.map(([atMs, kind, target, forMs], at): Fault => ({ number: at + 1, atMs, kind, target, forMs }));
}

const longestOf = (role: string, measured: readonly HandOver[]) => {
  const moved = measured.flatMap(({ fault, movedMs }) => (fault.target.startsWith(role) ? (movedMs ?? []) : []));
  return { role, handOvers: moved.length, inTime: moved.every((ms) => ms <= TAKEN_OVER_MS_MAX) };
};

test("projectors, processors and apis that are killed, frozen and stopped under load lose nothing and double nothing", async () => {
  const stage = await openStage({ log: "postgres", kafka: false, together: false });
  try {
    const faults = fallsOf(
      [1_000, "freeze", "projector-1", 6_000],
      [1_500, "kill", "processor-1", 500],
      [2_000, "freeze", "api-1", 6_000],
      [8_000, "freeze", "processor-2", 6_000],
      [8_500, "kill", "projector-2", 500],
      [9_500, "kill", "api-2", 500],
      [12_000, "stop", "projector-1", 500],
      [13_000, "stop", "api-1", 500],
      [15_000, "stop", "processor-1", 500],
    );
    const { parts, handOvers } = await runThrough(stage, { seed: 4, runMs: 24_000, faults, say: () => undefined });
    expect(parts.flatMap(({ findings }) => findings).slice(0, FINDINGS_SHOWN)).toEqual([]);
    for (const role of ["projector", "processor", "api"]) {
      const found = longestOf(role, handOvers.measured);
      expect(found).toEqual({ role, handOvers: expect.any(Number) as number, inTime: true });
      expect(found.handOvers).toBeGreaterThanOrEqual(2);
    }
  } finally {
    await stage.close();
  }
}, 300_000);
