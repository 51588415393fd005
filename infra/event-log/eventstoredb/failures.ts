/** What a failed call means, whether the official client wrapped the error or let a raw gRPC status through. */
import { LogUnavailable } from "../event-log";

/** The server did not answer in time: whether it acted is unknown. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/** The server's answer that a stream has a tombstone. */
export class StreamErased extends Error {
  override readonly name = "StreamErased";
}

/** The server's answer to who may not do what was asked, or whom it does not know. */
export class AccessRefused extends Error {
  override readonly name = "AccessRefused";
}

// https://grpc.github.io/grpc/core/md_doc_statuscodes.html
const GRPC = {
  cancelled: 1,
  unknown: 2,
  deadlineExceeded: 4,
  permissionDenied: 7,
  resourceExhausted: 8,
  aborted: 10,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
} as const;
const PASSING_CODES: ReadonlySet<unknown> = new Set([
  GRPC.cancelled,
  GRPC.deadlineExceeded,
  GRPC.aborted,
  GRPC.unavailable,
]);
const PASSING_TYPES: ReadonlySet<unknown> = new Set([
  "unavailable",
  "timeout",
  "deadline-exceeded",
  "cancelled",
  "not-leader",
]);
// Thrown by the client's discovery and by http2 below it, with neither type nor status.
const PASSING_WORDS =
  /failed to discover|write after end|stream closed|server (is )?(not ready|(too )?busy)|no leader info|RST_STREAM|ECONN/i;

function factOf(error: unknown, name: "code" | "type" | "message" | "metadata"): unknown {
  return typeof error === "object" && error !== null ? Reflect.get(error, name) : undefined;
}

/** Worth another try: the connection, the leader or the time was at fault, not the request. */
export function isPassing(error: unknown): boolean {
  if (error instanceof NoAnswer || error instanceof LogUnavailable) return true;
  if (PASSING_TYPES.has(factOf(error, "type")) || exceptionOf(error) === "not-leader") return true;
  const code = factOf(error, "code");
  if (PASSING_CODES.has(code)) return true;
  const worded = PASSING_WORDS.test(String(factOf(error, "message")));
  return worded && (code === undefined || typeof code === "string" || code === GRPC.internal || code === GRPC.unknown);
}

/** Wrong user or password, or missing rights: no waiting mends it, an operator can. */
export function isRefused(error: unknown): boolean {
  if (error instanceof AccessRefused || factOf(error, "type") === "access-denied") return true;
  const code = factOf(error, "code");
  return code === GRPC.unauthenticated || code === GRPC.permissionDenied || exceptionOf(error) === "access-denied";
}

export function isErased(error: unknown): boolean {
  return (
    error instanceof StreamErased ||
    factOf(error, "type") === "stream-deleted" ||
    exceptionOf(error) === "stream-deleted"
  );
}

/** The server names its exceptions in a header. */
function exceptionOf(error: unknown): string | undefined {
  const metadata = factOf(error, "metadata");
  return hasHeaders(metadata) ? metadata.get("exception").map(String).at(0) : undefined;
}

function hasHeaders(value: unknown): value is { get(name: string): unknown[] } {
  return typeof value === "object" && value !== null && "get" in value && typeof value.get === "function";
}

export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** What an operator reads: never what was sent, which holds the password. */
export function refused(doing: string, cause: unknown): LogUnavailable {
  const unknown = factOf(cause, "code") === GRPC.unauthenticated;
  const why = unknown
    ? "does not accept the user and password of EVENTSTOREDB_URL"
    : "does not grant the user of EVENTSTOREDB_URL what the service needs (docs/eventstoredb.md)";
  return new LogUnavailable(`EventStoreDB ${why}: refused while ${doing}.`, { cause });
}

export function unavailable(doing: string, cause: unknown): LogUnavailable {
  return new LogUnavailable(`The log could not be reached while ${doing}: ${String(factOf(cause, "message"))}`, {
    cause,
  });
}
