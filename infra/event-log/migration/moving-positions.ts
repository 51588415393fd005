/** Every place of a database that remembers a position of the log, and what becomes of it when the log moves. */
import type { PoolClient } from "pg";

/**
 * The place in the copy of the last event at or before a position. Who had seen the log up to there has seen the same events
 * in the copy, neither fewer nor more, also where the events right before it were erased since.
 */
const FLOOR = `
  CREATE OR REPLACE FUNCTION pg_temp.moved(before bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT coalesce((SELECT m.target FROM operational.moved_positions m WHERE m.source <= before ORDER BY m.source DESC LIMIT 1), 0)
  $$`;

/** How each column is brought over: as a place in the log, or begun anew with the table it belongs to. */
type Becomes = "moved" | "rebuilt" | "the log's own";

/** By table. A test holds this against the database: no column named `position` may be missing. */
export const positionsOf: Readonly<Record<string, Becomes>> = {
  "event_log.events": "the log's own",
  "event_log.head": "the log's own",
  "operational.pending_changes": "moved",
  "operational.process_checkpoints": "moved",
  "operational.process_intents": "moved",
  "operational.process_timers": "moved",
  "operational.projection_checkpoints": "rebuilt",
  "operational.relays": "moved",
};

const SKIPPED = `
  UPDATE operational.projection_checkpoints SET skipped = ARRAY(
    SELECT m.target FROM operational.moved_positions m WHERE m.source = ANY (skipped) ORDER BY m.source
  ) WHERE skipped <> '{}'`;
const HALTED = `
  UPDATE operational.process_checkpoints
  SET halted = jsonb_set(halted, '{position}', to_jsonb(pg_temp.moved((halted->>'position')::bigint)))
  WHERE halted ? 'position'`;
/** What an operator asked for of an event, and no process has answered. */
const COMMANDS = `
  UPDATE operational.projection_commands
  SET command = jsonb_set(command, '{position}', to_jsonb(pg_temp.moved((command->>'position')::bigint)))
  WHERE answered_at IS NULL AND command ? 'position'`;
/** What a relay hands on is numbered by generation first, so that the numbers keep growing. */
const GENERATIONS = "UPDATE operational.relays SET generation = generation + 1";

/** Within the caller's transaction. The map holds every event of the log that was copied. */
export async function movePositions(client: PoolClient): Promise<void> {
  await client.query(FLOOR);
  for (const [table, becomes] of Object.entries(positionsOf))
    if (becomes === "moved") await client.query(`UPDATE ${table} SET position = pg_temp.moved(position)`);
  for (const statement of [SKIPPED, HALTED, COMMANDS, GENERATIONS]) await client.query(statement);
}
