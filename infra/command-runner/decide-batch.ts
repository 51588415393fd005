/** Decides commands one upon the other: each sees the state as those before it in the batch would leave it. */
import type { Decision } from "../../domain/fold/aggregate";
import type { AnyEvent } from "../../domain/fold/event";
import { isRefusal, type Refusal } from "../../domain/fold/refusal";
import type { NewEvent } from "../event-log/event-log";
import { revisionMismatch, type CommandContext } from "./command-runner";
import type { AnyAggregate, Snapshot } from "./snapshot";

/** A command to decide: what to do, and why and for whom. */
export interface Command {
  readonly decide: Decision<unknown, AnyEvent>;
  readonly context: CommandContext;
}

/**
 * What became of one command. `seen`: the log holds it since revision `first`. `twin`: it is the command at `index` of the
 * same batch over again. `decided`: `events` are its own, `state` and `revision` are those that it leaves.
 */
export type Ruling =
  | { readonly kind: "seen"; readonly first: number }
  | { readonly kind: "twin"; readonly index: number }
  | {
      readonly kind: "decided";
      readonly events: readonly NewEvent[];
      readonly state: unknown;
      readonly revision: number;
    }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  | { readonly kind: "failed"; readonly error: unknown };

/** Makes decided events into new ones, with their ids and metadata. */
export type Furnish = (events: readonly AnyEvent[], context: CommandContext) => readonly NewEvent[];

/** Decides all commands in order on top of a snapshot; nothing is written. */
export function decideBatch(
  aggregate: AnyAggregate,
  snapshot: Snapshot,
  commands: readonly Command[],
  furnish: Furnish,
): readonly Ruling[] {
  let { state, revision } = snapshot;
  const written = new Map<string, number>();

  function rule({ decide, context }: Command, index: number): Ruling {
    const first = snapshot.commands.get(context.commandId);
    if (first !== undefined) return { kind: "seen", first };
    const twin = written.get(context.commandId);
    if (twin !== undefined) return { kind: "twin", index: twin };
    if ((context.expectedRevision ?? revision) !== revision) return { kind: "refused", refusal: revisionMismatch };
    const decision = decide(state);
    if (isRefusal(decision)) return { kind: "refused", refusal: decision };
    const events = furnish(decision, context);
    state = events.reduce((before, event) => aggregate.evolve(before, event), state);
    revision += events.length;
    if (events.length > 0) written.set(context.commandId, index);
    return { kind: "decided", events, state, revision };
  }

  return commands.map((command, index) => {
    try {
      return rule(command, index);
    } catch (error) {
      return { kind: "failed", error };
    }
  });
}

/** The events of all rulings, in the order in which they were decided. */
export function decidedEvents(rulings: readonly Ruling[]): readonly NewEvent[] {
  return rulings.flatMap((ruling) => (ruling.kind === "decided" ? ruling.events : []));
}

/** The state that all rulings leave of one that was before them. */
export function decidedState(rulings: readonly Ruling[], before: unknown): unknown {
  const last = rulings.findLast((ruling) => ruling.kind === "decided");
  return last === undefined ? before : last.state;
}
