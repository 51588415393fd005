/** Tells a database that cannot be reached, or did not answer, from one that answered with a refusal. */
import { DatabaseError } from "pg";

/** SQLSTATE classes and codes after which the same statement may succeed on another attempt. */
const TRANSIENT_STATES = [
  "08", // connection exception
  "40", // transaction rollback: serialization failure, deadlock
  "53", // insufficient resources: connections, memory, disk
  "57P", // the server shuts down, crashed, starts up or cut this connection
  "57014", // the statement ran out of time
  "55000", // the database takes no connections
  "25006", // a standby after a failover
  "25P03", // this process stood still in a transaction for too long
];

const SOCKET_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOENT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** `pg` and knex give these errors no code. */
const DRIVER_MESSAGES =
  /^(Connection terminated|Knex: Timeout acquiring a connection|Query read timeout|timeout e(xceeded|xpired)|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/;

/** Whether an error from `pg` says that the connection or the server failed, so that repeating may help. */
export function isConnectionLoss(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (error instanceof DatabaseError) return TRANSIENT_STATES.some((state) => code.startsWith(state));
  return SOCKET_CODES.has(code) || DRIVER_MESSAGES.test(error.message);
}
