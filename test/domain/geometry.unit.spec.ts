/** Whatever lies around a point lies in its box, everywhere on the earth. */
import fc from "fast-check";
import { boxAround, metersBetween, type Box, type Coordinates } from "../../domain/geometry";
import { destination, metersApart } from "../support/geodesy";

const STEPS = 1_000_000;
/** Evenly spread, as doubles as such are not. */
const between = (min: number, max: number) =>
  fc.integer({ min: 0, max: STEPS }).map((step) => min + (step / STEPS) * (max - min));
const anywhere = fc.record({
  latitude: fc.oneof(between(-90, 90), between(89.5, 90), between(-90, -89.5), fc.constantFrom(-90, 0, 90)),
  longitude: fc.oneof(between(-180, 180), between(179.5, 180), between(-180, -179.5), fc.constantFrom(-180, 0, 180)),
});

const holds = ({ south, north, longitudes }: Box, { latitude, longitude }: Coordinates) =>
  latitude >= south && latitude <= north && longitudes.some(([west, east]) => longitude >= west && longitude <= east);

test("the distance is that of the angle between two points, wherever they are", () => {
  fc.assert(
    fc.property(anywhere, anywhere, (one, other) => {
      expect(Math.abs(metersBetween(one, other) - metersApart(one, other))).toBeLessThan(1);
    }),
  );
  fc.assert(
    fc.property(anywhere, between(0, 360), between(0, 50_000), (center, bearing, meters) => {
      expect(Math.abs(metersBetween(center, destination(center, bearing, meters)) - meters)).toBeLessThan(1e-5);
    }),
  );
});

test("whatever lies within the radius lies in the box, at the poles and across the meridian of 180° too", () => {
  fc.assert(
    fc.property(anywhere, between(1, 50_000), between(0, 360), between(0, 1), (center, radius, bearing, part) => {
      const box = boxAround(center, radius);
      const circle = Array.from({ length: 36 }, (_, at) => destination(center, bearing + 10 * at, radius));
      const around = [...circle, destination(center, bearing, radius * part)];
      expect(around.filter((place) => !holds(box, place))).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

test.each([-180, 180])("who stands on the meridian of 180° by the name of %d sees both of its sides", (longitude) => {
  const box = boxAround({ latitude: -17, longitude }, 1_000);
  const seen = [-180, -179.995, 179.995, 180].map((east) => holds(box, { latitude: -17, longitude: east }));
  expect(seen).toEqual([true, true, true, true]);
  expect([-179.9, 179.9, 0].some((east) => holds(box, { latitude: -17, longitude: east }))).toBe(false);
});

test.each([
  [0, 0.0179864, 0.0179864],
  [60, 0.0179864, 0.0359729],
  [-60, 0.0179864, 0.0359729],
])("at a latitude of %d° the box is as small as two kilometers are", (latitude, northwards, eastwards) => {
  const { south, north, longitudes } = boxAround({ latitude, longitude: 10 }, 2_000);
  const [[west, east]] = longitudes;
  expect([latitude - south, north - latitude]).toEqual([expect.closeTo(northwards, 5), expect.closeTo(northwards, 5)]);
  expect([10 - west, east - 10]).toEqual([expect.closeTo(eastwards, 5), expect.closeTo(eastwards, 5)]);
});
