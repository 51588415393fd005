/** What a process that fell silent had locked is freed: its connections are ended by those who take over from it. */
import type { Pool } from "pg";
import type { Logger } from "../logging/logger";

/**
 * Its transactions are undone and what they had locked is free, also where Postgres waits for it to take in an answer, which no
 * time limit of a session ends. When it goes on, its pools connect anew. Only while it is still silent, and only of our own role.
 */
const END = `SELECT count(pg_terminate_backend(a.pid)) AS ended
  FROM unnest($1::text[]) AS fallen (runner) JOIN pg_stat_activity a
    ON split_part(a.application_name, ' ', 2) = replace(fallen.runner, '-', '')
  WHERE a.datname = current_database() AND a.usename = current_user AND NOT EXISTS (
    SELECT 1 FROM operational.lease_holders h WHERE h.runner = fallen.runner AND h.expires_at > clock_timestamp())`;

/** Ends what these have of connections that carry their names (`PostgresConnection.process`). */
export async function endConnections(
  pool: Pick<Pool, "query">,
  logger: Pick<Logger, "warn">,
  fallen: readonly string[],
): Promise<void> {
  const { rows } = await pool.query<{ ended: number }>(END, [fallen]);
  const ended = rows[0]?.ended ?? 0;
  if (ended > 0) logger.warn({ fallen, ended }, "Connections of processes that fell silent were ended.");
}
