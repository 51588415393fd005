/** The port through which everything is written: load an aggregate's state, decide, append; decide again after a conflict. */
import type { Aggregate, Decision, StreamOwner } from "../../domain/fold/aggregate";
import type { Actor, AnyEvent, Recorded } from "../../domain/fold/event";
import type { Refusal } from "../../domain/fold/refusal";

/** Why and for whom a command runs. The same `commandId` on the same aggregate is the same command. */
export interface CommandContext {
  readonly commandId: string;
  readonly correlationId: string;
  readonly causationId: string;
  readonly actor: Actor;
  readonly businessId?: string;
  /** Where the stream is at another revision when this is decided, it is refused with {@link revisionMismatch}. */
  readonly expectedRevision?: number;
  /** Whoever does not look at the events of a repeated command is spared the reading: they are then left out of its answer. */
  readonly repeatedEvents?: "wanted" | "left_out";
}

export const revisionMismatch: Refusal = { refused: "revision_mismatch", message: "It was changed meanwhile." };

/**
 * `events` are those that this command appended, also when it had appended them earlier (`repeated`): answers are built
 * from them, never from freshly drawn ids or secrets. `position` is that of the last event of the stream that was seen.
 */
export interface Executed<State, Event extends AnyEvent> {
  readonly state: State;
  readonly revision: number;
  readonly events: readonly Recorded<Event>[];
  readonly position: number;
  readonly repeated: boolean;
}

/** Too many writers contended for one stream; nothing was written by this command. */
export class ContentionError extends Error {
  override readonly name = "ContentionError";
}

export interface CommandRunner {
  /**
   * Runs one decision on `<category>-<owner>`, or on the stream of one of its entities. Throws ContentionError, LogUnavailable;
   * a refusal is a value.
   */
  execute<State, Event extends AnyEvent>(
    aggregate: Aggregate<State, Event>,
    owner: StreamOwner,
    decide: Decision<State, Event>,
    context: CommandContext,
  ): Promise<Executed<State, Event> | Refusal>;
  /** The newest state of `<category>-<owner>`, its revision (-1 where nothing happened yet) and its last position. */
  load<State, Event extends AnyEvent>(
    aggregate: Aggregate<State, Event>,
    owner: StreamOwner,
  ): Promise<{ readonly state: State; readonly revision: number; readonly position: number }>;
}
