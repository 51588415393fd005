/** The table of places in a database of its own, with the places that a test puts there. */
import type { Knex } from "knex";
import { createKnex } from "../../infra/postgres/pool";
import { projectorMigrations } from "../../infra/projector/migrations";
import { tableStatements } from "../../infra/projector/table-statements";
import { placesTable } from "../../projections/places";
import { createTestDatabase, type TestDatabase } from "./database";
import type { Place } from "./geodesy";

export interface PlacesTable {
  readonly database: TestDatabase;
  readonly read: Knex;
  close(): Promise<void>;
}

type StoredPlace = Place & { readonly place_id: string; readonly name?: string | null };

export async function openPlacesTable(stored: readonly StoredPlace[]): Promise<PlacesTable> {
  const database = await createTestDatabase({ migrations: projectorMigrations });
  const read = createKnex({ url: database.url });
  const { create, upsert } = tableStatements(placesTable, false);
  const seen = { first_seen_at: "2026-01-01T00:00:00.000Z", last_checked_at: "2026-01-01T00:00:00.000Z" };
  await database.pool.query(`${create}; ${upsert(stored.map((place) => ({ ...place, ...seen })))}; ANALYZE`);
  return {
    database,
    read,
    async close() {
      await read.destroy();
      await database.drop();
    },
  };
}
