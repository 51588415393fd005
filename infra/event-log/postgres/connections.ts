/** The log's own connections: one that appends and one that listens, apart from the pool, so that no reader delays them. */
import { Client, Pool } from "pg";
import { applicationName, hearEveryError, keepAlive, type PostgresConnection } from "../../postgres/pool";

const CONNECT_TIMEOUT_MS = 5_000;
const ANSWER_TIMEOUT_MS = 10_000;
// Compiling a short query costs a hundred times what running it does.
const SETTINGS = "-c jit=off";
/** What follows the log goes along its index, whatever statistics say while it grows: so it need not be planned again each time. */
const FOLLOWING =
  "-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_bitmapscan=off -c enable_sort=off";

/** A pool of one connection: it replaces the connection by itself when it breaks. The caller ends it. */
export function createAppendConnection(connection: PostgresConnection, onIdleError: (error: Error) => void): Pool {
  const pool = new Pool({ ...config(connection, "event-log-append", SETTINGS), max: 1, idleTimeoutMillis: 0 });
  pool.on("error", onIdleError);
  hearEveryError(pool);
  return pool;
}

/** A connection that is not yet connected, for LISTEN and for reading what was announced. */
export function createListenConnection(connection: PostgresConnection): Client {
  return new Client(config(connection, "event-log-listen", `${SETTINGS} ${FOLLOWING}`));
}

function config(connection: PostgresConnection, name: string, options: string) {
  return {
    connectionString: connection.url,
    application_name: applicationName(name, connection),
    options,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // A server that froze looks like one that is slow; past this time the connection is given up.
    query_timeout: ANSWER_TIMEOUT_MS,
    ...keepAlive,
  };
}
