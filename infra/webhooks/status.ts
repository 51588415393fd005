/** How many deliveries stand where, for readiness and metrics. */
import type { Pool } from "pg";

export interface SenderStatus {
  /** Waiting for their first attempt. */
  readonly pending: number;
  readonly retrying: number;
  /** Kept for a paused endpoint. */
  readonly held: number;
  readonly dead: number;
  /** Age of the delivery that has been due for longest and is not yet at an end; 0 where none is due. */
  readonly oldestDueSeconds: number;
}

const STATUS = `SELECT
    (SELECT count(*) FROM operational.webhook_deliveries WHERE waiting AND status = 'pending') AS pending,
    (SELECT count(*) FROM operational.webhook_deliveries WHERE waiting AND status = 'retrying') AS retrying,
    (SELECT count(*) FROM operational.webhook_deliveries WHERE status = 'held') AS held,
    (SELECT count(*) FROM operational.webhook_deliveries WHERE status = 'dead') AS dead,
    (SELECT min(due_at) FROM operational.webhook_deliveries WHERE waiting AND status IN ('pending', 'retrying')) AS oldest`;

export async function senderStatus(pool: Pool, now: Date): Promise<SenderStatus> {
  const { rows } = await pool.query<Omit<SenderStatus, "oldestDueSeconds"> & { oldest: string | null }>(STATUS);
  const { pending = 0, retrying = 0, held = 0, dead = 0, oldest = null } = rows[0] ?? {};
  const oldestDueSeconds = oldest === null ? 0 : Math.max(0, (now.getTime() - new Date(oldest).getTime()) / 1_000);
  return { pending, retrying, held, dead, oldestDueSeconds };
}
