/** Two lines cross where they meet, within a year, and who is ahead is said either way. */
import fc from "fast-check";
import { crossover } from "../../../domain/analytics/crossovers";
import { seeded } from "../../support/seeded";

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
  expect(crossover(own, theirs, 30)).toMatchObject({
    status,
    currentGap,
    daysToCrossover,
    n: { own: 31, competitor: 31 },
  });
});

test("of too few days, or of nobody, nothing is projected", () => {
  const nothing = { status: "insufficient_data", daysToCrossover: null, gapPerDay: null, significant: false };
  expect(crossover(line(4, 0), line(3, 1).slice(-4), 30)).toMatchObject({ ...nothing, currentGap: -29 });
  expect(crossover([], line(3, 1), 30)).toMatchObject({ ...nothing, currentGap: null });
});

test("what each side sees of the other is the same, the other way round", () => {
  const series = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 34, maxLength: 40 });
  const TODAY = 40;
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
      const [here, there] = [crossover(dated(one), dated(other), TODAY), crossover(dated(other), dated(one), TODAY)];
      expect(there.status).toBe(mirrored[here.status]);
      expect([there.daysToCrossover, there.significant]).toEqual([here.daysToCrossover, here.significant]);
      expect(there.gapPerDay).toBeCloseTo(-(here.gapPerDay ?? NaN), 9);
    }),
  );
});

test("a side that was not seen for more than a week has no present", () => {
  expect(crossover(line(100, 0), line(40, 1), 37)).toMatchObject({ status: "projected_overtake", daysToCrossover: 23 });
  expect(crossover(line(100, 0), line(40, 1), 38)).toMatchObject({ status: "insufficient_data", currentGap: 30 });
});

test("days are counted from today, also where one side was seen earlier than the other", () => {
  const [own, earlier] = [line(100, 0), line(40, 1).slice(0, 27)];
  expect(crossover(own, earlier, 30)).toMatchObject({ currentGap: 34, daysToCrossover: 30 });
});

test("of pure noise at most one in twenty is called significant, however few the days, and a line always is", () => {
  const chance = seeded(17);
  const noise = (days: number) =>
    Array.from({ length: days }, (_, at) => ({ day: at * 5, value: chance() + chance() + chance() + chance() }));
  for (const days of [5, 12, 40]) {
    const today = (days - 1) * 5;
    const called = Array.from({ length: 2_000 }, () => crossover(noise(days), noise(days), today).significant);
    expect(called.filter(Boolean).length).toBeLessThan(2_000 * 0.06);
  }
  expect(crossover(line(0, 1), line(0, 0), 30).significant).toBe(true);
});
