/**
 * Brings a database to the shape the program expects: every migration once, in order, all or nothing.
 *
 * Our own loop rather than knex's migrator: migrations are values that engines export, not files in a folder; one
 * transaction under one advisory lock leaves no lock row behind when a process is killed; and a checksum finds a
 * migration that was edited after it had been applied, which knex does not look for.
 */
import { createHash } from "node:crypto";
import type { Pool, PoolClient } from "pg";

export interface Migration {
  /** Unique for ever: a database remembers it. */
  readonly name: string;
  /** One or more statements that can run inside a transaction. */
  readonly sql: string;
}

const LOCK_KEY = 4_201_867_301;

const PREPARE = `
  CREATE SCHEMA IF NOT EXISTS event_log;
  CREATE SCHEMA IF NOT EXISTS read_model;
  CREATE SCHEMA IF NOT EXISTS operational;
  CREATE TABLE IF NOT EXISTS operational.migrations (
    name text PRIMARY KEY,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  );`;

/**
 * Applies what is missing and returns the names of what it applied. Processes that start together wait for one another.
 * Throws a sentence, and changes nothing, when a migration fails, is named twice or was changed after it was applied.
 */
export async function migrate(pool: Pool, migrations: readonly Migration[]): Promise<readonly string[]> {
  refuseRepeatedNames(migrations);
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock($1)", [LOCK_KEY]);
    await client.query(PREPARE);
    const applied = await applyMissing(client, migrations);
    await client.query("COMMIT");
    client.release();
    return applied;
  } catch (error) {
    // Closing the connection rolls back, also when the connection itself was what failed.
    client.release(true);
    throw error;
  }
}

/** For who may change nothing. Throws a sentence where something is missing. */
export async function requireMigrated(pool: Pool, migrations: readonly Migration[]): Promise<void> {
  const exists = "SELECT to_regclass('operational.migrations') IS NOT NULL AS there";
  const isThere = (await pool.query<{ there: boolean }>(exists)).rows[0]?.there === true;
  const { rows } = isThere
    ? await pool.query<{ name: string }>("SELECT name FROM operational.migrations")
    : { rows: [] };
  const known = new Set(rows.map(({ name }) => name));
  if (migrations.every(({ name }) => known.has(name))) return;
  throw new Error("The database was last used by an older version, or by none: start the service first.");
}

async function applyMissing(client: PoolClient, migrations: readonly Migration[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "SELECT name, checksum FROM operational.migrations",
  );
  const known = new Map(rows.map((row) => [row.name, row.checksum]));
  const applied: string[] = [];
  for (const migration of migrations) {
    const checksum = createHash("sha256").update(migration.sql).digest("hex");
    const recorded = known.get(migration.name);
    if (recorded === checksum) continue;
    if (recorded !== undefined) {
      throw new Error(
        `The migration "${migration.name}" was changed after it had been applied to this database; restore its text and put the change into a new migration.`,
      );
    }
    await apply(client, migration, checksum);
    applied.push(migration.name);
  }
  return applied;
}

async function apply(client: PoolClient, migration: Migration, checksum: string): Promise<void> {
  try {
    await client.query(migration.sql);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The migration "${migration.name}" failed and nothing was changed: ${reason}.`, { cause: error });
  }
  await client.query("INSERT INTO operational.migrations (name, checksum) VALUES ($1, $2)", [migration.name, checksum]);
}

function refuseRepeatedNames(migrations: readonly Migration[]): void {
  const seen = new Set<string>();
  for (const { name } of migrations) {
    if (seen.has(name)) throw new Error(`Two migrations are called "${name}"; a migration's name must be unique.`);
    seen.add(name);
  }
}
