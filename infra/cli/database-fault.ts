/** Says of a database that could not be connected to which setting names it. */
import { isNativeError } from "node:util/types";
import { DatabaseError } from "pg";

const CONNECTING = new Set(["connect", "getaddrinfo"]);
/** SQLSTATE classes and codes of a server that lets nobody in: who asks, the database, its connections, its state. */
const REFUSALS = ["08", "28", "3D000", "53300", "57P"];
/** `pg` gives these errors no code. */
const DRIVER_MESSAGES = /^(Connection terminated|timeout e|The server does not support SSL|SASL|self-signed)/;

/** An error of connecting in a sentence that names DATABASE_URL and nothing that stands in it but its host; any other as it is. */
export function namingDatabaseUrl(error: unknown): unknown {
  if (!isNativeError(error)) return error;
  const fault = faultOf(error);
  if (fault !== undefined) return new Error(`The database that DATABASE_URL names ${fault}.`, { cause: error });
  // The log in the same database says of its own that it is not available, and why below.
  const below = namingDatabaseUrl(error.cause);
  return below === error.cause ? error : below;
}

/** What ended a program, in a sentence; of a database that does not answer, the setting that names it. */
export function sentenceOfEnd(error: unknown): string {
  const told = process.env["DATABASE_URL"] ? namingDatabaseUrl(error) : error;
  return isNativeError(told) ? told.message : String(told);
}

function faultOf(error: Error): string | undefined {
  if (error instanceof DatabaseError)
    return REFUSALS.some((state) => error.code?.startsWith(state)) ? `refuses: ${error.message}` : undefined;
  // A name with several addresses fails once for each.
  const [first = error] = error instanceof AggregateError ? error.errors.filter((each) => isNativeError(each)) : [];
  const isConnecting = "syscall" in first && CONNECTING.has(String(first.syscall));
  if (isConnecting || DRIVER_MESSAGES.test(first.message)) return `cannot be reached: ${first.message}`;
  return undefined;
}
