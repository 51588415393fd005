/** The statements of the daily schedule, over whatever relation tells what is tracked. */

const SCHEDULE = "operational.collection_schedule";
const TURNS = "operational.collection_turns";

const DAY_SECONDS = 86_400;
/** A place's own shift, the same on every day: what is tracked is spread over the day, and each place keeps its hour. */
const SHIFT = `('x' || left(md5(t.place_id), 8))::bit(32)::bigint`;
const LENGTH = `CASE WHEN t.closed THEN ${7 * DAY_SECONDS} ELSE ${DAY_SECONDS} END`;

/**
 * What is tracked, each with the `slot` that it is in and its `length` in seconds: a day, or a week where the place is
 * closed for good. A week begins where one of the place's days does. `$1` is the instant. `OFFSET 0` keeps Postgres from
 * working a slot out anew for every section.
 */
const slotted = (tracked: string, where: string): string => `
  SELECT t.*, to_timestamp((floor(extract(epoch FROM $1::timestamptz))::bigint - shift) / length * length + shift) AS slot
  FROM (SELECT t.*, ${LENGTH} AS length, ${SHIFT} % (${LENGTH}) AS shift FROM (${tracked}) t ${where} OFFSET 0) t OFFSET 0`;

/** Which sections stand behind a name, of those that can be brought. */
const WANTED = `wanted AS MATERIALIZED (SELECT * FROM unnest($2::text[], $3::text[]) AS w (wants, section))`;

/**
 * Not answered since the slot began, in nobody's hands, of no place that is being looked up on request, and rested
 * after what was tried in vain. A listing that came unasked is as good as an answer.
 */
const IS_DUE = `(s.answered_at IS NULL OR s.answered_at < t.slot) AND (s.available_at IS NULL OR s.available_at <= $1)
    AND (w.section <> 'listing' OR t.listed_at IS NULL OR t.listed_at < t.slot)
    AND t.place_id NOT IN (
      SELECT r.place_id FROM operational.collection_requests r WHERE r.leased_until > $1)`;

const DUE = (tracked: string, where = ""): string => `FROM (${slotted(tracked, where)}) t JOIN wanted w USING (wants)
    LEFT JOIN ${SCHEDULE} s ON s.place_id = t.place_id AND s.section = w.section WHERE ${IS_DUE}`;

export interface DuePlace {
  readonly placeId: string;
  /** In whose turn. */
  readonly accountId: string;
  readonly turn: number;
}

/**
 * The places of which something is due, by turn: each account's one after another, the longest unanswered first, beginning
 * where the others are. `$1` now, `$2` and `$3` the names and sections that can be brought, `$4` how many at most.
 */
export const dueSql = (tracked: string): string => `
  WITH ${WANTED}, due AS MATERIALIZED (
    SELECT t.place_id, t.account_id, min(coalesce(s.answered_at, '-infinity')) AS answered_at ${DUE(tracked)}
    GROUP BY t.place_id, t.account_id
  ), furthest AS (
    SELECT coalesce(max(turn), 0) AS turn FROM ${TURNS} WHERE kind = 'scheduled'
  ), lined_up AS (
    SELECT d.place_id, d.account_id, d.answered_at, greatest(f.turn, coalesce(l.turn, 0) + 1) - 1
      + row_number() OVER (PARTITION BY d.account_id ORDER BY d.answered_at, d.place_id) AS turn
    FROM due d CROSS JOIN furthest f LEFT JOIN ${TURNS} l ON l.kind = 'scheduled' AND l.account_id = d.account_id
  ), first AS (
    SELECT DISTINCT ON (place_id) * FROM lined_up ORDER BY place_id, turn, account_id
  )
  SELECT place_id AS "placeId", account_id AS "accountId", turn FROM first
  ORDER BY turn, answered_at, place_id LIMIT $4`;

export interface TakenPlace {
  readonly placeId: string;
  readonly turn: number;
  readonly requestId: string;
  readonly sections: readonly string[];
  readonly dueSince: string;
  readonly leasedUntil: string;
  readonly slotEnds: string;
  /** How often the section that was asked for in vain most often was handed out since its last answer, this time included. */
  readonly attempt: number;
}

