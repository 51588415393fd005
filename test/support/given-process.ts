/** The grammar for tests of process managers: given events, when an event, a timer or an outcome comes, then these intents. */
import type { AnyEvent, Recorded } from "../../domain/fold/event";
import type {
  DueTimer,
  EffectOutcome,
  Intent,
  ProcessManager,
  Reaction,
} from "../../infra/process-manager/process-manager";

interface Running {
  readonly states: ReadonlyMap<string, unknown>;
  /** What went out at the last step. */
  readonly intents: readonly Intent[];
}

interface Given<Event extends AnyEvent> extends Running {
  when(event: Event): Given<Event>;
  whenDue(instance: string, name: string, at: string, data?: DueTimer["data"]): Given<Event>;
  whenEnded(instance: string, outcome: EffectOutcome): Given<Event>;
}

/** Instances are kept as the engine keeps them: a null state drops one, and only an event brings one into being. */
export function givenProcess<Event extends AnyEvent>(
  manager: ProcessManager,
  events: readonly Event[] = [],
): Given<Event> {
  const nothing: Running = { states: new Map(), intents: [] };
  const running = events.reduce((before, event) => hear(manager, before, event), nothing);
  return playing(manager, running);
}

function playing<Event extends AnyEvent>(manager: ProcessManager, running: Running): Given<Event> {
  const known = (instance: string, react: (state: unknown) => Reaction<unknown> | undefined): Given<Event> => {
    const step = { states: new Map(running.states), intents: [] as Intent[] };
    if (step.states.has(instance)) settle(step, instance, react(step.states.get(instance)) ?? { state: null });
    return playing(manager, step);
  };
  return {
    ...running,
    when: (event) => playing(manager, hear(manager, running, event)),
    whenDue: (instance, name, at, data = {}) =>
      known(instance, (state) => manager.onTimer?.(state, { name, at, now: at, data }, instance)),
    whenEnded: (instance, outcome) => known(instance, (state) => manager.onOutcome?.(state, outcome, instance)),
  };
}

interface Step {
  readonly states: Map<string, unknown>;
  readonly intents: Intent[];
}

function settle({ states, intents }: Step, instance: string, { state, intents: more = [] }: Reaction<unknown>): void {
  if (state === null) states.delete(instance);
  else states.set(instance, state);
  intents.push(...more);
}

function hear(manager: ProcessManager, running: Running, event: AnyEvent): Running {
  const step: Step = { states: new Map(running.states), intents: [] };
  const subscription = manager.on[event.type];
  if (subscription === undefined) return step;
  const given = subscription.instances(event as Recorded);
  for (const instance of typeof given === "string" ? [given] : given) {
    const state = step.states.has(instance) ? step.states.get(instance) : manager.initial;
    settle(step, instance, subscription.react(state, event as Recorded, instance));
  }
  return step;
}
