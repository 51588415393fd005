/** Appends to emmett's log on PostgreSQL, and looks afterwards whether everything is there once and in order. */
import { randomUUID } from "node:crypto";
import { getPostgreSQLEventStore } from "@event-driven-io/emmett-postgresql";
import pg from "pg";
import { serve } from "../../dist/bench/harness/serve.js";

const HOT_STREAMS = 10;
/** As many as it was fastest with. */
const CONNECTIONS = 20;
const DATA = { name: "Fjord Coffee", rating: 4.2, reviewCount: 210, said: "x".repeat(300) };
const METADATA = { commandId: randomUUID(), correlationId: randomUUID(), actor: { kind: "system", id: "bench" } };

const CHECK = `
  WITH written AS (
    SELECT message_id, stream_position,
      lag(stream_position) OVER (PARTITION BY stream_id ORDER BY global_position) AS before
    FROM emt_messages WHERE global_position > $1)
  SELECT count(*)::integer AS stored, count(DISTINCT message_id)::integer AS different,
    (count(*) FILTER (WHERE before IS NOT NULL AND stream_position <> before + 1))::integer AS "outOfOrder" FROM written`;
const LAST = "SELECT coalesce(max(global_position), 0) AS last FROM emt_messages";

let pool;
let store;

async function open(url) {
  pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  store = getPostgreSQLEventStore(url, { connectionOptions: { pool } });
  await store.schema.migrate();
}

/** A writer who came too late to a shared stream tries again, as its users do. */
async function append(stream, hot) {
  const events = [{ type: "Appended", data: DATA, metadata: METADATA }];
  for (;;) {
    try {
      await store.appendToStream(stream, events, hot ? {} : { expectedStreamVersion: "STREAM_DOES_NOT_EXIST" });
      return;
    } catch (error) {
      if (!hot) throw error;
    }
  }
}

async function run({ ms, inFlight, hot }) {
  const { rows: lasts } = await pool.query(LAST);
  const began = performance.now();
  let done = 0;
  let next = 0;
  const writer = async () => {
    for (; performance.now() - began < ms; done += 1)
      await append(hot ? `hot-${(next += 1) % HOT_STREAMS}` : `own-${randomUUID()}`, hot);
  };
  await Promise.all(Array.from({ length: inFlight }, writer));
  const took = performance.now() - began;
  const { rows } = await pool.query(CHECK, [lasts[0].last]);
  return { done, ms: took, ...rows[0] };
}

serve({ open, run });
