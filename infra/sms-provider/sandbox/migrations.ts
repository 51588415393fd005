/** What the local stand-in of a messaging provider keeps in Postgres. */
import type { Migration } from "../../postgres/migrations";

/**
 * Every row is one business's and says which: they are plain operational data, sealed by nobody, and are deleted with the
 * business. A callback is a request that the stand-in still has to make to the service: `path` is what stands behind the
 * service's public address, and `available_at` is when it may be made, or when the lease of whoever is making it ends.
 */
const TABLES = `
  CREATE TABLE operational.sandbox_numbers (
    phone_number text PRIMARY KEY,
    phone_number_id text NOT NULL UNIQUE,
    business_id text NOT NULL,
    inbound_path text NOT NULL
  );
  CREATE INDEX ON operational.sandbox_numbers (business_id);
  CREATE TABLE operational.sandbox_registrations (
    registration_id text PRIMARY KEY,
    business_id text NOT NULL,
    episode integer NOT NULL,
    kind text NOT NULL CHECK (kind IN ('toll_free_verification', 'a2p_10dlc')),
    reference text NOT NULL,
    status text NOT NULL
      CHECK (status IN ('pending_review', 'approved', 'rejected', 'action_required', 'expired')),
    reasons jsonb NOT NULL,
    reviewed_at timestamptz
  );
  CREATE INDEX ON operational.sandbox_registrations (business_id);
  CREATE TABLE operational.sandbox_messages (
    id uuid PRIMARY KEY,
    number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    business_id text NOT NULL,
    direction text NOT NULL CHECK (direction IN ('outbound', 'inbound')),
    from_number text NOT NULL,
    to_number text NOT NULL,
    body text NOT NULL,
    at timestamptz NOT NULL
  );
  CREATE INDEX ON operational.sandbox_messages (business_id);
  CREATE INDEX ON operational.sandbox_messages (at);
  CREATE TABLE operational.sandbox_callbacks (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    business_id text NOT NULL,
    path text NOT NULL,
    body text NOT NULL,
    available_at timestamptz NOT NULL,
    fence bigint NOT NULL DEFAULT 0,
    attempts integer NOT NULL DEFAULT 0
  );
  CREATE INDEX ON operational.sandbox_callbacks (available_at);
  CREATE INDEX ON operational.sandbox_callbacks (business_id);
`;

export const smsSandboxMigrations: readonly Migration[] = [{ name: "sms-sandbox-0001-tables", sql: TABLES }];
