/** Holders of one database, each with a pool of its own as in a process of its own, that work at nothing but remember it. */
import type { Pool } from "pg";
import { createLeaseHolder, type LeaseSettings } from "../../../infra/leases/lease-holder";
import type { Lease, LeaseHolder } from "../../../infra/leases/leases";
import { leaseMigrations } from "../../../infra/leases/migrations";
import { silentLogger } from "../../../infra/logging/logger";
import { createPool } from "../../../infra/postgres/pool";
import { createTestDatabase, type TestDatabase } from "../../support/database";

export const KIND = "chore";

export interface Worker {
  readonly holder: LeaseHolder;
  readonly pool: Pool;
  /** Every lease that was ever begun, in order. */
  readonly begun: Lease[];
  /** The names that are being worked at, each once for each hold that runs. */
  readonly working: string[];
  held(): readonly string[];
}

export interface WorkerOptions {
  readonly names: readonly string[];
  readonly pool?: Pool;
  readonly settings?: Partial<LeaseSettings>;
  /** What a hold does; it works until its signal aborts unless told. */
  readonly work?: (lease: Lease) => Promise<void>;
}

export interface World {
  readonly database: TestDatabase;
  worker(name: string, options: WorkerOptions): Worker;
  end(): Promise<void>;
}

export const aborted = ({ signal }: Lease): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });

export async function openWorld(): Promise<World> {
  const database = await createTestDatabase({ migrations: leaseMigrations });
  const workers: Worker[] = [];
  return {
    database,
    worker(runner, { names, pool: given, settings, work = aborted }) {
      const pool = given ?? createPool({ url: database.url }, { name: runner, connectionsMax: 2 });
      const [begun, working]: [Lease[], string[]] = [[], []];
      const hold = async (lease: Lease) => {
        begun.push(lease);
        working.push(lease.name);
        try {
          await work(lease);
        } finally {
          working.splice(working.indexOf(lease.name), 1);
        }
      };
      const duties = [{ kind: KIND, names, hold }];
      const holder = createLeaseHolder({ pool, logger: silentLogger, runner, duties, ...(settings && { settings }) });
      const worker = { holder, pool, begun, working, held: () => [...holder.held(KIND).keys()].sort() };
      workers.push(worker);
      return worker;
    },
    async end() {
      await Promise.all(workers.map(({ holder }) => holder.stop()));
      for (const { pool } of workers) if (!pool.ended) await pool.end();
      await database.drop();
    },
  };
}
