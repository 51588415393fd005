/** What the webhook sender keeps in Postgres. */
import type { Migration } from "../postgres/migrations";

/**
 * `due_at` is when the next attempt is due by the schedule, `available_at` when a row may be claimed: when it is due, when
 * it was asked for by hand, or when its lease ends. A claim changes no indexed column, so that it costs no index entry.
 * `manual` asks for one attempt outside the schedule, whatever the status. `attempts` counts those of the schedule alone.
 */
const TABLES = `
  CREATE TABLE operational.webhook_deliveries (
    id uuid PRIMARY KEY,
    number bigint GENERATED ALWAYS AS IDENTITY,
    account_id text NOT NULL,
    business_id text,
    endpoint_id text NOT NULL,
    event_type text NOT NULL,
    body text NOT NULL,
    sequence bigint,
    status text NOT NULL
      CHECK (status IN ('pending', 'held', 'retrying', 'delivered', 'failed', 'dead', 'canceled')),
    manual boolean NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    due_at timestamptz NOT NULL,
    available_at timestamptz NOT NULL,
    fence bigint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL,
    ended_at timestamptz,
    last_status integer,
    last_error_class text,
    waiting boolean NOT NULL GENERATED ALWAYS AS (manual OR status IN ('pending', 'retrying')) STORED,
    lane text COLLATE "C" NOT NULL GENERATED ALWAYS AS
      (CASE WHEN manual THEN 'manual' WHEN status = 'retrying' THEN 'retry' ELSE 'fresh' END) STORED
  ) WITH (fillfactor = 70);
  CREATE INDEX webhook_deliveries_waiting ON operational.webhook_deliveries (endpoint_id, lane, due_at, number) WHERE waiting;
  CREATE INDEX ON operational.webhook_deliveries (due_at) WHERE waiting;
  CREATE INDEX ON operational.webhook_deliveries (status) WHERE status IN ('held', 'dead');
  CREATE INDEX ON operational.webhook_deliveries (account_id, number);
  CREATE INDEX ON operational.webhook_deliveries (endpoint_id, number);
  CREATE INDEX ON operational.webhook_deliveries (business_id) WHERE business_id IS NOT NULL;
  CREATE INDEX ON operational.webhook_deliveries (ended_at) WHERE ended_at IS NOT NULL;
  CREATE TABLE operational.webhook_attempts (
    delivery_id uuid NOT NULL,
    attempt integer,
    started_at timestamptz NOT NULL,
    duration_ms integer NOT NULL,
    http_status integer,
    error_class text,
    response_preview text
  );
  CREATE INDEX ON operational.webhook_attempts (delivery_id, started_at);
`;

/** Under whose lease a delivery is. No index: a claim would cost an entry, and only what a fallen process had is looked for. */
const CLAIMED_BY = "ALTER TABLE operational.webhook_deliveries ADD COLUMN claimed_by text";

/**
 * Room on a row's own page for what a claim writes: without it every third claim went to another page, with an entry in each
 * index. The table is no larger for it in the end, since a record leaves the same room behind.
 */
const ROOM_FOR_CLAIMS = "ALTER TABLE operational.webhook_deliveries SET (fillfactor = 50)";

export const webhookMigrations: readonly Migration[] = [
  { name: "webhooks-0001-tables", sql: TABLES },
  { name: "webhooks-0002-claimed-by", sql: CLAIMED_BY },
  { name: "webhooks-0003-room-for-claims", sql: ROOM_FOR_CLAIMS },
];
