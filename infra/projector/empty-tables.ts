/** Empties every read table, for a log whose positions are others: each is filled again from the log's beginning. */
import type { PoolClient } from "pg";
import { relationName } from "./table-statements";

const COPIES = `SELECT table_name AS "table", filling, version FROM operational.projection_checkpoints`;
const BEGIN_ANEW = "UPDATE operational.projection_checkpoints SET position = 0, halted = NULL";
const NONE_BESIDE = "DELETE FROM operational.projection_checkpoints WHERE filling";

/** Within the caller's transaction. What operators let a table go on without stays left out. */
export async function emptyTables(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ table: string; filling: boolean; version: number }>(COPIES);
  for (const { table, filling, version } of rows) {
    const relation = relationName(table, filling, version);
    await client.query(filling ? `DROP TABLE IF EXISTS ${relation}` : `TRUNCATE ${relation}`);
  }
  await client.query(NONE_BESIDE);
  await client.query(BEGIN_ANEW);
}
