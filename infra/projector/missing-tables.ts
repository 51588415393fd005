/** Makes the read tables that are not there at all, so that a process that only reads finds them, empty, whoever fills them. */
import type { Pool } from "pg";
import { inTransaction } from "../postgres/transaction";
import type { Projection } from "./projection";
import { creating } from "./table-copies";

const LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('missing read tables', 0))";
const KNOWN = "SELECT table_name FROM operational.projection_checkpoints WHERE NOT filling AND table_name = ANY ($1)";

/** Processes that start together wait for one another. A table that is there, in whatever version, is left as it is. */
export async function createMissingTables(pool: Pool, projections: readonly Projection[]): Promise<void> {
  if ((await missing(pool, projections)).length === 0) return;
  await inTransaction(pool, async (client) => {
    await client.query(LOCK);
    for (const projection of await missing(client, projections))
      await client.query(creating(projection, false, []).join(";\n"));
  });
}

async function missing(on: Pick<Pool, "query">, projections: readonly Projection[]): Promise<readonly Projection[]> {
  const { rows } = await on.query<{ table_name: string }>(KNOWN, [projections.map(({ table }) => table)]);
  const known = new Set(rows.map(({ table_name: table }) => table));
  return projections.filter(({ table }) => !known.has(table));
}
