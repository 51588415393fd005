/** The stored places around a point, by an index over their coordinates, each with its distance. */
import type { Knex } from "knex";
import { boxAround, EARTH_RADIUS_METERS, type Coordinates } from "../../domain/geometry";
import type { PlaceRow } from "../../projections/places";

export type PlaceAround = PlaceRow & { readonly distance_meters: number };

/** As `metersBetween`; latitude and longitude of the centre are its values. */
const DISTANCE = `2 * ${EARTH_RADIUS_METERS} * asin(least(1, sqrt(
  sin(radians(latitude - :latitude) / 2) ^ 2
  + cos(radians(latitude)) * cos(radians(:latitude)) * sin(radians(longitude - :longitude) / 2) ^ 2)))`;

/** A query of {@link PlaceAround}s, named `p`, within `radiusMeters`, the nearest first. */
export function placesAround(read: Knex, center: Coordinates, radiusMeters: number): Knex.QueryBuilder {
  const { south, north, longitudes } = boxAround(center, radiusMeters);
  const inBox = read("places")
    .select("*", read.raw(`${DISTANCE} AS distance_meters`, { ...center }))
    .whereBetween("latitude", [south, north])
    .where((either) => {
      for (const [west, east] of longitudes) void either.orWhereBetween("longitude", [west, east]);
    });
  return read
    .from(inBox.as("p"))
    .where("p.distance_meters", "<=", radiusMeters)
    .orderBy(["p.distance_meters", "p.place_id"]);
}
