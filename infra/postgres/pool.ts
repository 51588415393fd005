/** Connections to Postgres that all speak the same types and find read tables by their plain names. */
import { knex, type Knex } from "knex";
import { Pool } from "pg";
import { columnTypes } from "./column-types";

export interface PostgresConnection {
  /** `postgres://user:password@host:port/database`; a socket folder as host is percent-encoded. */
  readonly url: string;
  /** Names the process whose connections these are, so that others can end them once it has fallen. */
  readonly process?: string;
}

export interface PoolOptions {
  /** Connections at most; 10 unless told. */
  readonly connectionsMax?: number;
  /** A transaction that waits for its client for longer is rolled back with its connection; 5 s unless told. */
  readonly idleInTransactionMs?: number;
  /**
   * For questions by key that are asked all the time: each is planned once, for an index, and not again for every value, which
   * costs several times what answering does. How small a table is at that moment says nothing of what it will be.
   */
  readonly planned?: "once";
  /** What the server shows for these connections in `pg_stat_activity`. */
  readonly name?: string;
  /** Told of a connection that broke while idle; the pool replaces it by itself. */
  readonly onIdleError?: (error: Error) => void;
}

const CONNECTIONS_MAX = 10;
const CONNECT_TIMEOUT_MS = 10_000;
/** After so much silence the other end is asked whether it is there, and ten seconds without an answer later it counts as gone. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
/** So that what a process locked that was frozen in a transaction is free again when others take over its work. */
const IDLE_IN_TRANSACTION_MS = 5_000;
// Compiling a short query costs a hundred times what running it does.
const SETTINGS = "-c search_path=read_model,public -c timezone=UTC -c jit=off";
const PLANNED_ONCE = " -c plan_cache_mode=force_generic_plan -c enable_seqscan=off";

/** A pool for the engines. The caller ends it. */
export function createPool(connection: PostgresConnection, options: PoolOptions = {}): Pool {
  const pool = new Pool({ ...clientConfig(connection, options), max: options.connectionsMax ?? CONNECTIONS_MAX });
  // Without a listener a broken idle connection would end the process; the next query gets a fresh connection.
  pool.on("error", (error) => options.onIdleError?.(error));
  hearEveryError(pool);
  return pool;
}

/**
 * A connection can break in the very moment in which it is handed out, when neither the pool nor its new holder listens. An
 * error that nobody hears ends the process; this one is told again by the holder's next query.
 */
export function hearEveryError(pool: Pool): void {
  pool.on("connect", (client) => client.on("error", () => undefined));
}

/** A query builder for read endpoints, over connections of its own. The caller destroys it. */
export function createKnex(connection: PostgresConnection, options: PoolOptions = {}): Knex {
  return knex({
    client: "pg",
    connection: clientConfig(connection, options),
    pool: { min: 0, max: options.connectionsMax ?? CONNECTIONS_MAX },
  });
}

/** What the server shows: a name that tells what the connection is for, and whose it is. Postgres cuts names off at 63 characters. */
export function applicationName(name: string, { process }: PostgresConnection): string {
  return process === undefined ? name : `${name} ${process.replaceAll("-", "")}`;
}

function clientConfig(connection: PostgresConnection, options: PoolOptions) {
  return {
    connectionString: connection.url,
    application_name: applicationName(options.name ?? "local-business-intelligence", connection),
    options: `${SETTINGS}${options.planned === "once" ? PLANNED_ONCE : ""} -c idle_in_transaction_session_timeout=${options.idleInTransactionMs ?? IDLE_IN_TRANSACTION_MS}`,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...keepAlive,
    types: columnTypes,
  };
}
