/** What process managers make of the log, folded here by their own functions, one event after the other. */
import type { Recorded } from "../../../domain/fold/event";
import type { Intent, ProcessManager } from "../../../infra/process-manager/process-manager";

export interface Folded {
  readonly states: ReadonlyMap<string, unknown>;
  readonly intents: readonly { readonly intent: Intent; readonly event: Recorded }[];
}

/** For managers that hear no outcomes and set no timers. */
export function foldManager(manager: ProcessManager, events: readonly Recorded[]): Folded {
  const states = new Map<string, unknown>();
  const intents: { intent: Intent; event: Recorded }[] = [];
  for (const event of events) {
    const subscription = manager.on[event.type];
    if (subscription === undefined) continue;
    const given = subscription.instances(event);
    for (const instance of typeof given === "string" ? [given] : given) {
      const state = states.has(instance) ? states.get(instance) : manager.initial;
      const reaction = subscription.react(state, event, instance);
      if (reaction.state === null) states.delete(instance);
      else states.set(instance, reaction.state);
      intents.push(...(reaction.intents ?? []).map((intent) => ({ intent, event })));
    }
  }
  return { states, intents };
}
