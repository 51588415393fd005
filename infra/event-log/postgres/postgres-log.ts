/** The event log in Postgres: concurrent appends share commits, and positions are visible in the order they were given. */
import { setMaxListeners } from "node:events";
import type { Pool } from "pg";
import type { Recorded } from "../../../domain/fold/event";
import { silentLogger, type Logger } from "../../logging/logger";
import { isConnectionLoss } from "../../postgres/connection-loss";
import type { PostgresConnection } from "../../postgres/pool";
import { readingTogether } from "../../postgres/reading-together";
import type { Clock } from "../../time/clock";
import {
  LogUnavailable,
  type EventLog,
  type LogPage,
  type ReadStreamOptions,
  type SubscribeOptions,
} from "../event-log";
import { commitAppends } from "./append-calls";
import { createAppendConnection, createListenConnection } from "./connections";
import { encodeAppend } from "./encoded-append";
import { GroupCommit } from "./group-commit";
import { readHead, readPage, readStreamEvents, readStreamPages, type StreamPage } from "./reading";
import { followLog } from "./subscription";
import { Tail } from "./tail";

export interface PostgresLogOptions {
  /** For reading; the caller ends it after the log is closed. */
  readonly pool: Pool;
  /** For the log's own two connections, to the same database. */
  readonly connection: PostgresConnection;
  readonly clock: Clock;
  readonly logger?: Pick<Logger, "warn">;
}

const ERASED_TOGETHER_MAX = 100;
/** Commands ask for pages of this size at most, which mostly hold little; whoever wants more asks alone, so that nobody waits for it. */
const TOGETHER_EVENTS_MAX = 1_000;

/** Connects when first used. The database must have `eventLogMigrations`. */
export function createPostgresLog({ pool, connection, clock, logger = silentLogger }: PostgresLogOptions): EventLog {
  const appendConnection = createAppendConnection(connection, (error) => {
    logger.warn({ err: error }, "The log's idle append connection broke; the next append makes a new one.");
  });
  const tail = new Tail({ connect: () => createListenConnection(connection), clock, logger });
  const queue = new GroupCommit({
    commit: (batch) => commitAppends(appendConnection, batch, clock.now()),
    committed: (outcomes) =>
      tail.announce(Math.max(...outcomes.map((outcome) => (outcome.kind === "appended" ? outcome.position : 0)))),
    clock,
  });
  const closing = new AbortController();
  // As many subscriptions wait on it as there are readers.
  setMaxListeners(0, closing.signal);

  async function* subscribe({ signal, ...options }: SubscribeOptions): AsyncGenerator<LogPage> {
    const stop = new AbortController();
    const end = () => stop.abort();
    const signals = [signal, closing.signal];
    for (const each of signals) each.addEventListener("abort", end, { once: true });
    if (signals.some(({ aborted }) => aborted)) end();
    else tail.start();
    try {
      yield* followLog({ readPage: (page) => readPage(pool, page), tail, clock }, options, stop.signal);
    } finally {
      for (const each of signals) each.removeEventListener("abort", end);
    }
  }

  const readTogether = readingTogether<StreamPage, readonly Recorded[]>({
    read: (pages) => readStreamPages(pool, pages),
  });

  function readStream(stream: string, options: ReadStreamOptions = {}): Promise<readonly Recorded[]> {
    const { direction = "forwards", from = 0, limit, known } = options;
    if (direction === "forwards" && limit !== undefined && limit <= TOGETHER_EVENTS_MAX)
      return answered(() => readTogether({ stream, from, limit, known }));
    return answered(() => readStreamEvents(pool, stream, options));
  }

  async function erase(streams: readonly string[]): Promise<void> {
    for (let first = 0; first < streams.length; first += ERASED_TOGETHER_MAX) {
      const some = streams.slice(first, first + ERASED_TOGETHER_MAX);
      await answered(() => pool.query("SELECT event_log.erase_streams($1)", [some]));
      tail.forget();
    }
  }

  async function close(): Promise<void> {
    closing.abort();
    await Promise.all([queue.close(), tail.close()]);
    if (!appendConnection.ending) await appendConnection.end();
  }

  return {
    append: async (request) => queue.add(encodeAppend(request)),
    readStream,
    readAll: (options) => answered(() => readPage(pool, options)),
    subscribe,
    head: () => answered(() => readHead(pool)),
    erase,
    close,
  };
}

/** Asks once more where a connection broke, as the next one is most often well; then says that the log is unavailable. */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!isConnectionLoss(error)) throw error;
  }
  try {
    return await ask();
  } catch (error) {
    if (!isConnectionLoss(error)) throw error;
    throw new LogUnavailable("The log could not be read.", { cause: error });
  }
}
