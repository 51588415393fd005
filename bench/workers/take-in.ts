/** Takes in a file of observations as `npm run observations` does, and waits until every table shows them. */
import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { linesOf } from "../../commands/observations/ndjson-lines";
import { takeIn } from "../../commands/observations/observation-intake";
import { takeObservation } from "../../commands/observations/take-observation";
import { createCollection } from "../../infra/composition/adapters/collection";
import { projections } from "../../infra/composition/catalogue/projections";
import { keepTables } from "../../infra/composition/programs/keep-tables";
import { serve } from "../harness/serve";
import { openOwnEngines } from "../harness/tenants";

const REVIEW_TEXT_DAYS = 365;
const VISIBLE_WITHIN_MS = 3_600_000;
const allTables = projections.map(({ table }) => table);
const COUNT = `SELECT (SELECT count(*)::integer FROM read_model.places) AS places,
  (SELECT count(*)::integer FROM (
    SELECT revision, lag(revision) OVER (PARTITION BY stream ORDER BY position) AS before FROM event_log.events) AS written
   WHERE revision <> coalesce(before + 1, 0)) AS "outOfOrder",
  (SELECT coalesce(sum(review_count), 0)::integer FROM read_model.places) AS reviews`;

interface Counted {
  readonly places: number;
  readonly reviews: number;
  readonly outOfOrder: number;
}

async function run({ url, file }: { readonly url: string; readonly file: string }) {
  const folder = mkdtempSync(join(tmpdir(), "lbi-bench-take-in-"));
  const engines = await openOwnEngines({ folder }, url);
  const stopKeeping = await keepTables(engines);
  const { schedule: collectionSchedule } = createCollection(engines, null);
  const parts = { ...engines, reviewTextDays: REVIEW_TEXT_DAYS, collectionSchedule };
  const began = performance.now();
  const take = takeObservation(parts, { kind: "collector", id: "bench" }, "bench");
  const report = await takeIn(linesOf(createReadStream(file)), take);
  const takenMs = performance.now() - began;
  if (!(await engines.projector.reached(allTables, report.position, VISIBLE_WITHIN_MS)))
    throw new Error("The tables do not come to show it.");
  const ms = performance.now() - began;
  const { rows } = await engines.pool.query<Counted>(COUNT);
  const events = await engines.log.head();
  await stopKeeping();
  await engines.close();
  rmSync(folder, { recursive: true, force: true });
  return { ms, takenMs, events, received: report.received, rejected: report.rejected, ...rows[0] };
}

const FORGET = `DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT table_name FROM operational.projection_checkpoints LOOP
    EXECUTE format('DROP TABLE IF EXISTS read_model.%I', name);
  END LOOP;
  DELETE FROM operational.projection_checkpoints;
END $$`;
const ROWS = "SELECT count(*)::integer AS rows FROM read_model.places";

const LOOK_AT_MEMORY_MS = 100;

/** All tables anew, from the first event to the last, on a database that `run` has filled; and the most memory it took. */
async function refill(url: string) {
  const before = await onlyQuery(url, ROWS);
  await onlyQuery(url, FORGET);
  const folder = mkdtempSync(join(tmpdir(), "lbi-bench-refill-"));
  const engines = await openOwnEngines({ folder }, url);
  const events = await engines.log.head();
  const began = performance.now();
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), LOOK_AT_MEMORY_MS);
  const stopKeeping = await keepTables(engines);
  const isReached = await engines.projector.reached(allTables, events, VISIBLE_WITHIN_MS);
  clearInterval(watch);
  if (!isReached) throw new Error("The tables do not come to show it.");
  const ms = performance.now() - began;
  const megabytes = most / 1_000_000;
  await stopKeeping();
  await engines.close();
  rmSync(folder, { recursive: true, force: true });
  const after = await onlyQuery(url, ROWS);
  return {
    ms,
    events,
    megabytes,
    lost: Math.max(0, before - after),
    doubled: Math.max(0, after - before),
    outOfOrder: 0,
  };
}

async function onlyQuery(url: string, sql: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ rows: number }>(sql);
  await client.end();
  return rows[0]?.rows ?? 0;
}

serve({ open: () => undefined, run, refill });
