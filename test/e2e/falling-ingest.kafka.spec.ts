/** Processes that take observations in fall under load: what the broker acknowledged is taken in by the others within ten seconds, once. */
import type { Fault } from "../chaos/faults";
import { runThrough } from "../chaos/run";
import { openStage } from "../chaos/stage";

const TAKEN_OVER_MS_MAX = 10_000;
const FINDINGS_SHOWN = 5;

test("an ingest that is killed, frozen or stopped under load loses nothing and doubles nothing", async () => {
  const stage = await openStage({ log: "postgres", kafka: true, together: false });
  try {
    const faults: readonly Fault[] = [
      { number: 1, atMs: 1_500, kind: "freeze", target: "ingest-1", forMs: 8_000 },
      { number: 2, atMs: 11_000, kind: "kill", target: "ingest-2", forMs: 500 },
      { number: 3, atMs: 17_000, kind: "stop", target: "ingest-1", forMs: 500 },
    ];
    const { parts, handOvers } = await runThrough(stage, { seed: 5, runMs: 25_000, faults, say: () => undefined });
    expect(parts.flatMap(({ findings }) => findings).slice(0, FINDINGS_SHOWN)).toEqual([]);
    const moved = handOvers.measured.map(({ movedMs }) => movedMs ?? Infinity);
    expect(moved).toHaveLength(3);
    expect(Math.max(...moved)).toBeLessThanOrEqual(TAKEN_OVER_MS_MAX);
  } finally {
    await stage.close();
  }
}, 300_000);
