/** The statements of the daily schedule, over whatever relation tells what is tracked. */

const ATTEMPTS_A_DAY = 3;
const SCHEDULE = "operational.collection_schedule";
const TURNS = "operational.collection_turns";

/** When somebody is to look again: a day after the last time, a week after it where the place is closed for good. */
const DUE_AT = "t.checked_at + CASE WHEN t.closed THEN interval '7 days' ELSE interval '24 hours' END";
const IS_DUE = `t.wants = ANY($3) AND (t.checked_at IS NULL OR ${DUE_AT} <= $1)`;

export interface DuePlace {
  readonly placeId: string;
  /** In whose turn. */
  readonly accountId: string;
  readonly turn: number;
}

/**
 * What is due and in nobody's hands, by turn: each account's places one after another, the longest unseen first, beginning
 * where the others are. `$1` now, `$2` its day, `$3` the names of what can be brought, `$4` how many at most.
 */
export const dueSql = (tracked: string): string => `
  WITH due AS MATERIALIZED (
    SELECT t.place_id, t.account_id, min(t.checked_at) AS checked_at FROM (${tracked}) t
    WHERE ${IS_DUE}
      AND NOT EXISTS (SELECT FROM ${SCHEDULE} s WHERE s.place_id = t.place_id
        AND (s.leased_until > $1 OR s.day = $2 AND s.attempts >= ${ATTEMPTS_A_DAY}))
      AND NOT EXISTS (SELECT FROM operational.collection_requests r
        WHERE r.place_id = t.place_id AND r.available_at > $1 AND r.expires_at > $1)
    GROUP BY t.place_id, t.account_id
  ), furthest AS (
    SELECT coalesce(max(turn), 0) AS turn FROM ${TURNS} WHERE kind = 'scheduled'
  ), lined_up AS (
    SELECT d.place_id, d.account_id, d.checked_at, greatest(f.turn, coalesce(l.turn, 0) + 1) - 1
      + row_number() OVER (PARTITION BY d.account_id ORDER BY d.checked_at NULLS FIRST, d.place_id) AS turn
    FROM due d CROSS JOIN furthest f LEFT JOIN ${TURNS} l ON l.kind = 'scheduled' AND l.account_id = d.account_id
  ), first AS (
    SELECT DISTINCT ON (place_id) * FROM lined_up ORDER BY place_id, turn, account_id
  )
  SELECT place_id AS "placeId", account_id AS "accountId", turn FROM first
  ORDER BY turn, checked_at NULLS FIRST, place_id LIMIT $4`;

export interface TakenPlace {
  readonly placeId: string;
  readonly turn: number;
  /** The names of what those who track it want. */
  readonly wants: readonly string[];
  readonly dueSince: string;
  readonly leasedUntil: string;
  /** How often it was handed out this day, this time included. */
  readonly attempt: number;
}

/**
 * Leases of places that are still due, for whoever comes first; what it answers are those that were had. `$1` to `$3` as
 * above, `$4` the end of the leases, `$5` to `$7` the places with the accounts and turns that they were found with.
 */
export const leaseSql = (tracked: string): string => `
  WITH asked AS MATERIALIZED (
    SELECT * FROM unnest($5::text[], $6::text[], $7::bigint[]) AS a (place_id, account_id, turn)
  ), due AS MATERIALIZED (
    SELECT t.place_id, array_agg(DISTINCT t.wants) AS wants, min(coalesce(${DUE_AT}, t.since)) AS due_since
    FROM (${tracked}) t WHERE t.place_id = ANY($5) AND ${IS_DUE} GROUP BY t.place_id
  ), taken AS (
    INSERT INTO ${SCHEDULE} AS s (place_id, day, attempts, leased_until)
    SELECT place_id, $2, 1, $4 FROM due ORDER BY place_id
    ON CONFLICT (place_id) DO UPDATE SET day = $2, leased_until = $4,
      attempts = CASE WHEN s.day = $2 THEN s.attempts + 1 ELSE 1 END
      WHERE s.leased_until <= $1 AND (s.day <> $2 OR s.attempts < ${ATTEMPTS_A_DAY})
    RETURNING s.place_id, s.attempts, s.leased_until
  ), charged AS (
    INSERT INTO ${TURNS} AS l (kind, account_id, turn)
    SELECT 'scheduled', a.account_id, max(a.turn) FROM taken JOIN asked a USING (place_id) GROUP BY a.account_id ORDER BY a.account_id
    ON CONFLICT (kind, account_id) DO UPDATE SET turn = greatest(l.turn, excluded.turn)
  )
  SELECT place_id AS "placeId", a.turn, due.wants, due.due_since AS "dueSince", taken.leased_until AS "leasedUntil",
    taken.attempts AS attempt
  FROM taken JOIN due USING (place_id) JOIN asked a USING (place_id)`;
