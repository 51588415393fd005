/** A database that is there and takes no connections, until it is told to. */
import { Client } from "pg";

/** Ends every connection to it and lets nobody in; resolves with what allows them again. */
export async function refuseConnections(databaseUrl: string): Promise<() => Promise<void>> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const elsewhere = databaseUrl.replace(/\/[^/]*$/, "/postgres");
  await run(elsewhere, [
    `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
  ]);
  return () => run(elsewhere, [`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`]);
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
