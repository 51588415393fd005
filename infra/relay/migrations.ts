/** How far each relay has come. */
import type { Migration } from "../postgres/migrations";

/**
 * `relay_ended_keys` holds what was ended for good, so that nothing follows the end, however late it comes.
 * `generation` is counted up whenever positions become those of another log. `session_id` is made once and tells the relay of this database from that of any other which shares its
 * broker.
 */
export const relayMigrations: readonly Migration[] = [
  {
    name: "relay-1-checkpoints",
    sql: `
      CREATE TABLE operational.relays (
        name text PRIMARY KEY,
        session_id uuid NOT NULL DEFAULT gen_random_uuid(),
        position bigint NOT NULL DEFAULT 0,
        generation integer NOT NULL DEFAULT 0,
        published bigint NOT NULL DEFAULT 0,
        acknowledged_at timestamptz
      );
      CREATE TABLE operational.relay_ended_keys (
        relay text NOT NULL,
        key text NOT NULL,
        PRIMARY KEY (relay, key)
      );`,
  },
];
