/** Distances between points on the earth, and a box of coordinates around a point that leaves none of its neighbours out. */

/** Degrees, WGS 84. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

type Range = readonly [west: number, east: number];

/** Degrees. A second range of longitudes goes on from the first where the box crosses the meridian of 180°. */
export interface Box {
  readonly south: number;
  readonly north: number;
  readonly longitudes: readonly [Range, ...Range[]];
}

/** The mean radius (IUGG); taking the earth for a ball is off by 0.6 % at most. */
export const EARTH_RADIUS_METERS = 6_371_008.8;

/** Along a meridian. */
export const METERS_PER_DEGREE = (Math.PI * EARTH_RADIUS_METERS) / 180;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;

/** Along the great circle, by the haversine formula, which stays exact for neighbours. */
export function metersBetween(one: Coordinates, other: Coordinates): number {
  const [south, north] = [radians(one.latitude), radians(other.latitude)];
  const northwards = Math.sin((north - south) / 2);
  const eastwards = Math.sin(radians(other.longitude - one.longitude) / 2);
  const half = northwards ** 2 + Math.cos(south) * Math.cos(north) * eastwards ** 2;
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** Holds every point within `meters` of `center`, and more. */
export function boxAround({ latitude, longitude }: Coordinates, meters: number): Box {
  // A little wider than the circle, so that no rounding leaves out what lies on its edge.
  const angle = (meters / EARTH_RADIUS_METERS) * (1 + 1e-9) + 1e-12;
  const [south, north] = [latitude - degrees(angle), latitude + degrees(angle)];
  // Where a pole is inside, every meridian is.
  if (south <= -90 || north >= 90) return { south, north, longitudes: [[-180, 180]] };
  // The circle is widest not at its centre but where a meridian touches it.
  const width = degrees(Math.asin(Math.sin(angle) / Math.cos(radians(latitude))));
  return { south, north, longitudes: wrapped(longitude - width, longitude + width) };
}

function wrapped(west: number, east: number): Box["longitudes"] {
  if (west < -180)
    return [
      [west + 360, 180],
      [-180, east],
    ];
  if (east > 180)
    return [
      [west, 180],
      [-180, east - 360],
    ];
  return [[west, east]];
}
