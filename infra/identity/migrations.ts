/** The tables of identity: credentials, sessions, and changes that read tables do not show yet. None holds an address or a token in the clear. */
import type { Migration } from "../postgres/migrations";

export const identityMigrations: readonly Migration[] = [
  {
    name: "identity-1-credentials-and-sessions",
    sql: `
      CREATE TABLE operational.credentials (
        email_hash text PRIMARY KEY,
        account_id text NOT NULL UNIQUE,
        password_hash text NOT NULL,
        created_at timestamptz NOT NULL
      );
      CREATE TABLE operational.sessions (
        token_hash text PRIMARY KEY,
        session_id text NOT NULL UNIQUE,
        account_id text NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX sessions_by_account ON operational.sessions (account_id);
      CREATE INDEX sessions_by_expiry ON operational.sessions (expires_at);
      CREATE TABLE operational.api_key_uses (
        key_id text PRIMARY KEY,
        account_id text NOT NULL,
        last_used_at timestamptz NOT NULL
      );`,
  },
  {
    name: "identity-2-pending-changes",
    sql: `CREATE TABLE operational.pending_changes (account_id text PRIMARY KEY, position bigint NOT NULL);`,
  },
];
