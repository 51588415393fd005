/** Takes out of a database's files what was deleted from its tables: dead rows, old statistics, and the write-ahead log of them. */
import type { Pool, PoolClient } from "pg";

/** What remains for the operator to do, a sentence each. */
export type Leftovers = readonly string[];

const IS_SUPERUSER = `SELECT rolsuper AS "isSuperuser" FROM pg_roles WHERE rolname = current_user`;
/** Analyzing an empty table leaves the statistics of what was in it. */
const FORGET_STATISTICS = "DELETE FROM pg_catalog.pg_statistic";
/** Segments behind the one that is being written: used before, and not yet written over. */
const SEGMENTS_AHEAD = `SELECT count(*)::integer AS ahead FROM pg_ls_waldir()
  WHERE name ~ '^[0-9A-F]{24}$' AND name > pg_walfile_name(pg_current_wal_insert_lsn())`;
/** A segment can end only where something was written to it. */
const NEXT_SEGMENT = "SELECT pg_logical_emit_message(false, 'scrub', ''), pg_switch_wal()";

/**
 * Rewrites every table, catalogs included, with all indexes, under locks that keep everybody else waiting, and needs as much
 * free space as the largest table. `ownServer` says that nobody but us works on the server, and that it does not use a
 * segment of its write-ahead log again (`wal_recycle=off`). Repeated it does the same.
 */
export async function scrubDatabase(pool: Pool, ownServer: boolean): Promise<Leftovers> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ isSuperuser: boolean }>(IS_SUPERUSER);
    const isSuperuser = rows[0]?.isSuperuser === true;
    if (isSuperuser) await client.query(FORGET_STATISTICS);
    await client.query("VACUUM FULL");
    await client.query("ANALYZE");
    if (ownServer) await dropWriteAheadLog(client);
    return [
      ...(isSuperuser ? [] : [`Let a superuser run "${FORGET_STATISTICS}" and "VACUUM FULL pg_catalog.pg_statistic".`]),
      ...(ownServer
        ? []
        : ["The server's write-ahead log holds what was deleted until it has written its segments over."]),
      "Backups, archived segments and snapshots of the disk hold what they held when they were made.",
    ];
  } finally {
    client.release();
  }
}

/** The checkpoint removes every segment before the one in which it begins, and the files of tables that were rewritten. */
async function dropWriteAheadLog(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ ahead: number }>(SEGMENTS_AHEAD);
  for (let ahead = rows[0]?.ahead ?? 0; ahead >= 0; ahead--) await client.query(NEXT_SEGMENT);
  await client.query("CHECKPOINT");
}
