/** The log in PostgreSQL as it is stored, to be copied or to be filled. */
import type { Pool, PoolClient } from "pg";
import type { EventMetadata } from "../../../domain/fold/event";
import { isoInstant, safeInteger } from "../../postgres/column-types";
import { isConnectionLoss } from "../../postgres/connection-loss";
import { inTransaction } from "../../postgres/transaction";
import { LogUnavailable } from "../event-log";
import { LOG_LOCK } from "../postgres/log-lock";
import { placeOf } from "./same-event";
import { CopyRefused, type StoredEvent, type StoredLog } from "./stored-log";
import { sameAppend } from "./whole-appends";

type Row = [
  position: string,
  stream: string,
  revision: string,
  id: string,
  type: string,
  data: string,
  metadata: string,
  recordedAt: string,
  commandId: string | null,
];
interface EndOfAppend {
  readonly id: string;
  readonly commandId: string;
}

/** Everything arrives as text, as in the log's own reads. */
const asText = { getTypeParser: () => (text: string) => text };

const READ = `
  SELECT position, stream, revision, id, type, data, metadata, recorded_at, command_id
  FROM event_log.events WHERE position > $1 ORDER BY position LIMIT $2`;
/** The last event of an append holds its command id. */
const END_OF_APPEND = `
  SELECT id, command_id AS "commandId" FROM event_log.events
  WHERE stream = $1 AND revision > $2 AND command_id IS NOT NULL ORDER BY revision LIMIT 1`;
const SIZE = "SELECT greatest(reltuples, 0)::bigint AS size FROM pg_class WHERE oid = 'event_log.events'::regclass";
const EXACT = "SELECT count(*)::bigint AS size FROM event_log.events";
/** As many are counted in a moment. */
const COUNTED_MAX = 1_000_000;

const HEAD = "SELECT position FROM event_log.head";
const GONE = "SELECT stream FROM event_log.erased_streams WHERE stream = ANY ($1) LIMIT 1";
const WRITE = `
  INSERT INTO event_log.events (position, stream, revision, id, type, data, metadata, business_id, command_id, recorded_at)
  SELECT $2::bigint + e.n, e.stream, e.revision, e.id, e.type, e.data, e.metadata, e.business, e.command, e.recorded
  FROM jsonb_to_recordset($1) AS e(n integer, stream text, revision integer, id uuid, type text, data jsonb,
    metadata jsonb, business text, command text, recorded timestamptz)`;

export function createPostgresSide(pool: Pool): StoredLog {
  const head = async (): Promise<number> => {
    const { rows } = await pool.query<{ position: number }>(HEAD);
    return rows[0]?.position ?? 0;
  };
  return {
    kind: "postgres",
    head: () => reached(head),
    read: (after, limit) =>
      reached(async () => {
        const end = await head();
        const values = [after, limit];
        const { rows } = await pool.query<Row>({ text: READ, values, rowMode: "array", types: asText });
        const events = await stored(pool, rows);
        const atHead = events.length < limit;
        const last = events.at(-1)?.position ?? after;
        return { events, position: atHead ? Math.max(last, end) : last, atHead };
      }),
    size: () =>
      reached(async () => {
        if ((await head()) > COUNTED_MAX) return (await pool.query<{ size: number }>(SIZE)).rows[0]?.size;
        return (await pool.query<{ size: number }>(EXACT)).rows[0]?.size;
      }),
    erased: () =>
      reached(async () => {
        const { rows } = await pool.query<{ stream: string }>("SELECT stream FROM event_log.erased_streams");
        return new Set(rows.map(({ stream }) => stream));
      }),
    erase: (streams) =>
      reached(async () => {
        await pool.query("SELECT event_log.erase_streams($1)", [streams]);
      }),
    append: (events) =>
      reached(() => inTransaction(pool, (client) => write(client, events))).catch((error: unknown) => {
        throw unstorable(events, error) ?? error;
      }),
    close: () => Promise.resolve(),
  };
}

async function reached<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!isConnectionLoss(error)) throw error;
    throw new LogUnavailable("The database could not be reached.", { cause: error });
  }
}

/** What one append wrote stands together, so that only the last one of a page can end beyond it. */
async function stored(pool: Pool, rows: readonly Row[]): Promise<readonly StoredEvent[]> {
  const events: StoredEvent[] = [];
  const ends = new Map<string, EndOfAppend | undefined>();
  for (const row of rows.toReversed()) {
    const [, stream, revision, id, , , , , commandId] = row;
    if (commandId !== null) ends.set(stream, { id, commandId });
    else if (!ends.has(stream)) {
      const { rows: found } = await pool.query<EndOfAppend>(END_OF_APPEND, [stream, Number(revision)]);
      ends.set(stream, found[0]);
    }
    events.push(eventOf(row, ends.get(stream)));
  }
  return events.reverse();
}

function eventOf(row: Row, end: EndOfAppend | undefined): StoredEvent {
  const [position, stream, revision, id, type, data, metadata, recordedAt] = row;
  const own = JSON.parse(metadata) as EventMetadata;
  return {
    ...{ id, type, stream, revision: Number(revision), position: safeInteger(position) },
    ...{ data: JSON.parse(data) as unknown, metadata: own, recordedAt: isoInstant(recordedAt) },
    ...{ append: end?.id ?? id, commandId: end?.commandId ?? own.commandId },
  };
}

async function write(client: PoolClient, events: readonly StoredEvent[]): Promise<readonly number[]> {
  await client.query("SELECT pg_advisory_xact_lock($1), set_config('event_log.copying', 'yes', true)", [LOG_LOCK]);
  const { rows } = await client.query<{ position: number }>(HEAD);
  const end = rows[0]?.position ?? 0;
  const streams = [...new Set(events.map(({ stream }) => stream))];
  const gone = (await client.query<{ stream: string }>(GONE, [streams])).rows[0];
  if (gone !== undefined)
    throw new CopyRefused(`The stream ${gone.stream} was erased in PostgreSQL, but not in the log that is copied.`);
  const rowsOf = events.map((event, index) => {
    const { stream, revision, id, type, data, metadata, recordedAt: recorded } = event;
    const command = sameAppend(event, events[index + 1]) ? null : event.commandId;
    const business = metadata.businessId ?? null;
    return { n: index + 1, stream, revision, id, type, data, metadata, business, command, recorded };
  });
  await client.query(WRITE, [JSON.stringify(rowsOf), end]);
  await client.query("UPDATE event_log.head SET position = $1", [end + events.length]);
  return rowsOf.map(({ n }) => end + n);
}

const UNTRANSLATABLE: ReadonlySet<unknown> = new Set(["22P05", "22P02", "22021"]);
/** What JSON may say and Postgres's text cannot hold: the character 0, and half of a surrogate pair. */
const UNHELD = /\\u0000|\\ud[89a-f]/i;

function unstorable(events: readonly StoredEvent[], error: unknown): CopyRefused | undefined {
  if (!(error instanceof Error && "code" in error && UNTRANSLATABLE.has(error.code))) return undefined;
  const culprit = events.find((event) => UNHELD.test(JSON.stringify(event)));
  return culprit && new CopyRefused(`PostgreSQL cannot hold the text of ${placeOf(culprit)}.`, { cause: error });
}
