/** Finds places among those that are stored, many at a time: their names, those of a cid, and those around a point. */
import type { Knex } from "knex";
import { boxAround, metersBetween, type Coordinates } from "../../../domain/geometry";
import { featureIdOf, placeIdEnding } from "../../../domain/places/feature-id";
import type { CompetitorRow } from "../../../projections/competitors";
import type { PlaceRow } from "../../../projections/places";

/** The tables that are looked into. */
export const storedPlacesTables = ["competitors", "places"];

/** How far from a point a place may be stored and still be the one that is meant. */
export const NEAR_METERS = 50;

/** By place id; places without a stored name are left out. */
export async function storedNames(read: Knex, placeIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (placeIds.length === 0) return new Map();
  const rows = await read<PlaceRow>("places").whereIn("place_id", placeIds).select("place_id", "name");
  return new Map(rows.flatMap(({ place_id, name }) => (name === null ? [] : [[place_id, name] as const])));
}

/** The place id of each cid that is stored. */
export async function storedCids(read: Knex, cids: readonly bigint[]): Promise<ReadonlyMap<bigint, string>> {
  if (cids.length === 0) return new Map();
  const rows = await read<PlaceRow>("places")
    .whereRaw("cid_ending = ANY(?)", [cids.map(placeIdEnding)])
    .orderBy("place_id")
    .select("place_id");
  const found = rows.flatMap(({ place_id }) => {
    const feature = featureIdOf(place_id);
    return feature === undefined ? [] : [[feature.cid, place_id] as const];
  });
  return new Map(found);
}

/** A competitor by what it was called when it was added, and by what is stored of its place. */
export interface Rival {
  readonly placeId: string;
  readonly names: readonly string[];
  readonly addresses: readonly string[];
}

/** The competitors that a business tracks. */
export async function storedRivals(read: Knex, businessId: string): Promise<readonly Rival[]> {
  type Row = Pick<CompetitorRow, "place_id" | "claimed_name" | "claimed_address"> & Pick<PlaceRow, "name" | "address">;
  const rows = await read("competitors as c")
    .leftJoin("places as p", "p.place_id", "c.place_id")
    .where({ "c.business_id": businessId, "c.active": true })
    .orderBy("c.place_id")
    .select<Row[]>("c.place_id", "c.claimed_name", "c.claimed_address", "p.name", "p.address");
  return rows.map(({ place_id: placeId, claimed_name, claimed_address, name, address }) => ({
    placeId,
    names: [claimed_name, name].filter((one) => one !== null),
    addresses: [claimed_address, address].filter((one) => one !== null),
  }));
}

export interface Neighbour {
  readonly placeId: string;
  readonly name: string | null;
  readonly meters: number;
}

type Near = Pick<PlaceRow, "place_id" | "name"> & Coordinates & { readonly at: number };

/** As many of the nearest are given for a point: more are a crowd, of which none is meant for sure. */
const NEAR_MAX = 50;
/** Points that are asked for at once. */
const POINTS_AT_ONCE = 200;

const keyOf = ({ latitude, longitude }: Coordinates): string => `${latitude},${longitude}`;

/**
 * For each point the nearest places within {@link NEAR_METERS}, the nearest first. The same point is looked up once. Those that
 * are left when the signal aborts have none.
 */
export async function storedAround(
  read: Knex,
  points: readonly Coordinates[],
  signal?: AbortSignal,
): Promise<readonly (readonly Neighbour[])[]> {
  const distinct = [...new Map(points.map((point) => [keyOf(point), point])).values()];
  const found = new Map<string, readonly Neighbour[]>();
  for (let from = 0; from < distinct.length && signal?.aborted !== true; from += POINTS_AT_ONCE) {
    const some = distinct.slice(from, from + POINTS_AT_ONCE);
    const around = await aroundEach(read, some);
    some.forEach((point, at) => found.set(keyOf(point), around[at] ?? []));
  }
  return points.map((point) => found.get(keyOf(point)) ?? []);
}

async function aroundEach(read: Knex, points: readonly Coordinates[]): Promise<readonly (readonly Neighbour[])[]> {
  const boxes = points.flatMap((point, at) => {
    const { south, north, longitudes } = boxAround(point, NEAR_METERS);
    return longitudes.map(([west, east]) => ({ at, ...point, south, north, west, east }));
  });
  const { rows } = await read.raw<{ rows: Near[] }>(
    `SELECT box.at, p.place_id, p.name, p.latitude, p.longitude
     FROM unnest(?::int[], ?::float8[], ?::float8[], ?::float8[], ?::float8[], ?::float8[], ?::float8[])
       AS box (at, latitude, longitude, south, north, west, east)
     CROSS JOIN LATERAL (
       SELECT place_id, name, latitude, longitude FROM places
       WHERE latitude BETWEEN box.south AND box.north AND longitude BETWEEN box.west AND box.east
       ORDER BY ${NEARNESS}, place_id
       LIMIT ${NEAR_MAX}
     ) AS p`,
    [
      boxes.map(({ at }) => at),
      boxes.map(({ latitude }) => latitude),
      boxes.map(({ longitude }) => longitude),
      boxes.map(({ south }) => south),
      boxes.map(({ north }) => north),
      boxes.map(({ west }) => west),
      boxes.map(({ east }) => east),
    ],
  );
  const around = points.map((): Neighbour[] => []);
  for (const { at, place_id: placeId, name, ...location } of rows) {
    const point = points[at];
    const meters = point === undefined ? Infinity : metersBetween(point, location);
    if (meters <= NEAR_METERS) around[at]?.push({ placeId, name, meters });
  }
  return around.map((near) => near.sort((one, other) => one.meters - other.meters));
}

/** Orders by distance: over so few metres the earth is as good as flat. */
const NEARNESS = `(places.latitude - box.latitude) ^ 2 + (cos(radians(box.latitude)) * least(
  abs(places.longitude - box.longitude), 360 - abs(places.longitude - box.longitude))) ^ 2`;
