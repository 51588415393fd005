/** Records what became of claimed deliveries: once, many in one statement, and only while their lease holds. */
import type { Pool } from "pg";
import type { Ended } from "./delivery";

const DELIVERIES = "operational.webhook_deliveries";

/**
 * An endpoint that was paused or deleted meanwhile keeps its say, unless the delivery has arrived. A manual attempt that was
 * asked for while another one was under way is available at once. The fence grows, so that a renewal on its way finds nothing.
 */
const RECORD = `WITH n AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($1) AS n (id uuid, fence bigint, lane text, status text, attempts integer,
      "dueAt" timestamptz, "endedAt" timestamptz, "startedAt" timestamptz, "durationMs" integer, "httpStatus" integer,
      "errorClass" text, "responsePreview" text)
  ), mine AS MATERIALIZED (
    SELECT t.id FROM ${DELIVERIES} t JOIN n ON t.id = n.id AND t.fence = n.fence
    WHERE t.id = ANY($3::uuid[]) ORDER BY t.id FOR UPDATE OF t
  ), recorded AS (
    UPDATE ${DELIVERIES} t SET fence = t.fence + 1, claimed_by = NULL, attempts = n.attempts,
      status = CASE
        WHEN t.status = 'canceled' AND n.status <> 'delivered' THEN 'canceled'
        WHEN t.status = 'held' AND n.status IN ('pending', 'retrying') THEN 'held'
        ELSE n.status END,
      manual = t.manual AND n.lane <> 'manual' AND n.status <> 'delivered',
      due_at = coalesce(n."dueAt", t.due_at),
      available_at = CASE WHEN t.manual AND n.lane <> 'manual' THEN $2 ELSE coalesce(n."dueAt", t.due_at) END,
      ended_at = coalesce(n."endedAt", t.ended_at),
      last_status = CASE WHEN n."startedAt" IS NULL THEN t.last_status ELSE n."httpStatus" END,
      last_error_class = CASE WHEN n."startedAt" IS NULL THEN t.last_error_class ELSE n."errorClass" END
    FROM n WHERE t.id = n.id AND t.id = ANY(ARRAY(SELECT id FROM mine))
    RETURNING t.id
  ), logged AS (
    INSERT INTO operational.webhook_attempts
      (delivery_id, attempt, started_at, duration_ms, http_status, error_class, response_preview)
    SELECT n.id, CASE n.lane WHEN 'manual' THEN NULL ELSE n.attempts END, n."startedAt", n."durationMs", n."httpStatus",
      n."errorClass", n."responsePreview"
    FROM n JOIN mine ON mine.id = n.id WHERE n."startedAt" IS NOT NULL
  )
  SELECT id FROM recorded`;

const ENDS: ReadonlySet<Ended["status"]> = new Set(["delivered", "failed", "dead", "canceled"]);

/** Returns the ids of what was recorded; everything else had lost its lease. */
export async function recordOutcomes(pool: Pool, batch: readonly Ended[], now: Date): Promise<ReadonlySet<string>> {
  const rows = batch.map(({ delivery: { id, fence, lane }, status, attempts, dueAt, attempt }) => ({
    id,
    fence,
    lane,
    status,
    attempts,
    dueAt,
    endedAt: ENDS.has(status) ? now : null,
    ...attempt,
  }));
  const recorded = await pool.query<{ id: string }>(RECORD, [JSON.stringify(rows), now, rows.map(({ id }) => id)]);
  return new Set(recorded.rows.map(({ id }) => id));
}

const UNHOLD = `UPDATE ${DELIVERIES} SET status = CASE WHEN attempts = 0 THEN 'pending' ELSE 'retrying' END
  WHERE endpoint_id = $1 AND status = 'held'`;

/** For an endpoint that turned out to be active after a delivery of it had been put on hold. */
export async function releaseHeld(pool: Pool, endpointId: string): Promise<void> {
  await pool.query(UNHOLD, [endpointId]);
}
