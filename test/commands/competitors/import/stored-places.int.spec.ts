/** The stored places around a point are those within fifty metres as the crow flies, the nearest first. */
import { NEAR_METERS, storedAround } from "../../../../commands/competitors/import/stored-places";
import { destination } from "../../../support/geodesy";
import { openPlacesTable, type PlacesTable } from "../../../support/places-table";

const oslo = { latitude: 59.9139, longitude: 10.7522 };
const onTheMeridian = { latitude: -16.8, longitude: 179.9999 };

let places: PlacesTable;

beforeAll(async () => {
  const stored = [oslo, onTheMeridian].flatMap((center, at) => [
    { ...destination(center, 90, 49), place_id: `${at}-east`, name: "East" },
    { ...destination(center, 200, 30), place_id: `${at}-south`, name: null },
    // In the box of coordinates around the point, and yet further away.
    { ...destination(center, 45, 65), place_id: `${at}-corner`, name: "Corner" },
    { ...destination(center, 0, 51), place_id: `${at}-beyond`, name: "Beyond" },
  ]);
  places = await openPlacesTable(stored);
});
afterAll(() => places.close());

test("each point has the places within fifty metres, also across the meridian of 180°, the nearest first", async () => {
  const nowhere = { latitude: 0, longitude: 0 };
  const near = (at: number) => [
    { placeId: `${at}-south`, name: null, meters: expect.closeTo(30, 3) as number },
    { placeId: `${at}-east`, name: "East", meters: expect.closeTo(49, 3) as number },
  ];
  expect(NEAR_METERS).toBe(50);
  expect(await storedAround(places.read, [onTheMeridian, nowhere, oslo, onTheMeridian])).toEqual([
    near(1),
    [],
    near(0),
    near(1),
  ]);
});

test("once the time is over, nothing more is looked up", async () => {
  expect(await storedAround(places.read, [oslo], AbortSignal.abort())).toEqual([[]]);
});
