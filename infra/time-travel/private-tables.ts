/** Lets a query run on private copies of read tables with rows of the caller's, and on nothing else. */
import { knex } from "knex";
import type { Pool, PoolClient, QueryConfig } from "pg";
import { createAskJson } from "../postgres/json-answers";
import type { Projection } from "../projector/projection";
import { createTurns } from "../projector/runner";
import { passingTableStatements } from "../projector/table-statements";
import type { FoldedTable, Past } from "./time-travel";

const ROWS_TOGETHER = 1_000;

/** No other schema is on the path: a table without a private copy is not found, rather than read as it is today. */
const BEGUN =
  "SET LOCAL search_path TO pg_temp; SET LOCAL statement_timeout TO '10s'; SET LOCAL client_min_messages TO error";

/** A builder of queries without connections of its own. */
const builder = knex({ client: "pg" });

type PrivateTables = Pick<Past, "read" | "askJson">;

export type WithPrivateTables = <Result>(
  tables: readonly FoldedTable[],
  run: (copies: PrivateTables) => Promise<Result>,
) => Promise<Result>;

/** The connections are for this alone, so that a copy that outlived its transaction could still never be read for the table. */
export function createPrivateTables(pool: Pool, projections: readonly Projection[]): WithPrivateTables {
  return async (tables, run) => {
    const client = await pool.connect();
    try {
      const turns = createTurns();
      const read = await builder.transaction(undefined, { connection: oneAtATime(client, turns) });
      // What is prepared would outlive the copies that it was prepared for.
      const askJson = createAskJson((question) => turns(() => client.query(question)));
      try {
        await client.query(BEGUN);
        for (const projection of projections) {
          const folded = tables.find(({ table }) => table === projection.table);
          if (folded !== undefined) await fill(client, projection, folded);
        }
        // Only now, as it forbids making tables, too.
        await client.query("SET TRANSACTION READ ONLY");
        return await run({ read, askJson });
      } finally {
        await read.rollback();
      }
    } finally {
      client.release();
    }
  };
}

/** Queries that begin side by side, as on a pool, have one connection here, which takes the next only when it is done with the last. */
function oneAtATime(client: PoolClient, turns: ReturnType<typeof createTurns>): object {
  const query = (asked: QueryConfig | string, told: (error: unknown, result?: unknown) => void) =>
    void turns(() => client.query(asked)).then((result) => told(null, result), told);
  return Object.assign(Object.create(client) as object, { query });
}

async function fill(client: PoolClient, projection: Projection, { rows }: FoldedTable): Promise<void> {
  const { create, upsert } = passingTableStatements(projection);
  await client.query(create);
  for (let first = 0; first < rows.length; first += ROWS_TOGETHER) {
    await client.query(upsert(rows.slice(first, first + ROWS_TOGETHER)));
  }
}
