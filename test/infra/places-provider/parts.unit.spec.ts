/** The parts around asking: masks and what they cost, circles, the day's budget, and what is remembered. */
import fc from "fast-check";
import { isInside, rectangleAround } from "../../../infra/places-provider/circle";
import { Coalescing } from "../../../infra/places-provider/coalescing";
import { Coordinates } from "../../../infra/places-provider/coordinates";
import { DailyBudget } from "../../../infra/places-provider/daily-budget";
import { autocompleteMask, detailsMask, searchMask } from "../../../infra/places-provider/field-masks";
import { estimatedUsd } from "../../../infra/places-provider/list-prices";
import { destination } from "../../support/geodesy";
import { TestClock } from "../../support/test-clock";

test.each([
  [[], "details_ids_only", 0],
  [["photos"], "details_ids_only", 0],
  [["listing"], "details_enterprise", 20],
  [["reviews"], "details_atmosphere", 25],
  [["listing", "reviews", "photos"], "details_atmosphere", 25],
] as const)("details are charged by the dearest section: %j", (sections, sku, usdPerThousand) => {
  const mask = detailsMask(sections);
  expect(mask.sku).toBe(sku);
  expect(estimatedUsd(mask.sku) * 1_000).toBeCloseTo(usdPerThousand);
});

test("a mask names what is read and nothing that changes by the time of day", () => {
  expect(detailsMask([]).header).toBe("id");
  expect(detailsMask(["photos", "photos"]).header).toBe(
    "id,photos.widthPx,photos.heightPx,photos.googleMapsUri,photos.authorAttributions",
  );
  expect(detailsMask(["listing"]).header).toContain("regularOpeningHours.periods,");
  expect(searchMask({ pages: false })).toEqual({
    header:
      "places.id,places.displayName.text,places.formattedAddress,places.rating,places.userRatingCount,places.types,places.websiteUri,places.location",
    sku: "search_enterprise",
  });
  expect(searchMask({ pages: true }).header).toMatch(/,nextPageToken$/);
  expect(autocompleteMask.sku).toBe("autocomplete");
});

test("whatever lies inside a circle lies inside the rectangle around it, over poles and date line too", () => {
  const point = fc.record({
    latitude: fc.integer({ min: -90_000, max: 90_000 }).map((part) => part / 1_000),
    longitude: fc.integer({ min: -180_000, max: 180_000 }).map((part) => part / 1_000),
  });
  const nearby = fc.tuple(
    point,
    fc.integer({ min: 1, max: 50_000 }),
    fc.integer({ min: 900, max: 999 }).map((part) => part / 1_000),
    fc.nat(359),
  );
  fc.assert(
    fc.property(nearby, ([center, radiusMeters, part, degrees]) => {
      const circle = { center, radiusMeters };
      const { low, high } = rectangleAround(circle);
      const other = destination(center, degrees, radiusMeters * part);
      fc.pre(isInside(other, circle));
      const slack = 1e-9;
      expect(other.latitude).toBeGreaterThanOrEqual(low.latitude - slack);
      expect(other.latitude).toBeLessThanOrEqual(high.latitude + slack);
      const east = other.longitude >= low.longitude - slack;
      const west = other.longitude <= high.longitude + slack;
      expect(low.longitude <= high.longitude ? east && west : east || west).toBe(true);
      for (const corner of [low, high]) {
        expect(Math.abs(corner.latitude)).toBeLessThanOrEqual(90);
        expect(Math.abs(corner.longitude)).toBeLessThanOrEqual(180);
      }
    }),
    { numRuns: 1_000 },
  );
});

test("a circle holds what is within its radius and nothing else", () => {
  const center = { latitude: 60, longitude: 10 };
  // A minute of latitude is about 1,853 metres, at sixty degrees a minute of longitude half of that.
  expect(isInside({ latitude: 60 + 1 / 60, longitude: 10 }, { center, radiusMeters: 1_860 })).toBe(true);
  expect(isInside({ latitude: 60 + 1 / 60, longitude: 10 }, { center, radiusMeters: 1_845 })).toBe(false);
  expect(isInside({ latitude: 60, longitude: 10 + 1 / 60 }, { center, radiusMeters: 930 })).toBe(true);
  expect(isInside({ latitude: 60, longitude: 10 + 1 / 60 }, { center, radiusMeters: 920 })).toBe(false);
});

test("a UTC day has its calls and no more, and says when the next one begins", async () => {
  const clock = new TestClock("2026-01-01T22:00:00.000Z");
  const budget = new DailyBudget(clock, 2);
  budget.take();
  budget.take();
  expect(() => budget.take()).toThrow(expect.objectContaining({ fault: "quota", retryAfterSeconds: 7_200 }) as Error);
  await clock.advance(7_200_000 - 1);
  expect(() => budget.take()).toThrow(expect.objectContaining({ retryAfterSeconds: 1 }) as Error);
  await clock.advance(1);
  budget.take();
});

test("coordinates are remembered for thirty days at most, and then not even held", async () => {
  const clock = new TestClock();
  const coordinates = new Coordinates(clock);
  coordinates.set("Kirkegata 1", { latitude: 1, longitude: 2 });
  await clock.advance(29 * 86_400_000);
  expect(coordinates.get("Kirkegata 1")).toEqual({ latitude: 1, longitude: 2 });
  await clock.advance(86_400_000);
  expect(coordinates.size).toBe(0);
  expect(coordinates.get("Kirkegata 1")).toBeUndefined();
  coordinates.set("Kirkegata 2", { latitude: 1, longitude: 2 });
  coordinates.stop();
  expect(coordinates.size).toBe(0);
});

test("a question that is under way is not asked again, and one that ended is", async () => {
  const coalescing = new Coalescing();
  let asked = 0;
  const ask = async () => (asked += 1);
  expect(await Promise.all([coalescing.once("a", ask), coalescing.once("a", ask), coalescing.once("b", ask)])).toEqual([
    1, 1, 2,
  ]);
  expect(await coalescing.once("a", ask)).toBe(3);
  await expect(coalescing.once("c", () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  expect(await coalescing.once("c", ask)).toBe(4);
});
