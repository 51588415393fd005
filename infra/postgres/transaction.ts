/** One transaction on a pool: everything or nothing. */
import type { Pool, PoolClient } from "pg";

/** Commits what `work` did, or rolls back and throws what it threw. A connection that failed is not used again. */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  // A connection that breaks between two statements tells nobody else, and an unheard error ends the process.
  let broken: Error | undefined;
  const onBroken = (error: Error) => (broken = error);
  client.on("error", onBroken);
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    client.off("error", onBroken).release(broken);
    return result;
  } catch (error) {
    // Closing the connection rolls back, also when the connection itself was what failed.
    client.release(true);
    throw error;
  }
}
