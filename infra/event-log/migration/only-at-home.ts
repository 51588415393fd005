/** A log on a server is used only once it is known to be the one that a database's positions are of. */
import type { Pool } from "pg";
import type { Logger } from "../../logging/logger";
import { systemClock } from "../../time/clock";
import { pause, unlessAborted } from "../../time/waiting";
import { LogUnavailable, type EventLog } from "../event-log";
import type { IdentifiedLog } from "../eventstoredb/eventstoredb-log";
import { LogElsewhere, requireSameLog } from "./log-home";

/** So long a start waits for a server that says nothing; what it can do without the log it does meanwhile. */
const START_MS = 4_000;
const LOOK_AGAIN_MS = 500;

/**
 * Throws LogElsewhere for another log. Where the server cannot be asked yet, the log that is given asks before anything else, and
 * every call of it throws until then.
 */
export async function onlyAtHome(pool: Pool, log: IdentifiedLog, logger: Logger): Promise<EventLog> {
  let asked: Promise<void> | undefined;
  const atHome = (): Promise<void> =>
    (asked ??= requireSameLog(pool, log.identity).catch((error: unknown) => {
      if (!(error instanceof LogElsewhere)) asked = undefined;
      throw error;
    }));
  const ended = new AbortController();
  const first = atHome().catch((error: unknown) => {
    if (!(error instanceof LogUnavailable)) throw error;
    logger.warn(
      { err: error },
      "Which log EventStoreDB holds is not known yet; nothing is read or written before it is.",
    );
  });
  // The error of an answer that comes later is every later call's.
  first.catch(() => undefined);
  await Promise.race([first, pause(systemClock, START_MS, ended.signal)]);
  ended.abort();
  return {
    append: async (request) => {
      await atHome();
      return log.append(request);
    },
    readStream: async (stream, options) => {
      await atHome();
      return log.readStream(stream, options);
    },
    readAll: async (options) => {
      await atHome();
      return log.readAll(options);
    },
    head: async () => {
      await atHome();
      return log.head();
    },
    erase: async (streams) => {
      await atHome();
      return log.erase(streams);
    },
    async *subscribe(options) {
      while (!options.signal.aborted && !(await isKnown(atHome, options.signal)))
        await pause(systemClock, LOOK_AGAIN_MS, options.signal);
      if (!options.signal.aborted) yield* log.subscribe(options);
    },
    close: () => log.close(),
  };
}

/** False while the server cannot be asked: who follows the log waits for as long as it takes. */
async function isKnown(atHome: () => Promise<void>, signal: AbortSignal): Promise<boolean> {
  try {
    await unlessAborted(atHome(), signal);
    return true;
  } catch (error) {
    if (error instanceof LogUnavailable) return false;
    throw error;
  }
}
