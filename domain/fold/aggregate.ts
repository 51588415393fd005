/** The grammar of aggregates: a stream category, its events, a state folded from them, and decisions over that state. */
import type { AnyEvent, EventDefinitions, EventsOf } from "./event";
import type { Refusal } from "./refusal";

/**
 * One consistency boundary. `owner` says whose data key seals its personal fields and with whom its streams are erased.
 * `evolve` is total: an event that does not matter to decisions returns the state as it was.
 */
export interface Aggregate<State, Event extends AnyEvent> {
  readonly category: string;
  readonly owner: "account" | "business" | "place";
  readonly events: EventDefinitions;
  readonly initial: State;
  readonly evolve: (state: State, event: Event) => State;
}

/** Declares an aggregate; `Event` is inferred from its definitions. */
export function aggregate<State, const Definitions extends EventDefinitions>(declared: {
  readonly category: string;
  readonly owner: "account" | "business" | "place";
  readonly events: Definitions;
  readonly initial: State;
  readonly evolve: (state: State, event: EventsOf<Definitions>) => State;
}): Aggregate<State, EventsOf<Definitions>> {
  return declared;
}

/** What may happen next: events (none where nothing changes), or a refusal. Pure: time and ids come in with the input. */
export type Decision<State, Event extends AnyEvent> = (state: State) => readonly Event[] | Refusal;

/** `<category>-<owner>` or `<category>-<owner>+<entity>`; owner and entity are percent-encoded. */
export function streamName(category: string, owner: string, entity?: string): string {
  const encoded = `${category}-${encodeURIComponent(owner)}`;
  return entity === undefined ? encoded : `${encoded}+${encodeURIComponent(entity)}`;
}

/** Whose a stream is: the owner's only one of its category, or that of one of many entities, as of each day. */
export type StreamOwner = string | { readonly owner: string; readonly entity: string };

/** The stream of an aggregate. */
export const streamOf = ({ category }: { readonly category: string }, whose: StreamOwner): string =>
  typeof whose === "string" ? streamName(category, whose) : streamName(category, whose.owner, whose.entity);

/** The category and decoded owner of a stream name. */
export function parseStreamName(stream: string): { category: string; owner: string } {
  const dash = stream.indexOf("-");
  const rest = stream.slice(dash + 1);
  const plus = rest.indexOf("+");
  return { category: stream.slice(0, dash), owner: decodeURIComponent(plus < 0 ? rest : rest.slice(0, plus)) };
}
