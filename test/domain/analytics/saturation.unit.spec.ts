/** A segment is as crowded as its businesses find it. */
import fc from "fast-check";
import { saturation } from "../../../domain/analytics/saturation";

test("businesses that are alone in their squares crowd nobody", () => {
  expect(saturation([1, 1, 1])).toEqual({ index: 0, neighbours: 0, n: 3, cells: 3 });
});

test("neighbours are counted from each business, and ten of them make 63", () => {
  // One of twelve is alone, and eleven have ten neighbours each: 110 over 12.
  expect(saturation([11, 1])).toEqual({ index: 60, neighbours: 9.17, n: 12, cells: 2 });
  expect(saturation([11])).toMatchObject({ index: 63, neighbours: 10 });
});

test("of a segment without known places there is no index", () => {
  expect(saturation([])).toEqual({ index: null, neighbours: null, n: 0, cells: 0 });
});

test("one more business in a square never makes the index less, and it stays between 0 and 100", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 9 }), (counts) => {
      const fullest = counts.indexOf(Math.max(...counts));
      const more = saturation(counts.with(fullest, (counts[fullest] ?? 0) + 1)).index ?? NaN;
      expect(more).toBeGreaterThanOrEqual(saturation(counts).index ?? NaN);
      expect(more).toBeLessThanOrEqual(100);
    }),
  );
});
