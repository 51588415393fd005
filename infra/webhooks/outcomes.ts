/** Records what became of claimed deliveries: once, many in one statement, and only while their lease holds. */
import type { Pool } from "pg";
import type { Ended } from "./delivery";

const DELIVERIES = "operational.webhook_deliveries";

/**
 * An endpoint that was paused or deleted meanwhile keeps its say, unless the delivery has arrived. A manual attempt that was
 * asked for while another one was under way is available at once. The fence grows, so that a renewal on its way finds nothing.
 *
 * The rows are locked by their ids alone and compared with the outcomes afterwards: a join that also names all ids may look
 * through all of them for each, which costs several times what recording does.
 */
const RECORD = `WITH n AS MATERIALIZED (
    SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::boolean[], $4::text[], $5::integer[], $6::timestamptz[],
      $7::timestamptz[], $8::integer[], $9::integer[], $10::text[], $11::text[])
      AS n (id, fence, by_hand, status, attempts, due_at, started_at, duration_ms, http_status, error_class, response_preview)
  ), locked AS MATERIALIZED (
    SELECT t.id, t.fence FROM ${DELIVERIES} t WHERE t.id = ANY($1) ORDER BY t.id FOR UPDATE OF t
  ), mine AS MATERIALIZED (
    SELECT n.* FROM n JOIN locked l ON l.id = n.id AND l.fence = n.fence
  ), recorded AS (
    UPDATE ${DELIVERIES} t SET fence = t.fence + 1, claimed_by = NULL, attempts = n.attempts,
      status = CASE
        WHEN t.status = 'canceled' AND n.status <> 'delivered' THEN 'canceled'
        WHEN t.status = 'held' AND n.status IN ('pending', 'retrying') THEN 'held'
        ELSE n.status END,
      manual = t.manual AND NOT n.by_hand AND n.status <> 'delivered',
      due_at = coalesce(n.due_at, t.due_at),
      available_at = CASE WHEN t.manual AND NOT n.by_hand THEN $12 ELSE coalesce(n.due_at, t.due_at) END,
      ended_at = CASE WHEN n.status IN ('delivered', 'failed', 'dead', 'canceled') THEN $12 ELSE t.ended_at END,
      last_status = CASE WHEN n.started_at IS NULL THEN t.last_status ELSE n.http_status END,
      last_error_class = CASE WHEN n.started_at IS NULL THEN t.last_error_class ELSE n.error_class END
    FROM n WHERE t.id = n.id AND t.id = ANY(ARRAY(SELECT id FROM mine))
    RETURNING t.id
  ), logged AS (
    INSERT INTO operational.webhook_attempts
      (delivery_id, attempt, started_at, duration_ms, http_status, error_class, response_preview)
    SELECT id, CASE WHEN by_hand THEN NULL ELSE attempts END, started_at, duration_ms, http_status, error_class,
      response_preview
    FROM mine WHERE started_at IS NOT NULL
  )
  SELECT id FROM recorded`;

/** Returns the ids of what was recorded; everything else had lost its lease. */
export async function recordOutcomes(pool: Pool, batch: readonly Ended[], now: Date): Promise<ReadonlySet<string>> {
  const recorded = await pool.query<{ id: string }>(RECORD, [
    batch.map(({ delivery }) => delivery.id),
    batch.map(({ delivery }) => delivery.fence),
    batch.map(({ delivery }) => delivery.lane === "manual"),
    batch.map(({ status }) => status),
    batch.map(({ attempts }) => attempts),
    batch.map(({ dueAt }) => dueAt?.toISOString()),
    batch.map(({ attempt }) => attempt?.startedAt.toISOString()),
    batch.map(({ attempt }) => attempt?.durationMs),
    batch.map(({ attempt }) => attempt?.httpStatus),
    batch.map(({ attempt }) => attempt?.errorClass),
    batch.map(({ attempt }) => attempt?.responsePreview),
    now,
  ]);
  return new Set(recorded.rows.map(({ id }) => id));
}

const UNHOLD = `UPDATE ${DELIVERIES} SET status = CASE WHEN attempts = 0 THEN 'pending' ELSE 'retrying' END
  WHERE endpoint_id = $1 AND status = 'held'`;

/** For an endpoint that turned out to be active after a delivery of it had been put on hold. */
export async function releaseHeld(pool: Pool, endpointId: string): Promise<void> {
  await pool.query(UNHOLD, [endpointId]);
}
