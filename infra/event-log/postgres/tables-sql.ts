/** The log's tables: events in one total order, the position of the last one, and the names of erased streams. */

/**
 * `command_id` stands on the last event of each append, so that the row which recognizes a repetition also holds its answer.
 * Text that is only compared for equality is collated as bytes, which costs least whatever the database's language.
 */
export const TABLES = `
  CREATE TABLE event_log.events (
    position bigint PRIMARY KEY,
    stream text COLLATE "C" NOT NULL,
    revision integer NOT NULL,
    id uuid NOT NULL,
    type text COLLATE "C" NOT NULL,
    data jsonb NOT NULL,
    metadata jsonb NOT NULL,
    business_id text COLLATE "C",
    command_id text COLLATE "C",
    recorded_at timestamptz NOT NULL,
    UNIQUE (stream, revision)
  );
  CREATE INDEX events_by_command ON event_log.events (command_id) WHERE command_id IS NOT NULL;
  CREATE INDEX events_by_id ON event_log.events (id) WHERE command_id IS NOT NULL;
  CREATE INDEX events_by_business ON event_log.events (business_id, position) WHERE business_id IS NOT NULL;

  CREATE TABLE event_log.head (
    single boolean PRIMARY KEY DEFAULT true CHECK (single),
    position bigint NOT NULL
  ) WITH (fillfactor = 10);
  INSERT INTO event_log.head (position) VALUES (0);

  CREATE TABLE event_log.erased_streams (stream text COLLATE "C" PRIMARY KEY);
`;
