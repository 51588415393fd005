/** In which engine the log is that a database's positions are of: a service that was told of another one does not start. */
import type { ClientBase, Pool } from "pg";
import type { LogIdentity } from "../eventstoredb/log-identity";
import { engineOf, logKinds, type LogKind } from "./stored-log";

export interface LogHome {
  readonly kind: LogKind;
  /** How often the log has moved. Positions from before a move say nothing about the log after it. */
  readonly moves: number;
  /** What the log is called by the server that keeps it; null for one in the database itself, and where it was never asked. */
  readonly identity: string | null;
  /** It has moved, and the read tables are not filled from it yet: what they say of keys and businesses is not true. */
  readonly filling: boolean;
}

/** The settings name another log than the one that this database goes with. */
export class LogElsewhere extends Error {
  override readonly name = "LogElsewhere";
}

const FIRST = "INSERT INTO operational.log_home (kind) VALUES ($1) ON CONFLICT DO NOTHING";
const HOME = "SELECT kind, moves, identity, filling FROM operational.log_home";

/** Undefined for a database with which no service has run yet. */
export async function logHome(db: Pool | ClientBase): Promise<LogHome | undefined> {
  return (await db.query<LogHome>(HOME)).rows[0];
}

/** The first start decides. Throws LogElsewhere with a sentence for the operator. */
export async function requireLogAtHome(db: Pool | ClientBase, told: LogKind): Promise<LogHome> {
  const home = await logHome(db);
  if (home === undefined) {
    await db.query(FIRST, [told]);
    return requireLogAtHome(db, told);
  }
  if (home.kind === told) return home;
  const set = told === "eventstoredb" ? "EVENTSTOREDB_URL is set" : "EVENTSTOREDB_URL is not set";
  throw new LogElsewhere(
    `The log of this database is in ${engineOf[home.kind]}, but ${set}. Change that, or move the log first: ` +
      `npm run migrate-log -- --from ${home.kind} --to ${told} (docs/migrating-the-log.md).`,
  );
}

/** Throws LogElsewhere while a move has not ended. */
export function requireFilled({ kind, filling }: LogHome): void {
  if (!filling) return;
  throw new LogElsewhere(
    `The log of this database has moved to ${engineOf[kind]}, but its read tables are not filled from there yet. ` +
      `Run npm run migrate-log -- --from ${logKinds.find((other) => other !== kind)} --to ${kind} again: it goes on where it stopped.`,
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
