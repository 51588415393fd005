/** How a recorded history chooses: of whom, about what and which of several things, and the decision that comes of it. */
import { streamName, type Aggregate, type Decision } from "../../domain/fold/aggregate";
import type { AnyEvent } from "../../domain/fold/event";

export interface Choice {
  /** Chooses the owner and the entity: few, so that requests meet. */
  readonly owner: number;
  readonly entity: number;
  readonly pick: number;
}

export interface Asked {
  readonly stream: string;
  readonly aggregate: Aggregate<unknown, AnyEvent>;
  readonly decision: Decision<unknown, AnyEvent>;
}

export const asked = <State, Event extends AnyEvent>(
  aggregate: Aggregate<State, Event>,
  owner: string,
  decision: Decision<State, Event>,
): Asked => ({
  stream: streamName(aggregate.category, owner),
  aggregate: aggregate as unknown as Aggregate<unknown, AnyEvent>,
  decision: decision as unknown as Decision<unknown, AnyEvent>,
});

export const instant = "2026-02-01T00:00:00.000Z";
export const oneOf = <Value>(values: readonly [Value, ...Value[]], pick: number): Value =>
  values.slice(pick % values.length)[0] as Value;
