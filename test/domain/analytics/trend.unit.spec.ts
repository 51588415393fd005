/** A trend is the line through its days, whatever they start at, and no trend is made of too few. */
import fc from "fast-check";
import { trendOf } from "../../../domain/analytics/trend";

const days = (count: number, value: (day: number) => number, from = 0) =>
  Array.from({ length: count }, (_, day) => ({ day: from + day, value: value(day) }));

test("values on a line have its slope, and no error", () => {
  fc.assert(
    fc.property(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 }), fc.nat(20_000), (a, b, from) => {
      const trend = trendOf(days(20, (day) => a + b * day, from));
      expect(trend?.perDay).toBeCloseTo(b, 9);
      expect(trend?.error).toBeCloseTo(0, 6);
    }),
  );
});

test("slope and error are those of a worked example", () => {
  const values = [1, 3, 2, 5, 4, 6];
  const trend = trendOf(values.map((value, at) => ({ day: at * 3, value })));
  // Sums of squares: 157.5 of the days, 46.5 of both, 3.7714 unexplained; over four degrees of freedom.
  expect(trend?.perDay).toBeCloseTo(46.5 / 157.5, 9);
  expect(trend?.error).toBeCloseTo(Math.sqrt((17.5 - 46.5 ** 2 / 157.5) / 4 / 157.5), 9);
});

test("four days, or days within two weeks, show none", () => {
  expect(trendOf([0, 10, 20, 30].map((day) => ({ day, value: day })))).toBeNull();
  expect(trendOf(days(14, (day) => day))).toBeNull();
  expect(trendOf(days(15, (day) => day))).toMatchObject({ n: 15 });
  expect(trendOf([])).toBeNull();
});
