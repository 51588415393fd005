/** Somebody at the files of a log: every event as it is stored, and other ones in their stead. */
import type { Pool } from "pg";
import type { EventMetadata, Recorded } from "../../domain/fold/event";
import { inTransaction } from "../../infra/postgres/transaction";
import type { PeerControl } from "./eventstoredb-peer-control";
import type { Written } from "./eventstoredb-peer-written";

/** `dense`: each position is one more than the last, so that there is no room between two events. */
export interface LogFiles {
  readonly dense: boolean;
  /** In the order of positions. */
  read(): Promise<readonly Recorded[]>;
  write(events: readonly Recorded[]): Promise<void>;
}

const READ = `SELECT id, type, stream, revision, position, data, metadata FROM event_log.events ORDER BY position`;
const EMPTY = `DELETE FROM event_log.events`;
const WRITE = `INSERT INTO event_log.events (position, stream, revision, id, type, data, metadata, business_id, recorded_at)
  SELECT e.position, e.stream, e.revision, e.id, e.type, e.data, e.metadata, e.metadata->>'businessId', now()
  FROM jsonb_to_recordset($1) AS e(id uuid, type text, stream text, revision int, position bigint, data jsonb, metadata jsonb)`;
/** It never falls, so that no position is given twice. */
const RAISE = `UPDATE event_log.head SET position = greatest(position, (SELECT max(position) FROM event_log.events))`;

export const postgresFiles = (pool: Pool): LogFiles => ({
  dense: true,
  read: async () => (await pool.query<Recorded>(READ)).rows,
  write: (events) =>
    inTransaction(pool, async (client) => {
      await client.query(EMPTY);
      await client.query(WRITE, [JSON.stringify(events)]);
      await client.query(RAISE);
    }),
});

const bytes = (value: unknown): string => Buffer.from(JSON.stringify(value), "utf8").toString("base64");
const parsed = (base64: string): unknown => JSON.parse(Buffer.from(base64, "base64").toString("utf8"));

export function peerFiles(peer: Pick<PeerControl, "events" | "rewrite">): LogFiles {
  /** What the adapter keeps in metadata for the server and itself, by event. */
  const kept = new Map<string, object>();
  const own = (id: string, metadata: string): EventMetadata => {
    const members = Object.entries(parsed(metadata) as object);
    kept.set(id, Object.fromEntries(members.filter(([name]) => name.startsWith("$"))));
    return Object.fromEntries(members.filter(([name]) => !name.startsWith("$"))) as unknown as EventMetadata;
  };
  return {
    dense: false,
    read: async () =>
      (await peer.events()).map(({ id, type, stream, revision, position, data, metadata }) => {
        const parts = { data: parsed(data), metadata: own(id, metadata) };
        return { id, type, stream, revision: Number(revision), position, ...parts };
      }),
    write: (events) =>
      peer.rewrite(
        events.map((event): Written => {
          const metadata = bytes({ ...event.metadata, ...kept.get(event.id) });
          const parts = { data: bytes(event.data), metadata, revision: String(event.revision) };
          return { ...event, ...parts, contentType: "application/json", createdTicks: "0" };
        }),
      ),
  };
}

/** Whoever is careful leaves no gap: revisions of its stream, and positions where they are dense, make room for the event. */
export function withInserted(files: LogFiles, log: readonly Recorded[], event: Recorded): readonly Recorded[] {
  const shifted = log.map((one) => {
    const position = files.dense && one.position >= event.position ? one.position + 1 : one.position;
    const later = one.stream === event.stream && one.revision >= event.revision;
    return { ...one, position, revision: later ? one.revision + 1 : one.revision };
  });
  return [...shifted, event].sort((one, other) => one.position - other.position);
}
