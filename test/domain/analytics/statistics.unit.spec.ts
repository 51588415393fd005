/** Statistics are what their names say, of any numbers. */
import fc from "fast-check";
import { errorsOf95, median, rounded, share } from "../../../domain/analytics/statistics";

const values = fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 1, maxLength: 30 });

test("as many values lie above a median as below it", () => {
  fc.assert(
    fc.property(values, (those) => {
      const middle = median(those) ?? NaN;
      const [below, above] = [those.filter((one) => one < middle), those.filter((one) => one > middle)];
      expect(Math.max(below.length, above.length)).toBeLessThanOrEqual(those.length / 2);
    }),
  );
});

test("a median does not depend on the order of the values", () => {
  fc.assert(fc.property(values, (those) => median([...those].reverse()) === median(those)));
});

test("of nothing there is neither a median nor a share", () => {
  expect([median([]), share(0, 0), rounded(null)]).toEqual([null, null, null]);
});

test("halves are rounded away from zero, as the decimal form says", () => {
  expect([rounded(1.005), rounded(-1.005), rounded(2.5, 0), rounded(0.1 + 0.2)]).toEqual([1.01, -1.01, 3, 0.3]);
});

test.each([
  [3, 3.182],
  [5, 2.571],
  [10, 2.228],
  [30, 2.042],
  [1_000, 1.962],
])("with %d degrees of freedom, 19 of 20 lie within %d errors, to one per cent", (freedom, errors) => {
  expect(Math.abs(errorsOf95(freedom) / errors - 1)).toBeLessThan(0.01);
});
