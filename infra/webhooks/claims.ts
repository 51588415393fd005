/** Claims deliveries under leases, from every endpoint and lane no more than there is room for, and gives them back. */
import type { Pool } from "pg";
import { notInOthersHands } from "../leases/in-hand";
import { leaseQueue, type Lease } from "../postgres/lease-queue";
import type { Delivery, Lane } from "./delivery";

const DELIVERIES = "operational.webhook_deliveries";

/** How much more of one endpoint's lane this process wants. */
export interface Room {
  readonly endpointId: string;
  readonly lane: Lane;
  readonly room: number;
}

/** Where the last claim stopped; the next one goes on behind it, so that every endpoint has its turn. */
export interface Place {
  readonly endpointId: string;
  readonly lane: string;
}

export interface Wanted {
  /** Names this process, so that others can free what it has in hand once it has fallen. */
  readonly runner: string;
  readonly now: Date;
  readonly leaseMs: number;
  readonly limit: number;
  readonly after: Place;
  readonly rooms: readonly Room[];
  /** For endpoints and lanes that are not among the rooms. */
  readonly roomElsewhere: number;
}

export interface Claimed {
  /** By endpoint and lane, the one due first in front. */
  readonly deliveries: readonly Delivery[];
  /** Null where all endpoints have been looked at. */
  readonly stoppedAt: Place | null;
}

export const start: Place = { endpointId: "", lane: "" };

const PAIRS_MAX = 1_000;

/**
 * Walks from one pair of endpoint and lane to the next by the index, so that its cost depends on how many endpoints wait and
 * never on how much waits for one of them. Locked rows are in other hands and skipped. What was picked is updated by an
 * array of ids: joined, it would be sought in the whole table for as long as Postgres has no statistics of it.
 */
const CLAIM = `WITH RECURSIVE pairs AS (
    (SELECT 1 AS number, t.endpoint_id, t.lane FROM ${DELIVERIES} t
      WHERE t.waiting AND (t.endpoint_id, t.lane) > ($4, $5) ORDER BY t.endpoint_id, t.lane LIMIT 1)
    UNION ALL
    SELECT p.number + 1, n.endpoint_id, n.lane FROM pairs p CROSS JOIN LATERAL (
      SELECT t.endpoint_id, t.lane FROM ${DELIVERIES} t
      WHERE t.waiting AND (t.endpoint_id, t.lane) > (p.endpoint_id, p.lane) ORDER BY t.endpoint_id, t.lane LIMIT 1) n
    WHERE p.number < ${PAIRS_MAX}
  ), rooms AS MATERIALIZED (
    SELECT * FROM unnest($6::text[], $7::text[], $8::integer[]) AS r (endpoint_id, lane, room)
  ), picked AS MATERIALIZED (
    SELECT ready.id, p.number AS pair FROM pairs p CROSS JOIN LATERAL (
      SELECT t.id FROM ${DELIVERIES} t
      WHERE t.waiting AND t.endpoint_id = p.endpoint_id AND t.lane = p.lane AND t.available_at <= $1
        AND t.due_at <= CASE p.lane WHEN 'manual' THEN 'infinity'::timestamptz ELSE $1 END AND ${notInOthersHands("$10")}
      ORDER BY t.due_at, t.number
      LIMIT coalesce((SELECT r.room FROM rooms r WHERE r.endpoint_id = p.endpoint_id AND r.lane = p.lane), $9)
      FOR UPDATE OF t SKIP LOCKED) ready
    LIMIT $3
  ), claimed AS (
    UPDATE ${DELIVERIES} t SET fence = t.fence + 1, available_at = $2, claimed_by = $10,
      attempts = t.attempts + CASE t.lane WHEN 'manual' THEN 0 ELSE 1 END
    WHERE t.id = ANY(ARRAY(SELECT id FROM picked))
    RETURNING t.id, t.fence, t.account_id, t.endpoint_id, t.event_type, t.body, t.lane, t.status, t.attempts,
      t.due_at, t.number
  ), walk AS (
    SELECT count(*) AS pairs, coalesce((SELECT max(pair) FROM picked), 0) AS last_pair,
      (SELECT count(*) FROM picked) AS picked FROM pairs
  ), stop AS (
    -- A full claim goes on behind the last endpoint it took from; any other one behind the last it looked at.
    SELECT CASE WHEN picked = $3 THEN last_pair WHEN pairs = ${PAIRS_MAX} THEN pairs ELSE 0 END AS pair FROM walk
  )
  SELECT s.endpoint_id AS stop_endpoint, s.lane AS stop_lane,
    c.id, c.fence, c.account_id, c.endpoint_id, c.event_type, c.body, c.lane, c.status, c.attempts
  FROM stop LEFT JOIN pairs s ON s.number = stop.pair LEFT JOIN claimed c ON true ORDER BY c.endpoint_id, c.lane, c.due_at, c.number`;

