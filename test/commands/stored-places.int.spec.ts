/** The stored places around a point are those within fifty metres as the crow flies, the nearest first. */
import type { Knex } from "knex";
import { NEAR_METERS, storedAround } from "../../commands/stored-places";
import { createKnex } from "../../infra/postgres/pool";
import { projectorMigrations } from "../../infra/projector/migrations";
import { tableStatements } from "../../infra/projector/table-statements";
import { placesTable } from "../../projections/places";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { destination } from "../support/geodesy";

const oslo = { latitude: 59.9139, longitude: 10.7522 };
const onTheMeridian = { latitude: -16.8, longitude: 179.9999 };

let database: TestDatabase;
let read: Knex;

beforeAll(async () => {
  database = await createTestDatabase({ migrations: projectorMigrations });
  read = createKnex({ url: database.url });
  const { create, upsert } = tableStatements(placesTable, false);
  const seen = { first_seen_at: "2026-01-01T00:00:00.000Z", last_checked_at: "2026-01-01T00:00:00.000Z" };
  const stored = [oslo, onTheMeridian].flatMap((center, at) => [
    { ...destination(center, 90, 49), place_id: `${at}-east`, name: "East" },
    { ...destination(center, 200, 30), place_id: `${at}-south`, name: null },
    // In the box of coordinates around the point, and yet further away.
    { ...destination(center, 45, 65), place_id: `${at}-corner`, name: "Corner" },
    { ...destination(center, 0, 51), place_id: `${at}-beyond`, name: "Beyond" },
  ]);
  await database.pool.query(`${create}; ${upsert(stored.map((place) => ({ ...place, ...seen })))}`);
});
afterAll(async () => {
  await read.destroy();
  await database.drop();
});

test("each point has the places within fifty metres, also across the meridian of 180°, the nearest first", async () => {
  const nowhere = { latitude: 0, longitude: 0 };
  const near = (at: number) => [
    { placeId: `${at}-south`, name: null, meters: expect.closeTo(30, 3) as number },
    { placeId: `${at}-east`, name: "East", meters: expect.closeTo(49, 3) as number },
  ];
  expect(NEAR_METERS).toBe(50);
  expect(await storedAround(read, [onTheMeridian, nowhere, oslo, onTheMeridian])).toEqual([
    near(1),
    [],
    near(0),
    near(1),
  ]);
});

test("once the time is over, nothing more is looked up", async () => {
  expect(await storedAround(read, [oslo], AbortSignal.abort())).toEqual([[]]);
});
