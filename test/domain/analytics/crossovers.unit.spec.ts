/** Two lines cross where they meet, within a year, and who is ahead is said either way. */
import fc from "fast-check";
import { crossover } from "../../../domain/analytics/crossovers";

const line = (start: number, perDay: number) =>
  Array.from({ length: 31 }, (_, day) => ({ day, value: start + perDay * day }));

test.each([
  ["one who is behind and gains overtakes", line(100, 0), line(40, 1), "projected_overtake", 30, 30],
  ["one who is ahead and stands is caught up with", line(40, 1), line(100, 0), "projected_catch_up", -30, 30],
  ["one who is behind and loses stays behind", line(100, 1), line(40, 0), "ahead", 90, null],
  ["one who is ahead and gains stays ahead", line(40, 0), line(100, 1), "behind", -90, null],
  ["what is more than a year away is not told", line(1_000, 0), line(0, 1), "ahead", 970, null],
  ["two that are level are level", line(70, 0), line(40, 1), "level", 0, null],
] as const)("%s", (_what, own, theirs, status, currentGap, daysToCrossover) => {
  expect(crossover(own, theirs)).toMatchObject({ status, currentGap, daysToCrossover, n: { own: 31, competitor: 31 } });
});

test("of too few days, or of nobody, nothing is projected", () => {
  const nothing = { status: "insufficient_data", daysToCrossover: null, gapPerDay: null, significant: false };
  expect(crossover(line(4, 0), line(3, 1).slice(0, 4))).toMatchObject({ ...nothing, currentGap: -2 });
  expect(crossover([], line(3, 1))).toMatchObject({ ...nothing, currentGap: null });
});

test("what each side sees of the other is the same, the other way round", () => {
  const series = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 15, maxLength: 40 });
  const dated = (values: readonly number[]) => values.map((value, day) => ({ day, value }));
  const mirrored: Readonly<Record<string, string>> = {
    projected_overtake: "projected_catch_up",
    projected_catch_up: "projected_overtake",
    ahead: "behind",
    behind: "ahead",
    level: "level",
  };
  fc.assert(
    fc.property(series, series, (one, other) => {
      const [here, there] = [crossover(dated(one), dated(other)), crossover(dated(other), dated(one))];
      expect(there.status).toBe(mirrored[here.status]);
      expect([there.daysToCrossover, there.significant]).toEqual([here.daysToCrossover, here.significant]);
      expect(there.gapPerDay).toBeCloseTo(-(here.gapPerDay ?? NaN), 9);
    }),
  );
});

test("noise is not called significant, and a line is", () => {
  const noise = [3, 5, 4, 3, 5, 4, 3, 5, 4, 4, 3, 5, 4, 5, 3, 4].map((value, day) => ({ day, value }));
  expect(crossover(noise, line(0, 0)).significant).toBe(false);
  expect(crossover(line(0, 1), line(0, 0)).significant).toBe(true);
});
