/** A Postgres log over a database of its own, which the tests can cut off and let back. */
import type { NetConnectOpts } from "node:net";
import { Client } from "pg";
import { eventLogMigrations } from "../../../infra/event-log/postgres/migrations";
import { createPostgresLog } from "../../../infra/event-log/postgres/postgres-log";
import { createPool } from "../../../infra/postgres/pool";
import { systemClock } from "../../../infra/time/clock";
import type { LogUnderTest, ServerControl } from "../../contract/event-log.contract";
import { createTestDatabase, databaseUrl } from "../../support/database";
import { eventually } from "../../support/eventually";
import { startSeveringProxy } from "../../support/severing-proxy";

export async function makePostgresLog(): Promise<LogUnderTest> {
  const database = await createTestDatabase({ migrations: eventLogMigrations });
  const proxy = await startSeveringProxy(socketOf(database.url));
  const proxied = throughPort(database.url, proxy.port);
  const otherPool = createPool({ url: database.url });
  const log = createPostgresLog({ pool: database.pool, connection: { url: proxied }, clock: systemClock });
  const anotherProcessLog = createPostgresLog({
    pool: otherPool,
    connection: { url: database.url },
    clock: systemClock,
  });
  const server: ServerControl = {
    ...switchFor(database.url),
    loseNextAnswer: async () => proxy.loseNextAnswerTo("event_log_append"),
  };
  return {
    log,
    anotherProcessLog,
    server,
    async close() {
      await Promise.all([log.close(), anotherProcessLog.close()]);
      await Promise.all([otherPool.end(), proxy.close()]);
      await database.drop();
    },
  };
}

/** Other test files share the server, so only this database goes away: nobody may connect to it, and nobody stays. */
function switchFor(url: string): Pick<ServerControl, "stopServer" | "restartServer"> {
  const name = new URL(url).pathname.slice(1);

  async function asAdmin(work: (client: Client) => Promise<unknown>): Promise<void> {
    const client = new Client({ connectionString: databaseUrl(url, "postgres") });
    await client.connect();
    try {
      await work(client);
    } finally {
      await client.end();
    }
  }

  return {
    stopServer: () =>
      asAdmin(async (client) => {
        await client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
        await eventually(async () => {
          const left = await client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [
            name,
          ]);
          expect(left.rowCount).toBe(0);
        });
      }),
    restartServer: () => asAdmin((client) => client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)),
  };
}

function socketOf(url: string): NetConnectOpts {
  const { hostname, port } = new URL(url);
  const host = decodeURIComponent(hostname);
  const number = port === "" ? 5432 : Number(port);
  return host.startsWith("/") ? { path: `${host}/.s.PGSQL.${number}` } : { host, port: number };
}

function throughPort(url: string, port: number): string {
  const proxied = new URL(url.replace(/@[^/]*/, "@127.0.0.1"));
  proxied.port = String(port);
  return proxied.href;
}