/** How long a section rests after the end of a lease without an answer: not at all, 10 minutes, 30, an hour, then doubling. */
const REST = `CASE WHEN s.attempts = 0 THEN interval '0' WHEN s.attempts = 1 THEN interval '10 minutes'
    WHEN s.attempts = 2 THEN interval '30 minutes' ELSE least(2 ^ (s.attempts - 3), 6) * interval '1 hour' END`;

/**
 * Leases of what is still due of the places, for whoever comes first; what it answers are those that were had. `$1` to `$3`
 * as above, `$4` the end of the leases, `$5` to `$7` the places with the accounts and turns that they were found with.
 * Rows are taken in one order, so that two claimants never wait for each other in a circle.
 */
export const leaseSql = (tracked: string): string => `
  WITH ${WANTED}, asked AS MATERIALIZED (
    SELECT * FROM unnest($5::text[], $6::text[], $7::bigint[]) AS a (place_id, account_id, turn)
  ), due AS MATERIALIZED (
    SELECT t.place_id, w.section, max(t.slot + t.length * interval '1 second') AS slot_ends,
      min(CASE WHEN s.answered_at IS NULL THEN t.since ELSE t.slot END) AS due_since
    ${DUE(tracked, "WHERE t.place_id = ANY($5)")} GROUP BY t.place_id, w.section
  ), named AS MATERIALIZED (
    SELECT place_id, 'scheduled-' || gen_random_uuid() AS request_id FROM (SELECT DISTINCT place_id FROM due) d
  ), taken AS (
    INSERT INTO ${SCHEDULE} AS s (place_id, section, request_id, attempts, leased_until, available_at)
    SELECT place_id, section, request_id, 1, $4, $4 FROM due JOIN named USING (place_id) ORDER BY place_id, section
    ON CONFLICT (place_id, section) DO UPDATE SET request_id = excluded.request_id, attempts = s.attempts + 1,
      leased_until = $4, available_at = $4::timestamptz + ${REST}
      WHERE s.available_at <= $1
    RETURNING s.place_id, s.section, s.request_id, s.attempts, s.leased_until
  ), charged AS (
    INSERT INTO ${TURNS} AS l (kind, account_id, turn)
    SELECT 'scheduled', a.account_id, max(a.turn) FROM taken JOIN asked a USING (place_id) GROUP BY a.account_id ORDER BY a.account_id
    ON CONFLICT (kind, account_id) DO UPDATE SET turn = greatest(l.turn, excluded.turn)
  )
  SELECT place_id AS "placeId", a.turn, request_id AS "requestId", array_agg(section) AS sections,
    min(due_since) AS "dueSince", min(leased_until) AS "leasedUntil", max(slot_ends) AS "slotEnds", max(attempts) AS attempt
  FROM taken JOIN due USING (place_id, section) JOIN asked a USING (place_id) GROUP BY place_id, a.turn, request_id`;

/**
 * A place's sections are answered: those that were brought, and whatever is leased under the id that was answered. `$1` now,
 * `$2` the place, `$3` what was brought, `$4` the id.
 */
export const ANSWERED = `INSERT INTO ${SCHEDULE} AS s (place_id, section, answered_at, attempts, leased_until, available_at)
  SELECT $2, section, $1, 0, NULL, $1 FROM (
    SELECT unnest($3::text[]) AS section UNION SELECT section FROM ${SCHEDULE} WHERE place_id = $2 AND request_id = $4
  ) answered ORDER BY section
  ON CONFLICT (place_id, section) DO UPDATE SET answered_at = $1, request_id = NULL, attempts = 0, leased_until = NULL,
    available_at = $1`;

/** What nobody has asked about or answered for longer than any slot lasts would be due anyway, if somebody wants it. */
export const FORGET = `DELETE FROM ${SCHEDULE}
  WHERE greatest(answered_at, leased_until, available_at) < $1::timestamptz - interval '15 days'`;
