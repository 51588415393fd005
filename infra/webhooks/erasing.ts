/** Removes the deliveries of a business with everything that its receivers answered. */
import type { Pool, PoolClient } from "pg";

const ERASE = `WITH gone AS (DELETE FROM operational.webhook_deliveries WHERE business_id = $1 RETURNING id)
  DELETE FROM operational.webhook_attempts a USING gone WHERE a.delivery_id = gone.id`;

/**
 * At once on a pool, in the caller's transaction on a client. What the manager has not folded yet it would still store, so
 * wait for it first. An attempt under way cannot record its outcome any more.
 */
export async function eraseDeliveries(connection: Pool | PoolClient, businessId: string): Promise<void> {
  await connection.query(ERASE, [businessId]);
}
