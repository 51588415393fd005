/** What moving the log from one engine to another needs in a database. */
import type { Migration } from "../../postgres/migrations";

/**
 * `log_home` says in which engine the log is that this database's positions are of, and how often it has moved.
 * `moved_positions` belongs to the move that is under way, or to the last one: `from_kind` and `to_kind` of its direction.
 */
const TABLES = `
  CREATE TABLE operational.log_home (
    single boolean PRIMARY KEY DEFAULT true CHECK (single),
    kind text NOT NULL,
    moves integer NOT NULL DEFAULT 0,
    from_kind text,
    to_kind text
  );
  CREATE TABLE operational.moved_positions (source bigint PRIMARY KEY, target bigint NOT NULL);
`;

/** Which log that is, where a server of its own keeps it. */
const IDENTITY = "ALTER TABLE operational.log_home ADD COLUMN identity text";

/** The read tables are not filled yet from the log that it has moved to. */
const FILLING = "ALTER TABLE operational.log_home ADD COLUMN filling boolean NOT NULL DEFAULT false";

/**
 * For a process that knows nothing of a move, however that came about: what it appended to the log that was left would be lost.
 * The trigger is off, and costs nothing, while the log is in this database. Who copies the log back says so.
 */
const LEFT = `
  CREATE FUNCTION event_log.refuse_append() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'The log of this database has moved: nothing is appended to the one that was left.';
  END $$;
  CREATE TRIGGER left_behind BEFORE INSERT ON event_log.events FOR EACH STATEMENT
    WHEN (current_setting('event_log.copying', true) IS DISTINCT FROM 'yes') EXECUTE FUNCTION event_log.refuse_append();
  ALTER TABLE event_log.events DISABLE TRIGGER left_behind;
`;

export const logMigrationMigrations: readonly Migration[] = [
  { name: "log-migration-0001-tables", sql: TABLES },
  { name: "log-migration-0002-identity", sql: IDENTITY },
  { name: "log-migration-0003-filling", sql: FILLING },
  { name: "log-migration-0004-left", sql: LEFT },
];
