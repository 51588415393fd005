/** The peer's read call: streams and the whole log, both ways, once or as a subscription that goes on. */
import { status, type ServerWritableStream } from "@grpc/grpc-js";
import type { ReadReq, ReadResp } from "@eventstore/db-client/generated/streams_pb";
import type { PeerEvent, PeerLog } from "./eventstoredb-peer-log";
import {
  caughtUpAnswer,
  checkpointAnswer,
  confirmationAnswer,
  eventAnswer,
  fellBehindAnswer,
  matcherOf,
  nameOf,
  notFoundAnswer,
  refusal,
  streamDeleted,
} from "./eventstoredb-peer-messages";

type Call = ServerWritableStream<ReadReq, ReadResp>;
type Options = ReadReq.Options;

const CHECKPOINT_EVERY = 32;
const BACKWARDS = 1;

/** What a test may do to reads, and what it may want to know of them. */
export interface ReadFaults {
  /** How long the server needs to look through a thousand records that match nothing. */
  searchMs: number;
}

export interface Served {
  events: number;
  bytes: number;
  checkpoints: number;
}

export interface ReadSide {
  readonly log: PeerLog;
  readonly faults: ReadFaults;
  readonly served: Served;
  readonly subscriptions: Set<Call>;
}

/** Ends every subscription, as a server does with those that are too slow for it. */
export function dropSubscriptions(side: ReadSide): void {
  for (const call of side.subscriptions) {
    side.subscriptions.delete(call);
    fail(call, refusal(status.ABORTED, "The subscription was dropped.", {}));
  }
}

/** What a newer server says between dropping out of the live part and coming back to it. */
export function fallBehind(side: ReadSide): void {
  for (const call of side.subscriptions) {
    call.write(fellBehindAnswer());
    call.write(caughtUpAnswer());
  }
}

const DROPPED_PER_PAUSE = 1_000;

/** Waits as long as the search through what matches nothing takes. */
function searching({ faults }: ReadSide): () => Promise<void> {
  let dropped = 0;
  return async () => {
    dropped += 1;
    if (faults.searchMs === 0 || dropped % DROPPED_PER_PAUSE > 0) return;
    await new Promise((resolve) => setTimeout(resolve, faults.searchMs));
  };
}

async function serve(side: ReadSide, call: Call, event: PeerEvent): Promise<void> {
  side.served.events += 1;
  side.served.bytes += event.data.length + event.metadata.length;
  await send(call, eventAnswer(event));
}

export async function answerRead(side: ReadSide, call: Call): Promise<void> {
  const { log } = side;
  const options = call.request.getOptions();
  if (options === undefined) {
    fail(call, refusal(status.INVALID_ARGUMENT, "No options.", {}));
    return;
  }
  if (options.hasSubscription()) return subscribe(side, call, options);
  const from = options.hasStream() ? streamStart(log, options) : allStart(log, options, false);
  if (typeof from === "string") {
    answerAbsent(call, from, nameOf(options.getStream()?.getStreamIdentifier()));
    return;
  }
  const step = options.getReadDirection() === BACKWARDS ? -1 : 1;
  const matches = matcherOf(options.getFilter());
  const drop = searching(side);
  let left = Number(options.getCount());
  for (let index = from.index; left > 0 && !call.cancelled; index += step) {
    const event = from.events[index];
    if (event === undefined) break;
    if (!matches(event)) {
      await drop();
      continue;
    }
    left -= 1;
    await serve(side, call, event);
  }
  if (!call.cancelled) call.end();
}

interface Start {
  readonly events: readonly PeerEvent[];
  readonly index: number;
}

type Absent = "deleted" | "missing" | "not_a_position";

function answerAbsent(call: Call, why: Absent, stream: string): void {
  if (why === "deleted") return fail(call, streamDeleted(stream));
  if (why === "not_a_position") return fail(call, refusal(status.UNKNOWN, "Not the position of a record.", {}));
  call.write(notFoundAnswer(stream));
  call.end();
}

