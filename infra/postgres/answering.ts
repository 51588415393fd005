/** Asks whether the database answers: within two seconds, or else not, and a connection whose other end forgot it is ended. */
import type { Pool } from "pg";

const PATIENCE_MS = 2_000;

/** The pool destroys a connection whose query fails, and the next one that asks is given another. */
const QUESTION = { text: "SELECT 1", query_timeout: PATIENCE_MS };

export async function databaseAnswers(pool: Pick<Pool, "query">): Promise<void> {
  await pool.query(QUESTION);
}
