/** One transaction on a pool: everything or nothing. */
import type { Pool, PoolClient, QueryResult } from "pg";

/**
 * Commits what `work` did, or rolls back and throws what it threw. A connection that failed is not used again. Statements with which
 * it `begins`, complete with their values, go to the database in one message with the beginning itself; `work` is given their answers.
 * What `work` adds to its `ends` goes in one message with the commit: a message less is worth more than a statement that is planned.
 */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient, begun: readonly QueryResult<object>[], ends: string[]) => Promise<Result>,
  begins: readonly string[] = [],
): Promise<Result> {
  const client = await pool.connect();
  // A connection that breaks between two statements tells nobody else, and an unheard error ends the process.
  let broken: Error | undefined;
  const onBroken = (error: Error) => (broken = error);
  client.on("error", onBroken);
  try {
    const answers = (await client.query(["BEGIN", ...begins].join(";\n"))) as
      QueryResult<object> | QueryResult<object>[];
    const ends: string[] = [];
    const result = await work(client, [answers].flat().slice(1), ends);
    await client.query([...ends, "COMMIT"].join(";\n"));
    client.off("error", onBroken).release(broken);
    return result;
  } catch (error) {
    // Closing the connection rolls back, also when the connection itself was what failed.
    client.release(true);
    throw error;
  }
}
