/** Where processes say that they live and what they want to do, and who holds which name; all times are the database's. */
import type { Migration } from "../postgres/migrations";

export const leaseMigrations: readonly Migration[] = [
  {
    name: "leases-1-holders-and-leases",
    sql: `
      CREATE TABLE operational.lease_holders (
        holder bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        runner text NOT NULL,
        wants jsonb NOT NULL,
        joined_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        expires_at timestamptz NOT NULL,
        backend_pid integer NOT NULL,
        backend_start timestamptz NOT NULL
      ) WITH (fillfactor = 20);

      CREATE VIEW operational.live_lease_holders AS
        SELECT h.* FROM operational.lease_holders h
        WHERE h.expires_at > clock_timestamp() AND EXISTS (
          SELECT 1 FROM pg_stat_activity a
          WHERE a.pid = h.backend_pid AND coalesce(a.backend_start, h.backend_start) = h.backend_start);

      CREATE SEQUENCE operational.lease_fences;
      CREATE TABLE operational.leases (
        kind text NOT NULL,
        name text NOT NULL,
        holder bigint,
        fence bigint NOT NULL DEFAULT nextval('operational.lease_fences') UNIQUE,
        PRIMARY KEY (kind, name)
      ) WITH (fillfactor = 50);`,
  },
];
