/** Many appends in one transaction: each gets its own outcome, and positions are assigned in the order they become visible. */
import { LOG_LOCK } from "./log-lock";

/**
 * The lock is held to the end of the transaction, and Postgres shows a transaction's rows before it lets go of its locks:
 * whoever assigns the next position has all earlier ones visible. A rolled back batch leaves no gap, as the head rolls back too.
 *
 * `slots[i]` is the place of append i's stream in `streams`; `revisions` moves on as the batch goes through one stream
 * several times. `expected` is a revision, or -1 none, -2 any, -3 exists. `batch` holds `{a, n, id, type, data, metadata,
 * business}`: event n (from 0) of append a (from 1). The caller keeps repetitions of one append out of the same batch.
 * The planner's choices are fixed to index look-ups, because its statistics are stale exactly while the log is filled.
 */
export const APPEND_BATCH = `
  CREATE FUNCTION event_log.append_batch(
    streams text[], slots integer[], expected integer[], sizes integer[],
    command_ids text[], last_ids uuid[], batch jsonb, recorded timestamptz
  ) RETURNS json
  LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off
  SET enable_bitmapscan = off
  SET enable_hashjoin = off
  SET enable_mergejoin = off
  SET jit = off
  AS $$
  #variable_conflict use_variable
  DECLARE
    last_position bigint;
    first_position bigint;
    revisions integer[];
    erased boolean[];
    kinds text[] := array_fill('appended'::text, ARRAY[cardinality(slots)]);
    answered_revisions integer[];
    answered_positions bigint[];
    slot integer;
    current integer;
  BEGIN
    PERFORM pg_advisory_xact_lock(${LOG_LOCK});
    SELECT h.position INTO STRICT last_position FROM event_log.head h;
    first_position := last_position;

    SELECT
      array_agg(coalesce((
        SELECT e.revision FROM event_log.events e WHERE e.stream = s.name ORDER BY e.revision DESC LIMIT 1
      ), -1) ORDER BY s.place),
      array_agg(EXISTS (SELECT FROM event_log.erased_streams x WHERE x.stream = s.name) ORDER BY s.place)
    INTO revisions, erased
    FROM unnest(streams) WITH ORDINALITY AS s(name, place);

    SELECT array_agg(r.revision ORDER BY q.place), array_agg(r.position ORDER BY q.place)
    INTO answered_revisions, answered_positions
    FROM unnest(command_ids, last_ids, slots) WITH ORDINALITY AS q(command_id, last_id, slot, place)
    LEFT JOIN LATERAL (
      SELECT e.revision, e.position FROM event_log.events e
      WHERE e.command_id = q.command_id AND e.stream = streams[q.slot]
      UNION ALL
      SELECT e.revision, e.position FROM event_log.events e
      WHERE e.id = q.last_id AND e.command_id IS NOT NULL AND e.stream = streams[q.slot]
      LIMIT 1
    ) r ON true;

    FOR i IN 1 .. cardinality(slots) LOOP
      slot := slots[i];
      current := revisions[slot];
      IF answered_positions[i] IS NOT NULL THEN
        kinds[i] := 'repeated';
      ELSIF erased[slot] THEN
        kinds[i] := 'erased';
      ELSIF expected[i] = current OR expected[i] = -2 OR (expected[i] = -3 AND current >= 0) THEN
        revisions[slot] := current + sizes[i];
        last_position := last_position + sizes[i];
        answered_revisions[i] := current + sizes[i];
        answered_positions[i] := last_position;
      ELSE
        kinds[i] := 'wrong_revision';
        answered_revisions[i] := current;
      END IF;
    END LOOP;

    IF last_position > first_position THEN
      INSERT INTO event_log.events
        (position, stream, revision, id, type, data, metadata, business_id, command_id, recorded_at)
      SELECT
        answered_positions[e.a] - sizes[e.a] + e.n + 1,
        streams[slots[e.a]],
        answered_revisions[e.a] - sizes[e.a] + e.n + 1,
        e.id, e.type, e.data, e.metadata, e.business,
        CASE WHEN e.n = sizes[e.a] - 1 THEN command_ids[e.a] END,
        recorded
      FROM jsonb_to_recordset(batch)
        AS e(a integer, n integer, id uuid, type text, data jsonb, metadata jsonb, business text)
      WHERE kinds[e.a] = 'appended';
      UPDATE event_log.head SET position = last_position;
      PERFORM pg_notify('event_log', last_position::text);
    END IF;

    RETURN json_build_array(to_json(kinds), to_json(answered_revisions), to_json(answered_positions));
  END $$;
`;
