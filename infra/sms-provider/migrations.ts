/** What is kept of phone numbers outside the log, in Postgres. */
import type { Migration } from "../postgres/migrations";

/**
 * Numbers that nobody holds any more; no row names a tenant. `phone_number_id` is the id under which a number was asked for.
 * `provider` and `provider_number_id` are null where nobody knows whether, and of whom, one was had under it.
 */
const RELEASES = `
  CREATE TABLE operational.number_releases (
    phone_number_id text NOT NULL,
    provider text,
    provider_number_id text,
    available_at timestamptz NOT NULL,
    UNIQUE NULLS NOT DISTINCT (phone_number_id, provider, provider_number_id)
  );
  CREATE INDEX ON operational.number_releases (available_at);
`;

export const smsMigrations: readonly Migration[] = [{ name: "sms-0001-number-releases", sql: RELEASES }];
