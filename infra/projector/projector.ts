/** What the rest of the service may ask of the projection engine. */
import type { Pool } from "pg";
import type { Recorded } from "../../domain/fold/event";
import type { EventLog } from "../event-log/event-log";
import type { LeaseDuties } from "../leases/leases";
import type { Logger } from "../logging/logger";
import type { Clock } from "../time/clock";
import type { Projection } from "./projection";

/** The event that a projection stopped at, and why. */
export interface Halt {
  readonly position: number;
  readonly eventId: string;
  readonly error: string;
}

/**
 * `halted` names the event a projection stopped at; the others go on. Lag counts from the oldest event not yet applied.
 * `rebuilding` is the copy that is being filled beside the table.
 */
export interface ProjectionStatus {
  readonly table: string;
  readonly version: number;
  readonly position: number;
  readonly secondsBehind: number;
  readonly state: "live" | "catching_up" | "halted" | "elsewhere";
  readonly halted?: Halt;
  readonly rebuilding?: { readonly version: number; readonly position: number; readonly halted?: Halt };
}

export interface ReadPositions {
  /** Waits until all these tables have seen the log up to `position`; false where they had not within the time. */
  reached(tables: readonly string[], position: number, timeoutMs: number): Promise<boolean>;
}

/** An owner that was erased, as the event says: its rows leave every table. */
export interface Erasure {
  readonly kind: "account" | "business" | "place";
  readonly id: string;
}

/** Told of every step; the composition root turns it into counters. */
export interface ProjectorMetrics {
  applied(table: string, events: number): void;
  halted(table: string, position: number): void;
}

/** Who decided that a projection goes on without an event, and why. */
export interface SkipDecision {
  readonly operator: string;
  readonly reason: string;
}

/** What is recorded of a skip. The same table, version and position may be recorded again after a crash: it is the same skip. */
export interface RecordedSkip extends SkipDecision, Halt {
  readonly table: string;
  readonly version: number;
}

/** An operator's command made no sense as things are; the message says why. */
export class CommandRefused extends Error {
  override readonly name = "CommandRefused";
}

/**
 * What an operator may ask, from any process: whoever runs the table does it. A promise settles once it is done (a rebuild:
 * once it has begun), throws CommandRefused, or throws when no process took the command within some seconds.
 */
export interface ProjectionOperations {
  status(): Promise<readonly ProjectionStatus[]>;
  rebuild(table: string): Promise<void>;
  retry(table: string): Promise<void>;
  skip(table: string, position: number, decision: SkipDecision): Promise<void>;
}

export interface Projector extends ProjectionOperations, ReadPositions {
  /** For the process's lease holder: a table is kept by whoever holds its name. */
  readonly duties: LeaseDuties;
  /** From now on operators' commands are heard at once. Before the leases. */
  start(): Promise<void>;
  /** Finishes the page in flight and writes all checkpoints. After the leases were given back. */
  stop(): Promise<void>;
}

export interface ProjectorOptions {
  /** Of `createPool`; five connections are used at most, one of them for as long as the projector runs. */
  readonly pool: Pool;
  readonly log: EventLog;
  readonly projections: readonly Projection[];
  /** By event type: whom it erases. */
  readonly erasures: Readonly<Record<string, (event: Recorded) => Erasure>>;
  /** Leaves the audit record of a skip, before the projection goes on. */
  readonly recordSkip: (skip: RecordedSkip) => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics?: ProjectorMetrics;
}
