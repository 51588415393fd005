/** What the queue of collection requests and the daily schedule keep in Postgres. */
import type { Migration } from "../postgres/migrations";

/**
 * A request holds no tenant; its askers do, each with a turn of its own, and the request's turn is the lowest of theirs.
 * `available_at` is when a request may be handed out: at once, or when its lease ends. `collection_turns` remembers which turn
 * an account had last, in each of the two kinds.
 */
const TABLES = `
  CREATE TABLE operational.collection_requests (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    number bigint GENERATED ALWAYS AS IDENTITY,
    request_id text NOT NULL UNIQUE,
    place_id text NOT NULL,
    sections text[] NOT NULL,
    requested_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    turn bigint NOT NULL,
    available_at timestamptz NOT NULL,
    fence bigint NOT NULL DEFAULT 0,
    attempts integer NOT NULL DEFAULT 0
  );
  CREATE INDEX ON operational.collection_requests (turn, number);
  CREATE INDEX ON operational.collection_requests (place_id);
  CREATE INDEX ON operational.collection_requests (expires_at);
  CREATE TABLE operational.collection_askers (
    id uuid NOT NULL REFERENCES operational.collection_requests ON DELETE CASCADE,
    account_id text NOT NULL,
    business_id text NOT NULL,
    turn bigint NOT NULL,
    PRIMARY KEY (id, business_id)
  );
  CREATE INDEX ON operational.collection_askers (business_id);
  CREATE INDEX ON operational.collection_askers (account_id);
  CREATE TABLE operational.collection_turns (
    kind text NOT NULL CHECK (kind IN ('requested', 'scheduled')),
    account_id text NOT NULL,
    turn bigint NOT NULL,
    PRIMARY KEY (kind, account_id)
  );
  CREATE INDEX ON operational.collection_turns (kind, turn);
  CREATE TABLE operational.collection_schedule (
    place_id text PRIMARY KEY,
    day date NOT NULL,
    attempts integer NOT NULL,
    leased_until timestamptz NOT NULL
  );
  CREATE INDEX ON operational.collection_schedule (day);
`;

/**
 * A section of a place is in `collection_schedule` since it was first handed out or answered: `attempts` counts how often it
 * was handed out since its last answer, `request_id` is under what id last, and `available_at` when it may be handed out again.
 * A request's `leased_until` is the end of its last lease, and `available_at` may be later. An account's turn is 'requested' or
 * 'scheduled'; the one row that is 'served' is the turn that the queue has come to.
 */
const SECTIONS = `
  DROP TABLE operational.collection_schedule;
  CREATE TABLE operational.collection_schedule (
    place_id text NOT NULL,
    section text NOT NULL,
    answered_at timestamptz,
    request_id text,
    attempts integer NOT NULL,
    leased_until timestamptz,
    available_at timestamptz NOT NULL,
    PRIMARY KEY (place_id, section)
  );
  ALTER TABLE operational.collection_requests ADD leased_until timestamptz;
  CREATE INDEX ON operational.collection_requests (leased_until);
  ALTER TABLE operational.collection_turns DROP CONSTRAINT collection_turns_kind_check;
  ALTER TABLE operational.collection_turns ADD CHECK (kind IN ('requested', 'scheduled', 'served'));
`;

export const collectionQueueMigrations: readonly Migration[] = [
  { name: "collection-queue-0001-tables", sql: TABLES },
  { name: "collection-queue-0002-sections", sql: SECTIONS },
];
