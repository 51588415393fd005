/** The grammar for tests of decisions: given what happened, when this is decided, then these events or this refusal. */
import type { Aggregate, Decision } from "../../domain/fold/aggregate";
import type { AnyEvent } from "../../domain/fold/event";
import { isRefusal, type Refusal } from "../../domain/fold/refusal";

/** The decision again, on the state that it left. */
interface Again<Event extends AnyEvent> {
  /** Deciding again changes nothing: no events. */
  repeatsNothing(): void;
  /** Deciding again is refused with this code. */
  repeatRefused(code: string): void;
  /** Deciding again gives these events. */
  repeats(events: readonly Event[]): void;
}

interface When<State, Event extends AnyEvent> {
  /** Exactly these events, each of which fits its schema; none where the list is empty. */
  then(events: readonly Event[]): Again<Event>;
  /** A refusal with this code, and with these details where they are given. */
  thenRefused(code: string, details?: Refusal["details"]): void;
  /** Whatever was decided, for expectations of another kind. */
  readonly decided: readonly Event[] | Refusal;
  /** The state that the decision leaves. */
  readonly state: State;
}

interface Given<State, Event extends AnyEvent> {
  readonly state: State;
  when(decision: Decision<State, Event>): When<State, Event>;
}

/** States are frozen all the way down, so that a fold or a decision that changes what it was given fails the test. */
export function given<State, Event extends AnyEvent>(
  aggregate: Aggregate<State, Event>,
  events: readonly NoInfer<Event>[],
): Given<State, Event> {
  const fold = (state: State, more: readonly Event[]) =>
    more.reduce((before, event) => frozen(aggregate.evolve(before, frozen(event))), frozen(state));
  const state = fold(aggregate.initial, events);
  return { state, when: (decision) => whenDecided(aggregate, fold, state, decision) };
}

function whenDecided<State, Event extends AnyEvent>(
  aggregate: Aggregate<State, Event>,
  fold: (state: State, events: readonly Event[]) => State,
  state: State,
  decision: Decision<State, Event>,
): When<State, Event> {
  const decided = decision(state);
  const after = isRefusal(decided) ? state : fold(state, decided);
  return {
    decided,
    state: after,
    then(events) {
      requireEvents(aggregate, decided, events);
      return {
        repeatsNothing: () => requireEvents(aggregate, decision(after), []),
        repeatRefused: (code) => requireRefusal(decision(after), code),
        repeats: (again) => requireEvents(aggregate, decision(after), again),
      };
    },
    thenRefused: (code, details) => requireRefusal(decided, code, details),
  };
}

function requireEvents<Event extends AnyEvent>(
  aggregate: Pick<Aggregate<unknown, AnyEvent>, "events">,
  decided: readonly Event[] | Refusal,
  events: readonly Event[],
): void {
  expect(decided).toEqual(events);
  if (isRefusal(decided)) return;
  for (const { type, data } of decided) {
    const definition = aggregate.events[type];
    if (definition === undefined) throw new Error(`The aggregate declares no event ${type}.`);
    // Parsing would drop what the schema does not declare: the event must be stored as it was decided.
    expect({ type, data: definition.schema.parse(data) }).toEqual({ type, data });
  }
}

function requireRefusal(decided: unknown, code: string, details?: Refusal["details"]): void {
  if (!isRefusal(decided)) throw new Error(`Expected the refusal "${code}", but got ${JSON.stringify(decided)}.`);
  expect(decided.refused).toBe(code);
  if (details !== undefined) expect(decided.details).toEqual(details);
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  if (value instanceof Map || value instanceof Set) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return value;
}