type ClaimRow = (Delivery | { readonly id: null }) & {
  readonly stop_endpoint: string | null;
  readonly stop_lane: string | null;
};

export async function claimDeliveries(pool: Pool, wanted: Wanted): Promise<Claimed> {
  const { runner, now, leaseMs, limit, after, rooms, roomElsewhere } = wanted;
  const { rows } = await pool.query<ClaimRow>(CLAIM, [
    now,
    new Date(now.getTime() + leaseMs),
    limit,
    after.endpointId,
    after.lane,
    rooms.map(({ endpointId }) => endpointId),
    rooms.map(({ lane }) => lane),
    rooms.map(({ room }) => room),
    roomElsewhere,
    runner,
  ]);
  const { stop_endpoint: endpointId = null, stop_lane: lane = null } = rows[0] ?? {};
  const stoppedAt = endpointId === null || lane === null ? null : { endpointId, lane };
  return { deliveries: rows.filter((row): row is Delivery & ClaimRow => row.id !== null), stoppedAt };
}

const queue = leaseQueue<Lease>({ table: DELIVERIES, ready: "t.waiting", order: "t.number", held: "t.waiting" });

/** Prolongs leases; returns those that still hold. */
export const renewLeases = queue.renew;

/** Frees what these processes had in hand, since they have fallen. */
export const freeDeliveries = queue.free;

const RELEASE = `WITH locked AS MATERIALIZED (
    SELECT t.id, t.fence FROM ${DELIVERIES} t WHERE t.id = ANY($1::uuid[]) ORDER BY t.id FOR UPDATE OF t
  ), mine AS MATERIALIZED (
    SELECT l.id FROM locked l JOIN unnest($1::uuid[], $2::bigint[]) AS lease (id, fence) USING (id, fence))
  UPDATE ${DELIVERIES} t SET fence = t.fence + 1, available_at = $3, claimed_by = NULL,
    attempts = t.attempts - CASE t.lane WHEN 'manual' THEN 0 ELSE 1 END
  WHERE t.id = ANY(ARRAY(SELECT id FROM mine))`;

/** Gives deliveries back for others to claim at once, uncounted, in the place of the queue that they had. */
export async function releaseDeliveries(pool: Pool, deliveries: readonly Delivery[], now: Date): Promise<void> {
  if (deliveries.length === 0) return;
  await pool.query(RELEASE, [deliveries.map(({ id }) => id), deliveries.map(({ fence }) => fence), now]);
}

const NEXT = `SELECT min(due_at) AS next FROM ${DELIVERIES} WHERE waiting AND due_at > $1`;

/** When the schedule has something due next. */
export async function nextDue(pool: Pool, now: Date): Promise<Date | null> {
  const { rows } = await pool.query<{ next: string | null }>(NEXT, [now]);
  const next = rows[0]?.next ?? null;
  return next === null ? null : new Date(next);
}

const PURGE = `WITH gone AS (
    DELETE FROM ${DELIVERIES} WHERE id IN (
      SELECT id FROM ${DELIVERIES} WHERE ended_at < $1 AND NOT waiting ORDER BY ended_at LIMIT 5000) RETURNING id)
  DELETE FROM operational.webhook_attempts a USING gone WHERE a.delivery_id = gone.id`;

/** Forgets deliveries that ended before an instant, 5,000 at a time. */
export async function purgeEnded(pool: Pool, before: Date): Promise<void> {
  await pool.query(PURGE, [before]);
}
