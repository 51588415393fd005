/** Circles on the globe: the rectangle around one, and what lies inside. */
import type { Point } from "./places-provider";

export interface Circle {
  readonly center: Point;
  readonly radiusMeters: number;
}

export interface Rectangle {
  readonly low: Point;
  readonly high: Point;
}

const EARTH_RADIUS_METERS = 6_371_009;
const DEGREES = 180 / Math.PI;

/** The smallest rectangle of degrees around the circle; `low` lies east of `high` where it crosses the date line. */
export function rectangleAround({ center, radiusMeters }: Circle): Rectangle {
  const angle = radiusMeters / EARTH_RADIUS_METERS;
  const [south, north] = [center.latitude - angle * DEGREES, center.latitude + angle * DEGREES];
  const reach = Math.sin(angle) / Math.cos(center.latitude / DEGREES);
  // Around a pole every longitude is near.
  if (south <= -90 || north >= 90 || Math.abs(reach) >= 1) {
    return {
      low: { latitude: Math.max(south, -90), longitude: -180 },
      high: { latitude: Math.min(north, 90), longitude: 180 },
    };
  }
  const width = Math.asin(reach) * DEGREES;
  return {
    low: { latitude: south, longitude: wrapped(center.longitude - width) },
    high: { latitude: north, longitude: wrapped(center.longitude + width) },
  };
}

export function isInside(point: Point, { center, radiusMeters }: Circle): boolean {
  return distanceMeters(point, center) <= radiusMeters;
}

/** By the haversine formula, on a sphere of the earth's mean radius. */
function distanceMeters(left: Point, right: Point): number {
  const [phi, psi] = [left.latitude / DEGREES, right.latitude / DEGREES];
  const half = (from: number, to: number) => Math.sin((to - from) / 2) ** 2;
  const square =
    half(phi, psi) + Math.cos(phi) * Math.cos(psi) * half(left.longitude / DEGREES, right.longitude / DEGREES);
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(square)));
}

function wrapped(longitude: number): number {
  if (longitude < -180) return longitude + 360;
  return longitude > 180 ? longitude - 360 : longitude;
}
