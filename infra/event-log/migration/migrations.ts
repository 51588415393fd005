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

export const logMigrationMigrations: readonly Migration[] = [
  { name: "log-migration-0001-tables", sql: TABLES },
  { name: "log-migration-0002-identity", sql: IDENTITY },
];
