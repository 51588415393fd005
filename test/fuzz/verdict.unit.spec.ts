import type { Tally } from "./tally";
import { faultsOf, rowsOf } from "./verdict";

const run = (statuses: readonly (readonly [number, number])[], more: Partial<Tally> = {}) => ({
  ...{ caller: "key:growth", seed: 8, cases: 20, doneShareMin: 0.1 },
  tally: { statuses: new Map([["coverage", new Map(statuses)]]), findings: [], ...more },
});
const finding = {
  ...{ phase: "coverage", operation: "GET /api/v1/me", title: "Server error", message: "", status: 500 },
  curl: "curl -X GET 'http://x/api/v1/me'",
};

test("a row tells how many answers had which status, and a run that did enough has no faults", () => {
  expect(
    faultsOf(
      run([
        [400, 80],
        [200, 20],
      ]),
    ),
  ).toEqual([]);
  expect(
    rowsOf(
      run([
        [400, 80],
        [200, 20],
      ]),
    ).join(),
  ).toMatch(/^key:growth +coverage +100 {2}200: 20, 400: 80$/);
});

test("a run that was turned away, or limited, or called nothing has tried too little", () => {
  expect(
    faultsOf(
      run([
        [403, 95],
        [200, 5],
      ]),
    ),
  ).toEqual(["As key:growth, too few answers were 2xx: 5 %."]);
  expect(
    faultsOf(
      run([
        [429, 20],
        [200, 80],
      ]),
    ),
  ).toEqual(["As key:growth, too many answers were 429: 20 %."]);
  expect(faultsOf(run([])).join()).toContain("nothing was called");
});

test("what was found names the seed, the phase, the request, and how to find it again", () => {
  const [told] = faultsOf(
    run(
      [
        [200, 99],
        [500, 1],
      ],
      { findings: [finding] },
    ),
  );
  expect(told).toContain("Server error (500): GET /api/v1/me, as key:growth, in phase coverage, by seed 8");
  expect(told).toContain(finding.curl);
  expect(told).toContain("--seed 8 --cases 20 --as key:growth --phases coverage --only '/api/v1/me'");
});
