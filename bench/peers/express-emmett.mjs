/** Express and emmett on PostgreSQL: one event for each competitor, in a stream of its own, and no projection at all. */
import { randomUUID } from "node:crypto";
import { getPostgreSQLEventStore } from "@event-driven-io/emmett-postgresql";
import pg from "pg";
import { serve } from "../../dist/bench/harness/serve.js";
import { startExpress } from "./express-server.mjs";

const CONNECTIONS = 20;

let pool;
let address;

async function open(url) {
  pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  const store = getPostgreSQLEventStore(url, { connectionOptions: { pool } });
  await store.schema.migrate();
  address = await startExpress(async (businessId, { placeId, name, address: street, rating, review_count }) => {
    const id = randomUUID();
    const data = { id, businessId, placeId, name, address: street, rating, reviewCount: review_count };
    await store.appendToStream(`competitor-${id}`, [{ type: "CompetitorAdded", data }], {
      expectedStreamVersion: "STREAM_DOES_NOT_EXIST",
    });
    return data;
  });
}

/** Of the places whose ids begin so: events, and different places among them. */
async function stored(place) {
  const placeId = "message_data->>'placeId'";
  const sql = `SELECT count(*)::integer AS stored, count(DISTINCT ${placeId})::integer AS different FROM emt_messages`;
  const { rows } = await pool.query(`${sql} WHERE ${placeId} LIKE $1`, [`${place}-%`]);
  return { ...rows[0], outOfOrder: 0 };
}

serve({ open, url: () => address, stored });
