/** Mails that are kept in Postgres where there is no server that takes them. */
import type { Migration } from "../postgres/migrations";

/** Rows are one business's: plain operational data, sealed by nobody, deleted with the business. */
const TABLES = `
  CREATE TABLE operational.outbox_mails (
    id text PRIMARY KEY,
    number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    business_id text NOT NULL,
    recipient text NOT NULL,
    subject text NOT NULL,
    text text NOT NULL,
    at timestamptz NOT NULL
  );
  CREATE INDEX ON operational.outbox_mails (business_id);
  CREATE INDEX ON operational.outbox_mails (at);
`;

export const mailMigrations: readonly Migration[] = [{ name: "mail-0001-tables", sql: TABLES }];
