/** Streams removed for ever: their events go, their names stay so that nothing is appended to them again. */
import { LOG_LOCK } from "./log-lock";

/** In turn with the appends, so that no append to a stream can slip in between its erasure and the mark. */
export const ERASE_STREAMS = `
  CREATE FUNCTION event_log.erase_streams(names text[]) RETURNS void
  LANGUAGE plpgsql
  SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off
  AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock(${LOG_LOCK});
    INSERT INTO event_log.erased_streams (stream) SELECT DISTINCT unnest(names) ON CONFLICT DO NOTHING;
    DELETE FROM event_log.events WHERE stream = ANY (names);
    PERFORM pg_notify('event_log', 'erased');
  END $$;
`;
