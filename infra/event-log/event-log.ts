/** The port to the log: append-only streams with expected revisions, read in one total order that never passes over an event. */
import type { EventMetadata, Recorded } from "../../domain/fold/event";

/** What the writer believes about the stream: the revision of its last event, none yet, some, or no belief. */
export type ExpectedRevision = number | "none" | "exists" | "any";

/** An event to append. Data is JSON and already sealed; ids are the caller's, so that a repeated append is recognized. */
export interface NewEvent {
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: EventMetadata;
}

export interface AppendRequest {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly NewEvent[];
  /** The same command id (or the same event ids) again on the same stream appends nothing and gives the first answer. */
  readonly commandId: string;
}

/**
 * `appended`: revision and position of the last event; `repeated` marks a recognized repetition.
 * `wrong_revision`: `actual` is the stream's last revision, -1 where it holds nothing. `erased`: the stream is gone for ever.
 */
export type AppendOutcome =
  | { readonly kind: "appended"; readonly revision: number; readonly position: number; readonly repeated: boolean }
  | { readonly kind: "wrong_revision"; readonly actual: number }
  | { readonly kind: "erased" };

export interface ReadStreamOptions {
  readonly direction?: "forwards" | "backwards";
  /** First revision to read, inclusive; default the first (forwards) or the last (backwards). */
  readonly from?: number;
  readonly limit?: number;
  /** The id of an event that the caller has: where it is met its data may be left out, or be as it is stored. */
  readonly known?: string | undefined;
}

/**
 * A stretch of the log: matching events in order, and the position up to which everything was seen.
 * `position` also moves over events that match nothing, and is the checkpoint to continue after.
 */
export interface LogPage {
  readonly events: readonly Recorded[];
  readonly position: number;
  /** True where the page reached the end of the log as it was when read. */
  readonly atHead: boolean;
}

export interface ReadAllOptions {
  /** Exclusive; 0 is the beginning. */
  readonly after: number;
  /** Inclusive end, where one is wanted. */
  readonly until?: number;
  /** Event types to return; all where absent. */
  readonly types?: readonly string[];
  /** Most events in a page. */
  readonly limit: number;
}

export interface SubscribeOptions {
  readonly after: number;
  readonly types?: readonly string[];
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** The log could not be reached or did not answer in time. A repeated append with the same ids is safe. */
export class LogUnavailable extends Error {
  override readonly name = "LogUnavailable";
}

export interface EventLog {
  append(request: AppendRequest): Promise<AppendOutcome>;
  /** The events of one stream; empty where there are none. Throws LogUnavailable. */
  readStream(stream: string, options?: ReadStreamOptions): Promise<readonly Recorded[]>;
  readAll(options: ReadAllOptions): Promise<LogPage>;
  /**
   * Pages from `after` on, without end: catches up, then goes live. Nothing is missed, doubled or out of order; the adapter
   * survives lost connections by itself. A page may be empty where only the position moved. Ends when the signal aborts.
   */
  subscribe(options: SubscribeOptions): AsyncIterable<LogPage>;
  /** The position of the last event, 0 for an empty log. */
  head(): Promise<number>;
  /** Removes streams for ever; appends to them answer `erased` from then on. Erasing again changes nothing. */
  erase(streams: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
