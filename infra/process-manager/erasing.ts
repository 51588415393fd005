/** Removes what process managers hold of a business or an instance: states, timers, and intents performed or not. */
import { Pool, type PoolClient } from "pg";
import { inTransaction } from "../postgres/transaction";

const TABLES = ["process_timers", "process_intents"] as const;
const LOCK = `SELECT manager, instance FROM operational.process_instances WHERE %where ORDER BY manager, instance FOR UPDATE`;

/**
 * In a transaction of its own on a pool, in the caller's on a client. Wait for `processed` first: what a manager has not
 * seen yet, it would still fold afterwards. An effect in flight cannot record its outcome any more.
 */
export async function eraseBusiness(connection: Pool | PoolClient, businessId: string): Promise<void> {
  await erase(connection, "business_id = $1", [businessId]);
}

/** Of one manager, or of every manager that has an instance of this name. */
export async function eraseInstance(connection: Pool | PoolClient, instance: string, manager?: string): Promise<void> {
  if (manager === undefined) await erase(connection, "instance = $1", [instance]);
  else await erase(connection, "instance = $1 AND manager = $2", [instance, manager]);
}

async function erase(connection: Pool | PoolClient, where: string, values: readonly string[]): Promise<void> {
  if (connection instanceof Pool) return inTransaction(connection, (client) => erase(client, where, values));
  // One statement after another: each sees what was committed while the one before it waited for a lock.
  const { rows } = await connection.query<{ manager: string; instance: string }>(LOCK.replace("%where", where), [
    ...values,
  ]);
  const names = [rows.map(({ manager }) => manager), rows.map(({ instance }) => instance)];
  for (const table of TABLES) {
    await connection.query(`DELETE FROM operational.${table} WHERE ${where}`, [...values]);
    const ofInstances = `DELETE FROM operational.${table} t USING unnest($1::text[], $2::text[]) AS gone (manager, instance)
      WHERE t.manager = gone.manager AND t.instance = gone.instance`;
    await connection.query(ofInstances, names);
  }
  await connection.query(`DELETE FROM operational.process_instances WHERE ${where}`, [...values]);
}
