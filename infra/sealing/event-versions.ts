/** Remembers which event types were ever appended, and in which schema versions, so that a start can check them at once. */
import type { Pool } from "pg";

/** An event type in one of its storage formats. */
export interface EventVersion {
  readonly type: string;
  readonly schemaVersion: number;
}

export interface EventVersions {
  /** Notes versions before their first events are appended; costs nothing for those noted before. */
  note(versions: Iterable<EventVersion>): Promise<void>;
  /** Everything that the log may hold. */
  stored(): Promise<readonly EventVersion[]>;
}

const INSERT = `
  INSERT INTO operational.event_versions (type, schema_version)
  SELECT * FROM unnest($1::text[], $2::integer[]) ON CONFLICT DO NOTHING`;
const SELECT = `
  SELECT type, schema_version AS "schemaVersion" FROM operational.event_versions ORDER BY type, schema_version`;

/**
 * A list beside the log, because no log can tell its distinct types without being read through, or an index that every
 * append would pay for. It is written before the append, so it may name too much after a crash but never too little.
 */
export function createEventVersions(pool: Pool): EventVersions {
  const noted = new Set<string>();
  const keyOf = ({ type, schemaVersion }: EventVersion) => `${type}@${schemaVersion}`;
  return {
    async note(versions) {
      const fresh: EventVersion[] = [];
      for (const version of versions) if (!noted.has(keyOf(version))) fresh.push(version);
      if (fresh.length === 0) return;
      await pool.query(INSERT, [fresh.map(({ type }) => type), fresh.map(({ schemaVersion }) => schemaVersion)]);
      for (const version of fresh) noted.add(keyOf(version));
    },
    async stored() {
      const { rows } = await pool.query<EventVersion>(SELECT);
      for (const version of rows) noted.add(keyOf(version));
      return rows;
    },
  };
}
