/** A stream folded so far: its state, how far it was read, and which commands wrote it. */
import type { Aggregate } from "../../domain/fold/aggregate";
import type { AnyEvent, Recorded } from "../../domain/fold/event";

/** An aggregate whose types the runner does not need to know. */
export type AnyAggregate = Aggregate<unknown, AnyEvent>;

/** The commands that a stream holds, each with the revision of its first event. */
export type CommandsSeen = Map<string, number>;

/**
 * `lastId` is the id of the event at `revision`, by which a later read recognizes that the stream was erased meanwhile.
 * `commands` is shared by all snapshots of one stream: it only grows, and holds nothing that the log does not hold.
 */
export interface Snapshot {
  readonly state: unknown;
  readonly revision: number;
  readonly position: number;
  readonly lastId: string | undefined;
  readonly commands: CommandsSeen;
}

/** A stream before its first event. */
export function emptySnapshot(aggregate: AnyAggregate): Snapshot {
  return { state: aggregate.initial, revision: -1, position: 0, lastId: undefined, commands: new Map() };
}

/** The snapshot after further events, which the log holds. */
export function advance(aggregate: AnyAggregate, snapshot: Snapshot, events: readonly Recorded[]): Snapshot {
  const state = events.reduce((before, event) => aggregate.evolve(before, event), snapshot.state);
  return advanceTo(state, snapshot, events);
}

/** The same where the state that the events leave is known already. */
export function advanceTo(state: unknown, snapshot: Snapshot, events: readonly Recorded[]): Snapshot {
  const last = events.at(-1);
  if (last === undefined) return snapshot;
  for (const { metadata, revision } of events) {
    const { commandId } = metadata;
    if (!snapshot.commands.has(commandId)) snapshot.commands.set(commandId, revision);
  }
  const { revision, position, id } = last;
  return { state, revision, position, lastId: id, commands: snapshot.commands };
}
