/** The kernel's own tables: first answers by Idempotency-Key, and how much of each limit is used up. */
import type { Migration } from "../postgres/migrations";

export const httpMigrations: readonly Migration[] = [
  {
    name: "http-0001-idempotency",
    sql: `CREATE TABLE operational.idempotency (
      scope text NOT NULL,
      key text NOT NULL,
      endpoint text NOT NULL,
      fingerprint text NOT NULL,
      holder text NOT NULL,
      lease_until timestamptz NOT NULL,
      sealed_answer text,
      business_id text,
      created_at timestamptz NOT NULL,
      PRIMARY KEY (scope, key)
    );
    CREATE INDEX idempotency_created_at ON operational.idempotency (created_at);
    CREATE INDEX idempotency_business_id ON operational.idempotency (business_id) WHERE business_id IS NOT NULL;`,
  },
  {
    name: "http-0002-rate-windows",
    sql: `CREATE TABLE operational.rate_windows (
      key text NOT NULL,
      starts_at timestamptz NOT NULL,
      ends_at timestamptz NOT NULL,
      used integer NOT NULL,
      granted integer NOT NULL,
      PRIMARY KEY (key, starts_at)
    );
    CREATE INDEX rate_windows_ends_at ON operational.rate_windows (ends_at);`,
  },
];
