/** A log as it is stored, whichever engine keeps it: read in its order, and written event by event as it was in another one. */
import type { Recorded } from "../../../domain/fold/event";
import type { LogIdentity } from "../eventstoredb/log-identity";

/** The engines that can keep the log. */
export const logKinds = ["postgres", "eventstoredb"] as const;
export type LogKind = (typeof logKinds)[number];

export const engineOf: Readonly<Record<LogKind, string>> = { postgres: "PostgreSQL", eventstoredb: "EventStoreDB" };

/** An event to the letter of the log. Those of one append stand together, have one `commandId` and one `append`. */
export interface StoredEvent extends Recorded {
  /** What the append is recognized by when it is repeated. */
  readonly commandId: string;
  /** Names the append, within one log alone. */
  readonly append: string;
  /** ISO 8601 with milliseconds. */
  readonly recordedAt: string;
}

export interface StoredPage {
  readonly events: readonly StoredEvent[];
  /** Up to where was looked: where to read on. */
  readonly position: number;
  /** True where the page reached the end of the log as it was when read. */
  readonly atHead: boolean;
}

/** Every call throws LogUnavailable where the engine cannot be reached, and can then be made again. */
export interface StoredLog {
  readonly kind: LogKind;
  /** Absent for a log that is part of the database itself. */
  readonly identity?: LogIdentity;
  /** `after` is exclusive, `limit` the most events. What was erased is not there. */
  read(after: number, limit: number): Promise<StoredPage>;
  /** The position of the last event, 0 for an empty log. */
  head(): Promise<number>;
  /** About how many events there are, for who wants to know how long something takes. */
  size(): Promise<number | undefined>;
  /** The names of the streams that are gone for ever. */
  erased(): Promise<ReadonlySet<string>>;
  erase(streams: readonly string[]): Promise<void>;
  /**
   * Writes whole appends at the log's end, in order, each event at its own revision; what is in its place already stays.
   * After an error, any number of them may have been written, the first ones first. Throws CopyRefused where the log can
   * never take one of them. Gives their positions where it knows them all.
   */
  append(events: readonly StoredEvent[]): Promise<readonly number[] | undefined>;
  close(): Promise<void>;
}

/** It cannot go on like this; the message says why and what to do. */
export class CopyRefused extends Error {
  override readonly name = "CopyRefused";
}
