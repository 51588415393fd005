/** What the queue of collection requests and the daily schedule keep in Postgres. */
import type { Migration } from "../postgres/migrations";

/**
 * A request holds no tenant; its askers do, each with a turn of its own, and the request's turn is the lowest of theirs.
 * `available_at` is when a request may be handed out: at once, or when its lease ends. `collection_turns` remembers which turn
 * an account had last, in each of the two kinds. A place is in `collection_schedule` since the schedule first handed it out.
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

export const collectionQueueMigrations: readonly Migration[] = [{ name: "collection-queue-0001-tables", sql: TABLES }];
