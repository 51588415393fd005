/**
 * Sends events to EventStoreDB so that they stand in its log as they are given. The appends of one call are taken in their
 * order, so many may be under way at once; after the first that fails nothing is sent, so that nothing overtakes it.
 */
import { LogUnavailable } from "../event-log";
import type { PipeAppend, PipeOutcome } from "../eventstoredb/append-pipe";
import { isErased, isPassing, isRefused, refused, unavailable } from "../eventstoredb/failures";
import { proposedEvent, type ProposedEvent } from "../eventstoredb/wire";
import { placeOf } from "./same-event";
import { CopyRefused, type StoredEvent } from "./stored-log";

type Send = (append: PipeAppend) => Promise<PipeOutcome>;

/** A server takes a megabyte in one append unless it was told otherwise. */
const APPEND_BYTES = 256 * 1024;
const APPEND_EVENTS = 128;
const UNDER_WAY_MAX = 64;

/** Throws CopyRefused, and LogUnavailable where it may go on later. Resolves when everything is acknowledged. */
export async function writeInOrder(events: readonly StoredEvent[], send: Send): Promise<void> {
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const failed = (): boolean => failures.length > 0;
  for (const run of runsOf(events)) {
    // What a server may find too large fails alone: nothing may be under way behind it.
    const most = run.large ? 1 : UNDER_WAY_MAX;
    while (underWay.size >= most && !failed()) await Promise.race(underWay);
    if (failed()) break;
    const sending = sendRun(run, send)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(sending));
    underWay.add(sending);
    if (run.large) await sending;
  }
  await Promise.all(underWay);
  if (failed()) throw failures[0];
}

/** Events of one stream that follow on each other: one append. */
interface Run {
  readonly first: StoredEvent;
  readonly events: ProposedEvent[];
  readonly large: boolean;
}

function* runsOf(events: readonly StoredEvent[]): Generator<Run> {
  let run: Run | undefined;
  let bytes = 0;
  for (const event of events) {
    const { commandId, append, recordedAt, stream, revision } = event;
    const proposed = proposedEvent(event, commandId, append, { $recordedAt: recordedAt });
    const more = proposed.getData_asU8().length;
    const next = run === undefined ? -1 : run.first.revision + run.events.length;
    const fits = bytes + more <= APPEND_BYTES && (run?.events.length ?? 0) < APPEND_EVENTS;
    if (run !== undefined && fits && run.first.stream === stream && next === revision) {
      run.events.push(proposed);
      bytes += more;
      continue;
    }
    if (run !== undefined) yield run;
    run = { first: event, events: [proposed], large: more > APPEND_BYTES };
    bytes = more;
  }
  if (run !== undefined) yield run;
}

async function sendRun({ first, events }: Run, send: Send): Promise<void> {
  const { stream, revision } = first;
  try {
    const outcome = await send({ stream, expected: revision - 1, events });
    // What an earlier run had under way may have arrived in between; whoever reads the end again sees it.
    if (outcome.kind === "wrong_revision")
      throw new LogUnavailable(`${stream} ends at revision ${outcome.actual}, not before ${placeOf(first)}.`);
  } catch (error) {
    if (isErased(error))
      throw new CopyRefused(`The stream ${stream} was erased in EventStoreDB, but not in the log that is copied.`);
    if (isRefused(error)) throw refused("copying", error);
    if (isPassing(error)) throw error instanceof LogUnavailable ? error : unavailable("copying", error);
    const why = error instanceof Error ? error.message : String(error);
    throw new CopyRefused(`EventStoreDB does not take ${placeOf(first)}: ${why}`, { cause: error });
  }
}
