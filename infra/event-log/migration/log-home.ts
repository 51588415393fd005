/** In which engine the log is that a database's positions are of: a service that was told of another one does not start. */
import type { ClientBase, Pool } from "pg";
import type { LogIdentity } from "../eventstoredb/log-identity";
import { engineOf, type LogKind } from "./stored-log";

export interface LogHome {
  readonly kind: LogKind;
  /** How often the log has moved. Positions from before a move say nothing about the log after it. */
  readonly moves: number;
  /** What the log is called by the server that keeps it; null for one in the database itself, and where it was never asked. */
  readonly identity: string | null;
}

/** The settings name another log than the one that this database goes with. */
export class LogElsewhere extends Error {
  override readonly name = "LogElsewhere";
}

const FIRST = "INSERT INTO operational.log_home (kind) VALUES ($1) ON CONFLICT DO NOTHING";
const HOME = "SELECT kind, moves, identity FROM operational.log_home";

/** Undefined for a database with which no service has run yet. */
export async function logHome(db: Pool | ClientBase): Promise<LogHome | undefined> {
  return (await db.query<LogHome>(HOME)).rows[0];
}

/** The first start decides. Throws LogElsewhere with a sentence for the operator. */
export async function requireLogAtHome(pool: Pool, told: LogKind): Promise<LogHome> {
  const home = await logHome(pool);
  if (home === undefined) {
    await pool.query(FIRST, [told]);
    return requireLogAtHome(pool, told);
  }
  if (home.kind === told) return home;
  const set = told === "eventstoredb" ? "EVENTSTOREDB_URL is set" : "EVENTSTOREDB_URL is not set";
  throw new LogElsewhere(
    `The log of this database is in ${engineOf[home.kind]}, but ${set}. Change that, or move the log first: ` +
      `npm run migrate-log -- --from ${home.kind} --to ${told} (docs/migrating-the-log.md).`,
  );
}

const NAME = "UPDATE operational.log_home SET identity = $1 WHERE identity IS NULL";

/**
 * The first log that this database goes with is the one. Throws LogElsewhere with a sentence for the operator where another
 * server answers, or one that was emptied, and LogUnavailable where none does.
 */
export async function requireSameLog(pool: Pool, identity: LogIdentity): Promise<void> {
  if ((await logHome(pool))?.identity === null) await pool.query(NAME, [await identity.given()]);
  const recorded = (await logHome(pool))?.identity;
  const there = await identity.known();
  if (there === recorded) return;
  const instead = there === undefined ? "holds none: it was emptied, or is a new one" : `holds the log ${there}`;
  throw new LogElsewhere(
    `The log of this database is ${recorded}, but the EventStoreDB that EVENTSTOREDB_URL names ${instead}. ` +
      "Set EVENTSTOREDB_URL to the server that holds it, or restore that server's backup.",
  );
}
