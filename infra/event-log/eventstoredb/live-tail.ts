/** One subscription to the end of the log for all readers of the process, made anew from where it was whenever it breaks. */
import type { ReadResp } from "@eventstore/db-client/generated/streams_pb";
import type { Recorded } from "../../../domain/fold/event";
import type { Logger } from "../../logging/logger";
import { RecentEvents } from "../recent-events";
import { unlessAborted } from "../../time/waiting";
import type { Erasures } from "./erasures";
import { asError, NoAnswer } from "./failures";
import type { OfficialClient } from "./official-client";
import { backOffMs, pause } from "./patience";
import type { Reads } from "./reads";
import { recordedOf } from "./recorded";
import type { Sightings } from "./sightings";
import { checkpointOf, eventOf, readAllRequest } from "./wire";

export interface LiveTail {
  start(): void;
  /** The newest stretch of the log; undefined until the server was reached for the first time. */
  recent(): RecentEvents | undefined;
  /** Resolves once more than `position` is known, or the signal aborts. */
  moved(position: number, signal: AbortSignal): Promise<void>;
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

export function createLiveTail(parts: TailParts): LiveTail {
  const { reads, logger } = parts;
  const isClosed = (): boolean => parts.closed.aborted;
  const waiting = new Set<() => void>();
  let recent: RecentEvents | undefined;
  let running = false;
  const tell = (): void => {
    for (const wake of waiting) wake();
    waiting.clear();
  };
  const run = async (): Promise<void> => {
    for (let failures = 0; !isClosed();) {
      try {
        recent ??= new RecentEvents(await reads.head());
        tell();
        const known = recent;
        await follow(parts, known, () => {
          failures = 0;
          tell();
        });
      } catch (error) {
        failures += 1;
        // A subscription that ends because the log closes is no news.
        logger[isClosed() ? "debug" : "warn"](
          { err: error, failures },
          "The subscription to EventStoreDB broke and is made anew",
        );
        await pause(backOffMs(failures), parts.closed);
      }
    }
  };
  return {
    recent: () => recent,
    start: () => {
      if (running) return;
      running = true;
      void run();
    },
    forget: () => recent?.forget(),
    moved: async (position, signal) => {
      if (recent !== undefined && recent.position > position) return;
      let wake = (): void => undefined;
      const moved = new Promise<void>((resolve) => {
        wake = resolve;
        waiting.add(resolve);
      });
      await unlessAborted(moved, signal);
      waiting.delete(wake);
    },
  };
}

/** Adds what comes until the subscription breaks, which it throws, or the log closes. */
async function follow(
  { client, erasures, sightings, closed }: TailParts,
  recent: RecentEvents,
  moved: () => void,
): Promise<void> {
  const call = await client.read(readAllRequest({ from: recent.position }));
  let events: Recorded[] = [];
  let characters = 0;
  let position = recent.position;
  let planned: NodeJS.Immediate | undefined;
  const flush = (): void => {
    planned = undefined;
    recent.add({ events, position, atHead: true, characters });
    events = [];
    characters = 0;
    moved();
  };
  const take = (answer: ReadResp): void => {
    const event = eventOf(answer);
    const seen = event?.position ?? checkpointOf(answer);
    if (seen === undefined || seen <= position) return;
    position = seen;
    if (event !== undefined) {
      sightings.note(event);
      if (erasures.take(event)) recent.forget();
      const recorded = recordedOf(event);
      if (recorded !== undefined) events.push(recorded);
      characters += event.data.length + event.metadata.length;
    }
    // What came in together goes out together.
    planned ??= setImmediate(flush);
  };
  const cancel = (): void => call.cancel();
  closed.addEventListener("abort", cancel);
  try {
    await new Promise<void>((_, reject) => {
      call.on("data", (answer: ReadResp) => {
        try {
          take(answer);
        } catch (error) {
          reject(asError(error));
          cancel();
        }
      });
      call.on("error", reject);
      call.on("end", () => reject(new NoAnswer("The server ended the subscription.")));
    });
  } finally {
    closed.removeEventListener("abort", cancel);
    // What is planned must be in memory before the next subscription starts behind it.
    clearImmediate(planned);
    flush();
  }
}
