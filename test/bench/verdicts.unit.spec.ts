/** What the bench makes of its rounds: ratios, bounds, and speeds that do not count. */
import { fallen } from "../../bench/harness/recorded";
import { noFaults, type Contender, type Target, type Workload } from "../../bench/harness/part";
import { rowsOf } from "../../bench/harness/verdicts";

const contender = (name: string): Contender => ({ name, setUp: "as it comes", run: () => Promise.reject(new Error()) });
const contenders = [contender("the service"), contender("peer")] as const;
const played = (values: readonly number[], by: number, faults = noFaults) => ({
  contender: contenders[by] ?? contenders[0],
  samples: values.map((value) => ({ ...noFaults, value, also: { p99: value * 3 } })),
  faults,
});

function rowOf(target: Target, unit: Workload["unit"], ours: readonly number[], theirs: readonly number[], lost = 0) {
  const workload = { name: "work", unit, contenders, targets: [target] };
  const [row] = rowsOf("part", workload, [played(ours, 0, { ...noFaults, lost }), played(theirs, 1)]);
  if (row === undefined) throw new Error("There is no row.");
  return row;
}

describe("a verdict", () => {
  const twice = { against: "peer", times: 2 };

  it("goes by the median of the rounds' ratios, not by the ratio of the medians", () => {
    const row = rowOf(twice, "/s", [30, 20, 100], [10, 5, 90]);
    expect(row).toMatchObject({ ratio: { median: 3, least: 100 / 90, most: 4 }, verdict: "met" });
  });

  it("takes the shorter time for the better one", () => {
    expect(rowOf(twice, "ms", [10, 10, 10], [30, 30, 30])).toMatchObject({ ratio: { median: 3 }, verdict: "met" });
    expect(rowOf(twice, "ms", [30, 30, 30], [10, 10, 10]).verdict).toBe("missed");
  });

  it("holds a further figure against its bound", () => {
    expect(rowOf({ figure: "p99", atMost: 15 }, "ms", [5], [1]).verdict).toBe("met");
    expect(rowOf({ figure: "p99", atMost: 14 }, "ms", [5], [1]).verdict).toBe("missed");
  });

  it("is no result where anything was lost, however fast", () => {
    expect(rowOf(twice, "/s", [1_000], [1], 1).verdict).toBe("no result");
  });

  it("tells what stands in the way of a target only where it was missed", () => {
    const hard = { ...twice, obstacle: "Each event costs the disk a turn." };
    expect(rowOf(hard, "/s", [1], [1])).toMatchObject({ verdict: "missed", obstacle: hard.obstacle });
    expect(rowOf(hard, "/s", [2], [1])).not.toHaveProperty("obstacle");
  });

  it("falls below what was recorded at less than four fifths of it", () => {
    const row = rowOf(twice, "/s", [8], [1]);
    const recorded = { "part: work, against peer": 10 };
    expect(fallen([row], recorded)).toEqual([]);
    expect(fallen([row], { "part: work, against peer": 10.1 })).toHaveLength(1);
    expect(fallen([{ ...row, ratio: { median: NaN, least: NaN, most: NaN } }], recorded)).toHaveLength(1);
  });
});
