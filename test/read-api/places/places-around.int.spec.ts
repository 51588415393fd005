/** The places around a point are all of them and no others, found by the index over their coordinates. */
import { placesAround, type PlaceAround } from "../../../read-api/places/places-around";
import { rowsOf } from "../../../read-api/rows";
import { destination, metersApart, type Place } from "../../support/geodesy";
import { openPlacesTable, type PlacesTable } from "../../support/places-table";

const CENTERS: Readonly<Record<string, Place>> = {
  "a city": { latitude: 59.9139, longitude: 10.7522 },
  "the equator": { latitude: 0, longitude: 0 },
  "the meridian of 180°, from the west": { latitude: -16.8, longitude: 179.995 },
  "the meridian of 180°, from the east": { latitude: -16.8, longitude: -179.999 },
  "the meridian of 180° itself": { latitude: 65, longitude: -180 },
  "the north pole": { latitude: 89.95, longitude: 30 },
  "the north pole itself": { latitude: 90, longitude: 0 },
  "the south pole": { latitude: -89.7, longitude: -120 },
};
const RADII = [50, 2_000, 11_000, 50_000];
/** What the formulas differ by. */
const EDGE_METERS = 1e-4;

/** Spread in spirals to well beyond the largest radius, and the other names of the places on the edge. */
const stored: readonly (Place & { readonly place_id: string })[] = [
  ...Object.values(CENTERS).flatMap((center) =>
    Array.from({ length: 400 }, (_, at) => destination(center, at * 137.5, 80_000 * (at / 400) ** 3)),
  ),
  { latitude: 65, longitude: 180 },
  { latitude: 65.01, longitude: -180 },
  { latitude: 90, longitude: 123 },
  { latitude: -90, longitude: -45 },
].map((place, at) => ({ ...place, place_id: `place-${String(at).padStart(5, "0")}` }));

let places: PlacesTable;

beforeAll(async () => {
  places = await openPlacesTable(stored);
});
afterAll(() => places.close());

describe.each(Object.entries(CENTERS))("around %s", (_name, center) => {
  test.each(RADII)("every place within %d m is found, none beyond, the nearest first", async (radius) => {
    const found = await rowsOf<PlaceAround>(placesAround(places.read, center, radius));
    const ids = new Set(found.map((row) => row.place_id));
    const expected = stored.map((place) => ({ ...place, meters: metersApart(center, place) }));
    expect(expected.filter(({ place_id, meters }) => meters <= radius - EDGE_METERS && !ids.has(place_id))).toEqual([]);
    expect(expected.filter(({ place_id, meters }) => meters > radius + EDGE_METERS && ids.has(place_id))).toEqual([]);
    expect(found.length).toBeGreaterThan(20);
    const distances = found.map((row) => row.distance_meters);
    expect(distances).toEqual([...distances].sort((left, right) => left - right));
    const byId = new Map(expected.map(({ place_id, meters }) => [place_id, meters]));
    const off = found.map((row) => Math.abs(row.distance_meters - (byId.get(row.place_id) ?? 0)));
    expect(Math.max(...off)).toBeLessThan(EDGE_METERS);
  });
});

test.each(Object.entries(CENTERS))("around %s the index is used, not the whole table read", async (_name, center) => {
  const { sql, bindings } = placesAround(places.read, center, 2_000).toSQL().toNative();
  const { rows } = await places.database.pool.query<Record<string, string>>(`EXPLAIN ${sql}`, [...bindings]);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toContain("places_latitude_longitude_idx");
  expect(plan).not.toContain("Seq Scan");
});
