/** A database of a test's own, copied from the prepared template in milliseconds; tests in parallel cannot meet. */
import { Client, type Pool } from "pg";
import { type Migration, migrate } from "../../infra/postgres/migrations";
import { createPool } from "../../infra/postgres/pool";
import { TEMPLATE_DATABASE } from "./template";

export interface TestDatabase {
  readonly url: string;
  readonly pool: Pool;
  /** Ends the pool and removes the database, also under connections that others still hold. */
  drop(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** Applied on top of the template. */
  readonly migrations?: readonly Migration[];
  readonly connectionsMax?: number;
}

/** Copying holds a lock of its own, because PostgreSQL refuses to copy a template that someone is connected to. */
const COPY_LOCK = 7_302_114;

/** The same server, another database. */
export function databaseUrl(serverUrl: string, database: string): string {
  return serverUrl.replace(/\/[^/]*$/, `/${database}`);
}

/** Makes a database; the test drops it in `afterAll` or `afterEach`. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const serverUrl = process.env["TEST_POSTGRES_URL"];
  if (serverUrl === undefined)
    throw new Error("No test database here: only .int.spec.ts and .e2e.spec.ts files have one.");
  const name = await asAdmin(serverUrl, copyTemplate);
  const url = databaseUrl(serverUrl, name);
  // Under a name of its own, so that nobody takes the test for the service.
  const { connectionsMax } = options;
  const pool = createPool({ url }, { name: "test", ...(connectionsMax === undefined ? {} : { connectionsMax }) });
  if (options.migrations !== undefined) await migrate(pool, options.migrations);
  return {
    url,
    pool,
    async drop() {
      if (!pool.ended) await pool.end();
      await asAdmin(serverUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}

async function copyTemplate(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT 'test_' || replace(gen_random_uuid()::text, '-', '') AS name",
  );
  const name = rows[0]?.name ?? "";
  await client.query("SELECT pg_advisory_lock($1)", [COPY_LOCK]);
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE} STRATEGY WAL_LOG`);
  return name;
}

async function asAdmin<Result>(serverUrl: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
