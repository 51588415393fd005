/** Hand-written express and knex: one INSERT for each competitor, and one unique index. */
import { randomUUID } from "node:crypto";
import knex from "knex";
import { serve } from "../../dist/bench/harness/serve.js";
import { startExpress } from "./express-server.mjs";

const CONNECTIONS = 20;

let database;
let address;

async function open(url) {
  database = knex({ client: "pg", connection: url, pool: { min: CONNECTIONS, max: CONNECTIONS } });
  await database.schema.createTable("competitors", (table) => {
    table.uuid("id").primary();
    table.text("business_id").notNullable();
    table.text("place_id").notNullable();
    table.text("name").notNullable();
    table.text("address");
    table.double("rating");
    table.integer("review_count");
    table.timestamp("created_at").notNullable().defaultTo(database.fn.now());
    table.unique(["business_id", "place_id"]);
  });
  address = await startExpress(async (businessId, { placeId, name, address: street, rating, review_count }) => {
    const row = { id: randomUUID(), business_id: businessId, place_id: placeId, name, address: street };
    const [stored] = await database("competitors")
      .insert({ ...row, rating, review_count })
      .returning("*");
    return stored;
  });
}

/** Of the places whose ids begin so: rows, and different places among them. */
async function stored(place) {
  const sql = "SELECT count(*)::integer AS stored, count(DISTINCT place_id)::integer AS different FROM competitors";
  const { rows } = await database.raw(`${sql} WHERE place_id LIKE ?`, [`${place}-%`]);
  return { ...rows[0], outOfOrder: 0 };
}

serve({ open, url: () => address, stored });