function streamStart(log: PeerLog, options: Options): Start | Absent {
  const stream = options.getStream();
  const events = log.read(nameOf(stream?.getStreamIdentifier()));
  if (typeof events === "string" || stream === undefined) return typeof events === "string" ? events : "missing";
  const backwards = options.getReadDirection() === BACKWARDS;
  if (stream.hasStart()) return { events, index: 0 };
  if (stream.hasEnd()) return { events, index: backwards ? events.length - 1 : events.length };
  const wanted = BigInt(stream.getRevision());
  return { events, index: backwards ? lastUpTo(events, wanted) : firstFrom(events, wanted) };
}

/** Revisions follow each other unless somebody was at the files, so the first guess is nearly always right. */
function firstFrom(events: readonly PeerEvent[], revision: bigint): number {
  const guess = Number(revision - (events[0]?.revision ?? 0n));
  if (events[guess]?.revision === revision) return guess;
  const found = events.findIndex((event) => event.revision >= revision);
  return found < 0 ? events.length : found;
}

function lastUpTo(events: readonly PeerEvent[], revision: bigint): number {
  const next = firstFrom(events, revision);
  return events[next]?.revision === revision ? next : next - 1;
}

/** Reads include the position they start at; subscriptions start behind it. */
function allStart(log: PeerLog, options: Options, behind: boolean): Start | Absent {
  const all = options.getAll();
  const backwards = options.getReadDirection() === BACKWARDS;
  const events = log.all;
  if (all === undefined || all.hasStart()) return { events, index: 0 };
  if (all.hasEnd()) return { events, index: backwards ? events.length - 1 : events.length };
  const position = Number(all.getPosition()?.getCommitPosition() ?? 0);
  const index = log.indexAt(position);
  // A position is an offset in a file: one that was never the start of a record cannot be read from.
  if (!log.knows(position)) return "not_a_position";
  return { events, index: behind && events[index]?.position === position ? index + 1 : index };
}

async function subscribe(side: ReadSide, call: Call, options: Options): Promise<void> {
  const { log, served } = side;
  const from = allStart(log, options, true);
  if (typeof from === "string") {
    answerAbsent(call, from, "$all");
    return;
  }
  const filter = options.getFilter();
  const matches = matcherOf(filter);
  const checkpointEvery = CHECKPOINT_EVERY * (filter?.getCheckpointintervalmultiplier() ?? 0);
  const bell = createBell(log, call);
  const drop = searching(side);
  side.subscriptions.add(call);
  call.once("cancelled", () => void side.subscriptions.delete(call));
  await send(call, confirmationAnswer());
  let caughtUp = false;
  let unmarked = 0;
  // By position rather than by index, which would shift where somebody is at the files.
  let after = from.events[from.index - 1]?.position ?? -1;
  const next = () => log.all[log.indexAt(after + 1)];
  while (!call.cancelled && side.subscriptions.has(call)) {
    const event = next();
    if (event === undefined) {
      if (!caughtUp) await send(call, caughtUpAnswer());
      caughtUp = true;
      if (next() === undefined) await bell.rung();
      continue;
    }
    after = event.position;
    if (matches(event)) await serve(side, call, event);
    else await drop();
    unmarked += 1;
    if (unmarked === checkpointEvery) {
      served.checkpoints += 1;
      await send(call, checkpointAnswer(event.position));
      unmarked = 0;
    }
  }
}

/** Rings at every write and when the caller goes away. */
function createBell(log: PeerLog, call: Call): { rung(): Promise<void> } {
  let ring = (): void => undefined;
  const unlisten = log.onWrite(() => ring());
  call.once("cancelled", () => {
    unlisten();
    ring();
  });
  return {
    rung: () =>
      new Promise((resolve) => {
        ring = resolve;
        if (call.cancelled) resolve();
      }),
  };
}

/** Writes one answer, no faster than the caller takes them. */
async function send(call: Call, answer: ReadResp): Promise<void> {
  if (call.write(answer)) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      call.off("drain", done);
      call.off("cancelled", done);
      resolve();
    };
    call.on("drain", done);
    call.on("cancelled", done);
    if (call.cancelled) done();
  });
}

export function fail(call: Pick<Call, "emit">, error: Error): void {
  call.emit("error", error);
}
