/** emmett's consumer with a projection of one row an event: how fast it catches up, and how late it is while events come. */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { SQL } from "@event-driven-io/dumbo";
import { getPostgreSQLEventStore, postgreSQLRawSQLProjection } from "@event-driven-io/emmett-postgresql";
import pg from "pg";
import { serve } from "../../dist/bench/harness/serve.js";

const CONNECTIONS = 20;
const PATIENCE_MS = 5_000;
const TABLE = `
  CREATE TABLE competitors (competitor_id text PRIMARY KEY, business_id text, name text, address text, applied integer);
  CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_notify('visible', NEW.competitor_id); RETURN NULL; END $$`;
const TELL = "CREATE TRIGGER told AFTER INSERT ON competitors FOR EACH ROW EXECUTE FUNCTION tell()";

let url;
let pool;
let store;

async function open(databaseUrl) {
  url = databaseUrl;
  pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
  store = getPostgreSQLEventStore(url, { connectionOptions: { pool } });
  await store.schema.migrate();
  await pool.query(TABLE);
}

const added = (id) => ({
  type: "CompetitorAdded",
  data: { id, businessId: "business", name: "Fjord Coffee", address: "Kirkegata 1, Oslo", said: "x".repeat(300) },
});
const append = (ids) => store.appendToStream(`competitors-${ids[0]}`, ids.map(added));

/** Events to catch up with, a hundred an append. */
async function fill(events) {
  for (let from = 0; from < events; from += 100) await append(Array.from({ length: 100 }, () => randomUUID()));
}

const projection = () =>
  postgreSQLRawSQLProjection({
    name: `competitors-${randomUUID()}`,
    canHandle: ["CompetitorAdded"],
    evolve: ({ data: { id, businessId, name, address } }) =>
      SQL`INSERT INTO competitors VALUES (${id}, ${businessId}, ${name}, ${address}, 1)
        ON CONFLICT (competitor_id) DO UPDATE SET applied = competitors.applied + 1`,
  });

const COUNT = "SELECT count(*)::integer AS rows, coalesce(sum(applied), 0)::integer AS applied FROM competitors";

/** From the first event to the last, its settings as they come. */
async function catchUp(events) {
  await pool.query("TRUNCATE competitors");
  const consumer = store.consumer({ stopWhen: { noMessagesLeft: true } });
  consumer.projector({ projection: projection() });
  const began = performance.now();
  await consumer.start();
  const ms = performance.now() - began;
  await consumer.close();
  const { rows } = await pool.query(COUNT);
  return { ms, lost: events - rows[0].rows, doubled: rows[0].applied - rows[0].rows, outOfOrder: 0 };
}

/** Milliseconds from the answer of each append to the row's being visible. */
async function follow({ ms, perSecond }) {
  await pool.query(`TRUNCATE competitors; DROP TRIGGER IF EXISTS told ON competitors; ${TELL}`);
  const [listener, visible, answered] = [new pg.Client(url), new Map(), new Map()];
  listener.on("notification", ({ payload }) => visible.set(payload, performance.now()));
  await listener.connect();
  await listener.query("LISTEN visible");
  const consumer = store.consumer();
  consumer.projector({ projection: projection(), startFrom: "END" });
  const running = consumer.start();
  // It follows once it shows one of these.
  while (visible.size === 0) {
    await append([randomUUID()]);
    await delay(100);
  }
  await delay(1_000);
  await pool.query("TRUNCATE competitors");
  visible.clear();
  const [began, writing] = [performance.now(), []];
  for (let number = 0; performance.now() - began < ms; number += 1) {
    await delay(Math.max(0, (number * 1_000) / perSecond - (performance.now() - began)));
    const id = randomUUID();
    writing.push(append([id]).then(() => answered.set(id, performance.now())));
  }
  await Promise.all(writing);
  const deadline = performance.now() + PATIENCE_MS;
  while (visible.size < answered.size && performance.now() < deadline) await delay(20);
  await Promise.all([consumer.stop(), listener.end()]);
  await running.catch(() => undefined);
  await consumer.close();
  await pool.query("DROP TRIGGER told ON competitors");
  const seen = [...answered].filter(([id]) => visible.has(id));
  const { rows } = await pool.query(COUNT);
  const doubled = rows[0].applied - rows[0].rows;
  const lags = seen.map(([id, at]) => Math.max(0, visible.get(id) - at));
  return { lags, lost: answered.size - seen.length, doubled, outOfOrder: 0 };
}

serve({ open, fill, catchUp, follow });
