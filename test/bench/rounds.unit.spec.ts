/** How a workload is played: who takes part when, and how long it may take. */
import { noFaults, type Extent, type Workload } from "../../bench/harness/part";
import { play, type Plan } from "../../bench/harness/rounds";

const plan: Plan = { rounds: 5, share: 1 };
const stage = { settle: () => Promise.resolve() };

/** Two contenders whose rounds take ten seconds each by a clock of their own. */
async function played(changed: Partial<Workload>, endsAtMs: number) {
  let nowMs = 0;
  const extents: (Extent & { readonly name: string })[] = [];
  const contender = (name: string) => ({
    name,
    setUp: "as it comes",
    run: (extent: Extent) => {
      nowMs += 10_000;
      extents.push({ name, ...extent });
      return Promise.resolve({ ...noFaults, value: 1 });
    },
  });
  const contenders = [contender("ours"), contender("theirs")] as const;
  const workload: Workload = { name: "work", unit: "/s", contenders, targets: [], ...changed };
  const all = await play(workload, plan, stage, endsAtMs, () => nowMs);
  return { extents, rounds: all.map(({ samples }) => samples.length) };
}

describe("a workload", () => {
  it("has the rounds of the plan behind one to warm up, and who begins changes with each", async () => {
    const { extents, rounds } = await played({}, Infinity);
    expect(rounds).toEqual([5, 5]);
    expect(extents.map(({ name }) => name[0]).join("")).toBe("ottoottootto");
  });

  it("begins no round that would not have ended in time, and has one in any case", async () => {
    expect((await played({}, 85_000)).rounds).toEqual([3, 3]);
    expect((await played({}, 0)).rounds).toEqual([1, 1]);
  });

  it("has fewer and longer rounds where it asks for them, and warms up for no longer than others", async () => {
    const { extents, rounds } = await played({ rounds: 1, roundMs: 60_000 }, Infinity);
    expect(rounds).toEqual([1, 1]);
    expect(extents.map(({ ms }) => ms)).toEqual([5_000, 5_000, 60_000, 60_000]);
  });
});
