/** One life of the live subscription: what it brings goes into memory, and where it brings nothing somebody looks why. */
import type { ReadResp } from "@eventstore/db-client/generated/streams_pb";
import type { Recorded } from "../../../domain/fold/event";
import type { RecentEvents } from "../recent-events";
import { asError, NoAnswer } from "./failures";
import type { TailParts } from "./live-tail";
import { recordedOf } from "./recorded";
import type { Types } from "./wanted-types";
import { checkpointOf, eventOf, readAllRequest, type WireEvent } from "./wire";

/**
 * A server tells how far it has looked only every 32 records, and a frozen one nothing at all. After this long without a
 * word the end of the log is looked up: for those who wait for the position of an event that the filter drops.
 */
const QUIET_MS = 250;
/** Looks that find an event which the subscription does not bring, before it counts as broken. */
const MISSED_MAX = 2;

/** Hears of what has gone into memory: these events, or none where only the position moved. */
type Moved = (events: readonly Recorded[]) => void;

type FollowParts = Pick<TailParts, "client" | "reads" | "erasures" | "sightings">;

/** Returns once `over` aborts; throws what broke the subscription. */
export async function followTail(
  parts: FollowParts,
  recent: RecentEvents,
  types: Types,
  over: AbortSignal,
  moved: Moved,
): Promise<void> {
  const call = await parts.client.follow(readAllRequest({ from: recent.position, ...(types && { types }) }));
  const batch = createBatch(parts, recent, moved);
  try {
    await new Promise<void>((resolve, reject) => {
      let ended = false;
      // A timer that has rung must not be refreshed once it was cleared: it would ring again, for nobody.
      const wait = (): void => {
        if (!ended) quiet.refresh();
      };
      const quiet = setTimeout(() => {
        look(parts, batch, types).then(wait, fail);
      }, QUIET_MS);
      const end = (): void => {
        ended = true;
        clearTimeout(quiet);
        over.removeEventListener("abort", stop);
      };
      const stop = (): void => {
        end();
        call.cancel();
        resolve();
      };
      const fail = (error: unknown): void => {
        end();
        call.cancel();
        reject(asError(error));
      };
      over.addEventListener("abort", stop);
      call.on("data", (answer: ReadResp) => {
        wait();
        try {
          batch.take(answer);
        } catch (error) {
          fail(error);
        }
      });
      call.on("error", fail);
      call.on("end", () => fail(new NoAnswer("The server ended the subscription.")));
      if (over.aborted) stop();
    });
  } finally {
    // What is planned must be in memory before the next subscription starts behind it.
    batch.flush();
  }
}

interface Batch {
  position(): number;
  take(answer: ReadResp): void;
  /** Nothing of the wanted types lies up to here. */
  moveTo(position: number): void;
  flush(): void;
  /** How many looks in a row found what did not come. */
  missed: number;
}

function createBatch({ erasures, sightings }: FollowParts, recent: RecentEvents, moved: Moved): Batch {
  let events: Recorded[] = [];
  let characters = 0;
  let position = recent.position;
  let planned: NodeJS.Immediate | undefined;
  const flush = (): void => {
    clearImmediate(planned);
    planned = undefined;
    if (position === recent.position) return;
    const added = events;
    recent.add({ events: added, position, atHead: true, characters });
    events = [];
    characters = 0;
    moved(added);
  };
  const plan = (): void => {
    // What came in together goes out together.
    planned ??= setImmediate(flush);
  };
  const add = (event: WireEvent): void => {
    sightings.note(event);
    if (erasures.take(event)) {
      recent.forget();
      events = events.filter(({ stream }) => !erasures.has(stream));
    }
    const recorded = erasures.has(event.stream) ? undefined : recordedOf(event);
    if (recorded !== undefined) events.push(recorded);
    characters += event.data.length + event.metadata.length;
  };
  const batch: Batch = {
    missed: 0,
    position: () => position,
    flush,
    take: (answer) => {
      const event = eventOf(answer);
      // Newer servers also say that a subscriber has caught up or fallen behind: no news, and no position.
      const seen = event?.position ?? checkpointOf(answer);
      if (seen === undefined || seen <= position) return;
      position = seen;
      batch.missed = 0;
      if (event !== undefined) add(event);
      plan();
    },
    moveTo: (seen) => {
      if (seen <= position) return;
      position = seen;
      plan();
    },
  };
  return batch;
}

async function look({ reads }: FollowParts, batch: Batch, types: Types): Promise<void> {
  const before = batch.position();
  const scan = await reads.all(before, 1, types);
  if (batch.position() !== before) return;
  if (scan.events.length === 0) batch.moveTo(scan.position);
  else batch.missed += 1;
  if (batch.missed > MISSED_MAX) throw new NoAnswer("The subscription does not bring what is in the log.");
}
