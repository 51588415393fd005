/** Appends to the service's log, as its command runner does, and looks afterwards whether everything is there once and in order. */
import type { EventLog, NewEvent } from "../../infra/event-log/event-log";
import { eventLogMigrations } from "../../infra/event-log/postgres/migrations";
import { createPostgresLog } from "../../infra/event-log/postgres/postgres-log";
import { createIds } from "../../infra/ids/ids";
import { migrate } from "../../infra/postgres/migrations";
import { createPool } from "../../infra/postgres/pool";
import { systemClock } from "../../infra/time/clock";
import { serve } from "../harness/serve";
import { sideBySide } from "../harness/side-by-side";
import { HOT_STREAMS, type Appending } from "../parts/appending";

/** With its metadata some 600 bytes. */
const DATA = { name: "Fjord Coffee", rating: 4.2, reviewCount: 210, said: "x".repeat(300) };
const ids = createIds(systemClock);

const CHECK = `
  WITH written AS (
    SELECT id, revision, lag(revision) OVER (PARTITION BY stream ORDER BY position) AS before
    FROM event_log.events WHERE position > $1)
  SELECT count(*)::integer AS stored, count(DISTINCT id)::integer AS different,
    (count(*) FILTER (WHERE before IS NOT NULL AND revision <> before + 1))::integer AS "outOfOrder" FROM written`;

let log: EventLog;
let pool: ReturnType<typeof createPool>;

async function open(url: string): Promise<void> {
  pool = createPool({ url });
  await migrate(pool, eventLogMigrations);
  log = createPostgresLog({ pool, connection: { url }, clock: systemClock });
}

function newEvent(): NewEvent {
  const id = ids.next();
  const cause = { commandId: id, correlationId: id, causationId: id };
  const occurredAt = systemClock.now().toISOString();
  const metadata = { ...cause, actor: { kind: "system", id: "bench" }, occurredAt, schemaVersion: 1 } as const;
  return { id, type: "Appended", data: DATA, metadata };
}

/** Events to begin with, a hundred a stream. */
async function fill(events: number): Promise<void> {
  await sideBySide(events / 100, async () => {
    const some = Array.from({ length: 100 }, newEvent);
    await log.append({ stream: `own-${ids.next()}`, expected: "none", events: some, commandId: ids.next() });
  });
}

async function append(stream: string, expected: "none" | "any"): Promise<void> {
  const event = newEvent();
  const outcome = await log.append({ stream, expected, events: [event], commandId: event.id });
  if (outcome.kind !== "appended") throw new Error(`It was not appended: ${outcome.kind}.`);
}

async function run({ ms, inFlight, hot }: Appending) {
  const before = await log.head();
  const began = performance.now();
  let done = 0;
  let next = 0;
  const writer = async (): Promise<void> => {
    for (; performance.now() - began < ms; done += 1)
      await (hot ? append(`hot-${(next += 1) % HOT_STREAMS}`, "any") : append(`own-${ids.next()}`, "none"));
  };
  await Promise.all(Array.from({ length: inFlight }, writer));
  const took = performance.now() - began;
  const { rows } = await pool.query<{ stored: number; different: number; outOfOrder: number }>(CHECK, [before]);
  return { done, ms: took, ...rows[0] };
}

serve({ open, fill, run });
