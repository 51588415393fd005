/** The tables of sealing: data keys by owner, and the event versions that were ever appended. */
import type { Migration } from "../postgres/migrations";

/** A destroyed key leaves its row behind without the key, so that its owner never gets another. */
const DATA_KEYS = `
  CREATE TABLE operational.data_keys (
    owner text PRIMARY KEY,
    sealed_key text,
    created_at timestamptz NOT NULL DEFAULT now(),
    destroyed_at timestamptz,
    CHECK ((sealed_key IS NULL) = (destroyed_at IS NOT NULL))
  );`;

const EVENT_VERSIONS = `
  CREATE TABLE operational.event_versions (
    type text NOT NULL,
    schema_version integer NOT NULL,
    first_appended_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (type, schema_version)
  );`;

/** Few among the keys of all owners, and looked through every hour. */
const RETENTION_KEYS = `
  CREATE INDEX data_keys_of_retentions ON operational.data_keys (owner COLLATE "C")
  WHERE starts_with(owner, 'retention:') AND sealed_key IS NOT NULL;`;

/** One row: what the first process sealed, so that the others know their key. */
const MASTER_KEY_CHECK = `
  CREATE TABLE operational.master_key_check (
    only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
    sealed text NOT NULL
  );`;

/** Every process looks every few seconds for those destroyed last. */
const DESTROYED_KEYS = `
  CREATE INDEX data_keys_destroyed ON operational.data_keys (destroyed_at) WHERE destroyed_at IS NOT NULL;`;

export const sealingMigrations: readonly Migration[] = [
  { name: "sealing-0001-data-keys", sql: DATA_KEYS },
  { name: "sealing-0002-event-versions", sql: EVENT_VERSIONS },
  { name: "sealing-0003-retention-keys", sql: RETENTION_KEYS },
  { name: "sealing-0004-master-key-check", sql: MASTER_KEY_CHECK },
  { name: "sealing-0005-destroyed-keys", sql: DESTROYED_KEYS },
];
