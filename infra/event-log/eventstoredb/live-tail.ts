/** One subscription to the end of the log for all readers of the process, made anew from where it was whenever it breaks. */
import type { Logger } from "../../logging/logger";
import { Followers } from "../followers";
import { RecentEvents } from "../recent-events";
import { REGISTERED, type Erasures } from "./erasures";
import { followTail } from "./follow-tail";
import type { OfficialClient } from "./official-client";
import { backOffMs, pause } from "./patience";
import type { Reads } from "./reads";
import type { Sightings } from "./sightings";
import { createWantedTypes, type Types } from "./wanted-types";

export interface LiveTail {
  /** Starts it where it does not run, for events of these types beside what is read: those that this process appends. */
  start(appended?: readonly string[]): void;
  /** Starts it for a reader, until released. */
  want(types: Types): () => void;
  /** The newest stretch of the log, of the wanted types; undefined until the server was reached for the first time. */
  recent(): RecentEvents | undefined;
  /** Resolves once more than `position` is known, which may be a moment late where it holds nothing wanted, or the signal aborts. */
  moved(position: number, wanted: ReadonlySet<string> | undefined, signal: AbortSignal): Promise<void>;
  /** Streams were erased: nobody is to be served from memory any more. */
  forget(): void;
}

export interface TailParts {
  readonly client: OfficialClient;
  readonly reads: Reads;
  readonly erasures: Erasures;
  readonly sightings: Sightings;
  readonly logger: Logger;
  readonly closed: AbortSignal;
}

/** Readers that come together are subscribed for together. */
const GATHER_MS = 5;

export function createLiveTail(parts: TailParts): LiveTail {
  const { reads, logger, closed, erasures } = parts;
  const followers = new Followers();
  let recent: RecentEvents | undefined;
  let running = false;
  let following = new AbortController();
  const wanted = createWantedTypes([REGISTERED], () => {
    // What lies in memory was asked for without the new types: whoever is behind this point reads from the server.
    if (recent !== undefined) recent = new RecentEvents(recent.position);
    following.abort();
  });
  const followOnce = async (succeeded: () => void): Promise<void> => {
    recent ??= new RecentEvents(await reads.head());
    followers.tellAll();
    // What was erased meanwhile still lies in the stretch that is read again.
    await erasures.refresh();
    await pause(GATHER_MS, closed);
    following = new AbortController();
    const over = AbortSignal.any([closed, following.signal]);
    const types = wanted.take();
    await followTail(parts, recent, types, over, (events) => {
      succeeded();
      followers.tell(events);
    });
  };
  const start = (appended: readonly string[] = []): void => {
    wanted.add(appended);
    if (running) return;
    running = true;
    void againAndAgain(followOnce, logger, closed);
  };
  return {
    start,
    want: (types) => {
      const release = wanted.want(types);
      start();
      return release;
    },
    recent: () => recent,
    forget: () => recent?.forget(),
    moved: async (position, types, signal) => {
      if (recent !== undefined && recent.position > position) return;
      await followers.next(types, signal);
    },
  };
}

/** Until the log closes. */
async function againAndAgain(
  followOnce: (succeeded: () => void) => Promise<void>,
  logger: Logger,
  closed: AbortSignal,
): Promise<void> {
  const over = (): boolean => closed.aborted;
  for (let failures = 0; !over();) {
    try {
      await followOnce(() => {
        failures = 0;
      });
    } catch (error) {
      failures += 1;
      // A subscription that ends because the log closes is no news.
      logger[over() ? "debug" : "warn"](
        { err: error, failures },
        "The subscription to EventStoreDB broke and is made anew",
      );
      await pause(backOffMs(failures), closed);
    }
  }
}
