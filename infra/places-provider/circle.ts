/** Circles on the globe as the provider takes them: the rectangle around one, and what lies inside. */
import { boxAround, metersBetween } from "../../domain/geometry";
import type { Point } from "./places-provider";

export interface Circle {
  readonly center: Point;
  readonly radiusMeters: number;
}

export interface Rectangle {
  readonly low: Point;
  readonly high: Point;
}

/** The rectangle of degrees around the circle; `low` lies east of `high` where it crosses the meridian of 180°. */
export function rectangleAround({ center, radiusMeters }: Circle): Rectangle {
  const { south, north, longitudes } = boxAround(center, radiusMeters);
  const [first, last = first] = longitudes;
  return {
    low: { latitude: Math.max(south, -90), longitude: first[0] },
    high: { latitude: Math.min(north, 90), longitude: last[1] },
  };
}

export function isInside(point: Point, { center, radiusMeters }: Circle): boolean {
  return metersBetween(point, center) <= radiusMeters;
}
