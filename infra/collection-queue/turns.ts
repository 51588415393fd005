/** Whose turn is when: start-time fair queueing (Goyal, Vin and Cheng 1996) with accounts for flows and requests for packets. */
import type { PoolClient } from "pg";

/**
 * Where a newcomer lines up: beside the request that is next, of those that the queue has not passed by because no collector
 * that came could bring what they ask for. While nothing else waits, where the last one lined up, so that nobody is ahead of
 * others for having asked little before. `$1` is the instant.
 */
const NEXT = `SELECT coalesce((SELECT min(turn) FROM operational.collection_requests WHERE expires_at > $1
    AND turn >= coalesce((SELECT turn FROM operational.collection_turns WHERE kind = 'served'), 0)),
  (SELECT max(turn) FROM operational.collection_turns WHERE kind = 'requested'), 0) AS next`;

const TAKE = `INSERT INTO operational.collection_turns AS t (kind, account_id, turn) VALUES ('requested', $1, $2)
  ON CONFLICT (kind, account_id) DO UPDATE SET turn = greatest(t.turn + 1, $2) RETURNING turn`;

/** The whole queue lines up one after another: turns mean something only among each other. */
const LINE_UP = "SELECT pg_advisory_xact_lock(7302115)";

/** Until the caller's transaction ends, nobody else takes turns. */
export async function lineUp(client: PoolClient): Promise<void> {
  await client.query(LINE_UP);
}

/** The account's next turn. */
export async function takeTurn(client: PoolClient, accountId: string, now: Date): Promise<number> {
  const { rows } = await client.query<{ next: number }>(NEXT, [now]);
  const taken = await client.query<{ turn: number }>(TAKE, [accountId, rows[0]?.next ?? 0]);
  return taken.rows[0]?.turn ?? 0;
}

/** How far the queue has come. */
const SERVED = `INSERT INTO operational.collection_turns AS t (kind, account_id, turn) VALUES ('served', '', $1)
  ON CONFLICT (kind, account_id) DO UPDATE SET turn = greatest(t.turn, $1)`;

export async function passTurn(client: PoolClient, turn: number): Promise<void> {
  await client.query(SERVED, [turn]);
}

const USE_UP = `WITH served AS (
    SELECT DISTINCT ON (a.id) a.id, a.business_id, a.account_id, r.turn, r.number
    FROM operational.collection_askers a JOIN operational.collection_requests r ON r.id = a.id
    WHERE a.id = ANY($1) ORDER BY a.id, a.turn, a.business_id
  ), steps AS (
    SELECT id, business_id, account_id, row_number() OVER (PARTITION BY account_id ORDER BY turn, number) AS step FROM served
  ), charged AS (
    UPDATE operational.collection_turns t SET turn = t.turn + n.steps
    FROM (SELECT account_id, max(step) AS steps FROM steps GROUP BY account_id) n
    WHERE t.kind = 'requested' AND t.account_id = n.account_id RETURNING t.account_id, t.turn - n.steps AS before
  )
  UPDATE operational.collection_askers a SET turn = c.before + s.step FROM steps s JOIN charged c USING (account_id)
  WHERE a.id = s.id AND a.business_id = s.business_id`;

/** A request has the lowest turn of its askers; one without askers has none, and goes. */
const SETTLE = `UPDATE operational.collection_requests r
  SET turn = (SELECT min(a.turn) FROM operational.collection_askers a WHERE a.id = r.id)
  WHERE r.id = ANY($1) AND EXISTS (SELECT FROM operational.collection_askers a WHERE a.id = r.id)`;
const ABANDONED = `DELETE FROM operational.collection_requests r
  WHERE r.id = ANY($1) AND NOT EXISTS (SELECT FROM operational.collection_askers a WHERE a.id = r.id)`;

/**
 * Handed out, a request has used up the turn of whoever it was handed out for. Should its lease end without an answer, it lines
 * up again behind what else that account waits for: places that nobody can look up must not come first for ever.
 */
export async function useUpTurns(client: PoolClient, requests: readonly string[]): Promise<void> {
  await client.query(USE_UP, [requests]);
  await client.query(SETTLE, [requests]);
}

/** After askers have gone. */
export async function settleTurns(client: PoolClient, requests: readonly string[]): Promise<void> {
  await client.query(ABANDONED, [requests]);
  await client.query(SETTLE, [requests]);
}

/** Turns that lie behind everybody's next one say nothing any more. */
const FORGET = `DELETE FROM operational.collection_turns WHERE kind = 'requested' AND turn < (${NEXT})`;

export async function forgetTurns(client: PoolClient, now: Date): Promise<void> {
  await client.query(FORGET, [now]);
}
