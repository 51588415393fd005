/** An append that waited alone: what the batch does, without what the batch needs to tell its appends apart. */
import { LOG_LOCK } from "./log-lock";

/** A fifth more appends a second than a batch of one. Lock, expectations and `events` are as in `append_batch`. */
export const APPEND_ONE = `
  CREATE FUNCTION event_log.append_one(
    target text, expected integer, size integer, command text, last_id uuid, events jsonb, recorded timestamptz
  ) RETURNS json
  LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off
  SET enable_bitmapscan = off
  SET jit = off
  AS $$
  DECLARE
    last_position bigint;
    current integer;
    erased boolean;
    answer json;
  BEGIN
    PERFORM pg_advisory_xact_lock(${LOG_LOCK});

    SELECT json_build_array('repeated', r.revision, r.position) INTO answer
    FROM (
      SELECT e.revision, e.position FROM event_log.events e WHERE e.command_id = command AND e.stream = target
      UNION ALL
      SELECT e.revision, e.position FROM event_log.events e
      WHERE e.id = last_id AND e.command_id IS NOT NULL AND e.stream = target
      LIMIT 1
    ) r;
    IF FOUND THEN
      RETURN answer;
    END IF;

    SELECT
      h.position,
      coalesce((SELECT e.revision FROM event_log.events e WHERE e.stream = target ORDER BY e.revision DESC LIMIT 1), -1),
      EXISTS (SELECT FROM event_log.erased_streams x WHERE x.stream = target)
    INTO STRICT last_position, current, erased
    FROM event_log.head h;
    IF erased THEN
      RETURN json_build_array('erased', NULL, NULL);
    END IF;
    IF NOT (expected = current OR expected = -2 OR (expected = -3 AND current >= 0)) THEN
      RETURN json_build_array('wrong_revision', current, NULL);
    END IF;

    INSERT INTO event_log.events
      (position, stream, revision, id, type, data, metadata, business_id, command_id, recorded_at)
    SELECT
      last_position + e.n + 1, target, current + e.n + 1, e.id, e.type, e.data, e.metadata, e.business,
      CASE WHEN e.n = size - 1 THEN command END, recorded
    FROM jsonb_to_recordset(events)
      AS e(n integer, id uuid, type text, data jsonb, metadata jsonb, business text);
    UPDATE event_log.head SET position = last_position + size;
    PERFORM pg_notify('event_log', (last_position + size)::text);
    RETURN json_build_array('appended', current + size, last_position + size);
  END $$;
`;
