/** What the process-manager engine keeps in Postgres. */
import type { Migration } from "../postgres/migrations";

/**
 * `available_at` is when a row may be claimed: when it is due, when it is to be tried again, or when its lease ends.
 * `lane` is there for one index: whatever Postgres believes about a fresh table, no other index finds an instance's first row.
 */
const TABLES = `
  CREATE TABLE operational.process_checkpoints (
    manager text PRIMARY KEY,
    position bigint NOT NULL,
    halted jsonb
  );
  CREATE TABLE operational.process_instances (
    manager text NOT NULL,
    instance text NOT NULL,
    state jsonb NOT NULL,
    business_id text,
    PRIMARY KEY (manager, instance)
  );
  CREATE INDEX ON operational.process_instances (business_id) WHERE business_id IS NOT NULL;
  CREATE TABLE operational.process_timers (
    id uuid NOT NULL UNIQUE,
    manager text NOT NULL,
    instance text NOT NULL,
    name text NOT NULL,
    due_at timestamptz NOT NULL,
    data jsonb NOT NULL,
    correlation_id text NOT NULL,
    position bigint NOT NULL,
    business_id text,
    available_at timestamptz NOT NULL,
    fence bigint NOT NULL DEFAULT 0,
    attempts integer NOT NULL DEFAULT 0,
    lane text GENERATED ALWAYS AS (manager || ' ' || instance) STORED,
    PRIMARY KEY (manager, instance, name)
  );
  CREATE INDEX ON operational.process_timers (lane, due_at, name);
  CREATE INDEX ON operational.process_timers (manager, available_at);
  CREATE INDEX ON operational.process_timers (business_id) WHERE business_id IS NOT NULL;
  CREATE TABLE operational.process_intents (
    id uuid PRIMARY KEY,
    sequence bigint GENERATED ALWAYS AS IDENTITY,
    manager text NOT NULL,
    instance text NOT NULL,
    effect text NOT NULL,
    payload jsonb NOT NULL,
    causation_id text NOT NULL,
    correlation_id text NOT NULL,
    position bigint NOT NULL,
    business_id text,
    status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'done', 'gave_up')),
    available_at timestamptz NOT NULL,
    fence bigint NOT NULL DEFAULT 0,
    attempts integer NOT NULL DEFAULT 0,
    result jsonb,
    last_error text,
    ended_at timestamptz,
    lane text GENERATED ALWAYS AS (manager || ' ' || instance) STORED
  );
  CREATE INDEX ON operational.process_intents (manager, sequence) WHERE status = 'pending';
  CREATE INDEX ON operational.process_intents (lane, sequence) WHERE status = 'pending';
  CREATE INDEX ON operational.process_intents (manager, instance);
  CREATE INDEX ON operational.process_intents (manager, available_at) WHERE status = 'pending';
  CREATE INDEX ON operational.process_intents (manager) WHERE status = 'gave_up';
  CREATE INDEX ON operational.process_intents (ended_at) WHERE status = 'done';
  CREATE INDEX ON operational.process_intents (business_id) WHERE business_id IS NOT NULL;
`;

/** When an intent was first claimed: from then on its effect may have acted, whether or not anybody heard of it. */
const FIRST_CLAIM = "ALTER TABLE operational.process_intents ADD COLUMN first_claimed_at timestamptz";

/** One row per shard. `shards` is part of what a runner moves it by: who takes a divided manager for whole moves nothing. */
const SHARDS = `
  ALTER TABLE operational.process_checkpoints
    ADD COLUMN shard integer NOT NULL DEFAULT 0,
    ADD COLUMN shards integer NOT NULL DEFAULT 1,
    DROP CONSTRAINT process_checkpoints_pkey,
    ADD PRIMARY KEY (manager, shard)`;

/** Under whose lease a row is. No index: a claim would cost an entry, and only what a fallen process had is looked for. */
const CLAIMED_BY = `
  ALTER TABLE operational.process_intents ADD COLUMN claimed_by text;
  ALTER TABLE operational.process_timers ADD COLUMN claimed_by text`;

export const processMigrations: readonly Migration[] = [
  { name: "processes-0001-tables", sql: TABLES },
  { name: "processes-0002-first-claim", sql: FIRST_CLAIM },
  { name: "processes-0003-shards", sql: SHARDS },
  { name: "processes-0004-claimed-by", sql: CLAIMED_BY },
];
