/** Writing as the holder of a name: the write and the proof that the name is still held are one transaction. */
import type { PoolClient } from "pg";
import type { Lease } from "./leases";

/** The name was given back, or somebody else has taken it. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

const SECURE = "SELECT 1 FROM operational.leases WHERE name = $1 AND fence = $2 AND holder IS NOT NULL FOR SHARE";

/** Until the caller's transaction ends nobody takes the name. Throws LeaseLost where somebody has; the caller rolls back. */
export async function secureLease(
  client: Pick<PoolClient, "query">,
  { name, fence }: Pick<Lease, "name" | "fence">,
): Promise<void> {
  // No two holdings have the same fence, whatever the kind.
  const { rowCount } = await client.query(SECURE, [name, fence]);
  if (rowCount === 0) throw new LeaseLost(`The lease of ${name} with the fence ${fence} is lost.`);
}
