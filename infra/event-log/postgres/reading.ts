/** Reading streams and the whole log; every page is one statement, so that events and head belong to one moment. */
import { escapeLiteral, type ClientBase, type Pool, type QueryArrayResult } from "pg";
import type { EventMetadata, Recorded } from "../../../domain/fold/event";
import { safeInteger } from "../../postgres/column-types";
import type { ReadAllOptions, ReadStreamOptions } from "../event-log";
import type { WeighedPage } from "../recent-events";

type Database = Pool | ClientBase;
type EventRow = [
  position: string,
  stream: string,
  revision: string,
  id: string,
  type: string,
  data: string,
  metadata: string,
];
type PageRow = [head: string, ...event: EventRow] | [head: string, position: null];

/** Events after a position, of all types. */
type NextOptions = Pick<ReadAllOptions, "after" | "limit">;

/** The most positions that one page looks at, so that a page of rare types is bounded work too. */
const SCANNED_MAX = 20_000;
const LAST_REVISION = 2 ** 31 - 1;

const COLUMNS = "e.position, e.stream, e.revision, e.id, e.type, e.data, e.metadata";
const FORWARDS = `SELECT ${COLUMNS} FROM event_log.events e WHERE stream = $1 AND revision >= $2 ORDER BY revision LIMIT $3`;
const BACKWARDS = `SELECT ${COLUMNS} FROM event_log.events e WHERE stream = $1 AND revision <= $2 ORDER BY revision DESC LIMIT $3`;
/** Several streams forwards, each from a revision of its own and no more of it than is told; without the data that the asker has. */
const SEVERAL = `
  SELECT asked.number, e.position, e.stream, e.revision, e.id, e.type,
    CASE WHEN e.id = asked.known THEN 'null' ELSE e.data END, e.metadata
  FROM unnest($1::text[], $2::integer[], $3::integer[], $4::uuid[]) WITH ORDINALITY
    AS asked(stream, first, most, known, number)
  CROSS JOIN LATERAL (
    SELECT * FROM event_log.events
    WHERE stream = asked.stream AND revision >= asked.first
    ORDER BY revision
    LIMIT asked.most
  ) e
  ORDER BY asked.number, e.revision`;
/**
 * A page goes along the log's index. Left to itself the planner, whose statistics are stale exactly while the log grows, sorts
 * everything that the page may look at, and then the page again: both on disk.
 */
const ALONG_THE_INDEX = "SELECT set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true)";
const page = (after: number, last: number, types: readonly string[] | undefined, limit: number) => `
  SELECT h.position, ${COLUMNS}
  FROM event_log.head h
  LEFT JOIN LATERAL (
    SELECT * FROM event_log.events
    WHERE position > ${after} AND position <= least(${last}, h.position)
      ${types === undefined ? "" : `AND type = ANY (ARRAY[${types.map(escapeLiteral).join(",")}]::text[])`}
    ORDER BY position
    LIMIT ${limit}
  ) e ON true`;

/** On a connection of the tail's, whose settings keep it to the log's index: it is planned once. */
const NEXT = `
  SELECT h.position, ${COLUMNS}
  FROM event_log.head h
  LEFT JOIN LATERAL (
    SELECT * FROM event_log.events WHERE position > $1 AND position <= h.position ORDER BY position LIMIT $2
  ) e ON true`;

/** Everything arrives as text: this module parses it, and knows what it weighs. */
const asText = { getTypeParser: () => (text: string) => text };

export async function readStreamEvents(
  db: Database,
  stream: string,
  { direction = "forwards", from, limit }: ReadStreamOptions,
): Promise<readonly Recorded[]> {
  const [text, first] = direction === "forwards" ? [FORWARDS, 0] : [BACKWARDS, LAST_REVISION];
  const values = [stream, Math.min(from ?? first, LAST_REVISION), limit ?? null];
  const { rows } = await db.query<EventRow>({ text, values, rowMode: "array", types: asText });
  return rows.map(recorded);
}

/** A read of a stream forwards that says how much it wants at most. */
export interface StreamPage {
  readonly stream: string;
  readonly from: number;
  readonly limit: number;
  readonly known?: string | undefined;
}

/** What {@link readStreamEvents} gives for each, in one statement. */
export async function readStreamPages(
  db: Database,
  pages: readonly StreamPage[],
): Promise<readonly (readonly Recorded[])[]> {
  const values = [
    pages.map(({ stream }) => stream),
    pages.map(({ from }) => Math.min(from, LAST_REVISION)),
    pages.map(({ limit }) => limit),
    pages.map(({ known }) => known ?? null),
  ];
  const asked = { name: "event_log_read_streams", text: SEVERAL, values, rowMode: "array" as const, types: asText };
  const { rows } = await db.query<[number: string, ...event: EventRow]>(asked);
  const found = pages.map((): Recorded[] => []);
  for (const [number, ...event] of rows) found[Number(number) - 1]?.push(recorded(event));
  return found;
}

export async function readPage(db: Database, { after, until, types, limit }: ReadAllOptions): Promise<WeighedPage> {
  const last = Math.min(until ?? Number.MAX_SAFE_INTEGER, after + Math.max(SCANNED_MAX, limit));
  // In one message, the settings hold for this statement alone.
  const text = `${ALONG_THE_INDEX}; ${page(after, last, types, limit)}`;
  const answers = (await db.query({ text, rowMode: "array", types: asText })) as unknown;
  const rows = (answers as readonly QueryArrayResult<PageRow>[])[1]?.rows ?? [];
  return pageOf(rows, after, last, limit);
}

/** The same from a position on, on a connection of `createListenConnection`. */
export async function readNext(db: ClientBase, { after, limit }: NextOptions): Promise<WeighedPage> {
  const asked = {
    name: "event_log_next",
    text: NEXT,
    values: [after, limit],
    rowMode: "array" as const,
    types: asText,
  };
  const { rows } = await db.query<PageRow>(asked);
  return pageOf(rows, after, Number.MAX_SAFE_INTEGER, limit);
}

function pageOf(rows: readonly PageRow[], after: number, last: number, limit: number): WeighedPage {
  const [first] = rows;
  if (first === undefined) throw new Error("The log has no head: its migrations are not complete.");
  const head = safeInteger(first[0]);
  const events: Recorded[] = [];
  let characters = 0;
  for (const [, ...row] of rows) {
    if (!isEvent(row)) continue;
    events.push(recorded(row));
    characters += row[5].length + row[6].length;
  }
  // It is the order already, which SQL does not promise of a join.
  events.sort((one, other) => one.position - other.position);
  const position = events.length === limit ? (events.at(-1)?.position ?? after) : Math.max(after, Math.min(head, last));
  return { events, position, atHead: position >= head, characters };
}

/** Whoever asks waits for nothing but one row: a connection that does not bring it in time is gone. */
const HEAD = {
  text: "SELECT position FROM event_log.head",
  rowMode: "array" as const,
  types: asText,
  query_timeout: 10_000,
};

export async function readHead(db: Database): Promise<number> {
  const { rows } = await db.query<[string]>(HEAD);
  const [row] = rows;
  if (row === undefined) throw new Error("The log has no head: its migrations are not complete.");
  return safeInteger(row[0]);
}

function isEvent(row: EventRow | [null]): row is EventRow {
  return row[0] !== null;
}

function recorded([position, stream, revision, id, type, data, metadata]: EventRow): Recorded {
  return {
    id,
    type,
    data: JSON.parse(data) as unknown,
    metadata: JSON.parse(metadata) as EventMetadata,
    stream,
    revision: Number(revision),
    position: safeInteger(position),
  };
}
