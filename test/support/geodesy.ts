/** Distances and destinations on the earth by vectors: a way of its own, to hold the service's formulas against. */

const EARTH_RADIUS_METERS = 6_371_008.8;

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}
type Vector = readonly [number, number, number];

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;

function vectorOf({ latitude, longitude }: Place): Vector {
  const [north, east] = [radians(latitude), radians(longitude)];
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}

/** By the angle between the two points as seen from the earth's centre. */
export function metersApart(one: Place, other: Place): number {
  const [[ax, ay, az], [bx, by, bz]] = [vectorOf(one), vectorOf(other)];
  const cross = Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx);
  return EARTH_RADIUS_METERS * Math.atan2(cross, ax * bx + ay * by + az * bz);
}

/** Where one comes from a point by going straight on; `bearing` in degrees. */
export function destination(from: Place, bearing: number, meters: number): Place {
  const [north, east, angle, heading] = [
    radians(from.latitude),
    radians(from.longitude),
    meters / EARTH_RADIUS_METERS,
    radians(bearing),
  ];
  const toPole: Vector = [-Math.sin(north) * Math.cos(east), -Math.sin(north) * Math.sin(east), Math.cos(north)];
  const toEast: Vector = [-Math.sin(east), Math.cos(east), 0];
  const start = vectorOf(from);
  const reach = (at: 0 | 1 | 2) =>
    Math.cos(angle) * start[at] + Math.sin(angle) * (Math.cos(heading) * toPole[at] + Math.sin(heading) * toEast[at]);
  const [x, y, z] = [reach(0), reach(1), reach(2)];
  return { latitude: degrees(Math.atan2(z, Math.hypot(x, y))), longitude: degrees(Math.atan2(y, x)) };
}
