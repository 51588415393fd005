/** Puts the EventStoreDB log together: one client, one append call, one live subscription for the whole process. */
import { setMaxListeners } from "node:events";
import { LogUnavailable, type LogPage, type ReadAllOptions, type ReadStreamOptions } from "../event-log";
import type { Recorded } from "../../../domain/fold/event";
import { createAppendPipe } from "./append-pipe";
import { createAppends } from "./appends";
import { createErasures, type Erasures } from "./erasures";
import type { EventStoreLogOptions, IdentifiedLog } from "./eventstoredb-log";
import { isErased } from "./failures";
import { createLiveTail } from "./live-tail";
import { createLogIdentity } from "./log-identity";
import { openOfficialClient } from "./official-client";
import { createReads, type Patience, type Reads, type StreamSlice } from "./reads";
import { recordedOf } from "./recorded";
import { createSightings } from "./sightings";
import { createStreamMemories, type StreamMemories } from "./stream-memory";
import { followLog } from "./subscription";
import type { WireEvent } from "./wire";

const ATTEMPT_MS = 4_000;
const PATIENCE_MS = 12_000;
/** The server looks through this much in far less than a try may take. */
const FAR_BYTES = 64 * 1024 * 1024;
const REMEMBERED_IDS_MAX = 200_000;

export function openEventStoreLog({
  connectionString,
  logger,
  attemptMs = ATTEMPT_MS,
  patienceMs = PATIENCE_MS,
  farBytes = FAR_BYTES,
}: EventStoreLogOptions): IdentifiedLog {
  const closing = new AbortController();
  // As many calls may wait on it as there are in flight.
  setMaxListeners(0, closing.signal);
  const patience: Patience = { attemptMs, patienceMs, closed: closing.signal };
  const client = openOfficialClient(connectionString, logger);
  const pipe = createAppendPipe(client, attemptMs);
  const reads = createReads(client, patience, farBytes);
  const memories = createStreamMemories(REMEMBERED_IDS_MAX);
  const erasures = createErasures(client, pipe, reads, patience);
  const sightings = createSightings();
  const tail = createLiveTail({ client, reads, erasures, sightings, logger, closed: closing.signal });
  const appends = createAppends({ pipe, reads, memories, tail, sightings, patience });
  const readAll = (options: ReadAllOptions): Promise<LogPage> => readPage(reads, erasures, options);
  const open = (): void => {
    if (closing.signal.aborted) throw new LogUnavailable("The log is closed.");
  };
  return {
    identity: createLogIdentity(pipe, reads, patience),
    append: async (request) => {
      open();
      return appends.append(request);
    },
    readStream: async (stream, options = {}) => {
      open();
      return readStream(reads, memories, stream, options);
    },
    readAll: async (options) => {
      open();
      return readAll(options);
    },
    subscribe: ({ signal, ...options }) =>
      followLog({ tail, readAll, isErased: erasures.has }, options, AbortSignal.any([signal, closing.signal])),
    head: async () => {
      open();
      return reads.head();
    },
    erase: async (streams) => {
      open();
      await erasures.erase(streams);
      for (const stream of streams) memories.forget(stream);
      tail.forget();
    },
    close: async () => {
      closing.abort();
      pipe.close();
      await client.close();
    },
  };
}

/** A page is as long as was asked for, whoever else has written into the stream: a shorter one means that it ends there. */
async function readStream(
  reads: Reads,
  memories: StreamMemories,
  stream: string,
  options: ReadStreamOptions,
): Promise<readonly Recorded[]> {
  const backwards = options.direction === "backwards";
  const limit = options.limit ?? Number.MAX_SAFE_INTEGER;
  const ours: Recorded[] = [];
  try {
    for (let from: StreamSlice["from"] = options.from ?? (backwards ? "end" : "start"); ;) {
      const count = limit - ours.length;
      const events = await reads.stream({ stream, from, backwards, count });
      if (!backwards) memories.learn(stream, events);
      for (const event of events) {
        const recorded = recordedOf(event);
        if (recorded !== undefined) ours.push(recorded);
      }
      const last = events.at(-1);
      if (last === undefined || events.length < count || ours.length === limit) return ours;
      if (backwards && last.revision === 0) return ours;
      from = last.revision + (backwards ? -1 : 1);
    }
  } catch (error) {
    if (isErased(error)) return [];
    throw error;
  }
}

async function readPage(
  reads: Reads,
  erasures: Erasures,
  { after, until, types, limit }: ReadAllOptions,
): Promise<LogPage> {
  const [scan] = await Promise.all([reads.all(after, limit, types), erasures.refresh()]);
  const visible = (event: WireEvent): boolean =>
    !erasures.has(event.stream) && event.position <= (until ?? event.position);
  const events = scan.events.filter(visible).map(recordedOf);
  const beyond = until !== undefined && scan.position > until;
  return {
    events: events.filter((event) => event !== undefined),
    position: beyond ? Math.max(after, until) : scan.position,
    atHead: scan.atHead && !beyond,
  };
}
