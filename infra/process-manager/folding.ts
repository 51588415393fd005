/** Folds a batch of events, due timers or outcomes in memory: what they change, and nothing of the world. */
import type { Ids } from "../ids/ids";
import type { Intent, Process, Reaction, StoredIntent } from "./process-manager";

/** What made an instance react: it gives derived ids, and everything it leads to carries its correlation and business. */
export interface Cause {
  readonly id: string;
  readonly correlationId: string;
  readonly position: number;
  readonly businessId: string | null;
}

/** One reaction of one instance. Only an event brings an instance into being. */
export interface Input {
  readonly kind: "event" | "timer" | "outcome";
  readonly instance: string;
  readonly cause: Cause;
  readonly react: (state: unknown) => Reaction<unknown>;
}

export interface InstanceRow {
  readonly instance: string;
  readonly state: unknown;
  readonly businessId: string | null;
}

export interface StoredTimer {
  readonly instance: string;
  readonly name: string;
  /** Null where the timer shall be gone. */
  readonly set: { readonly id: string; readonly dueAt: string; readonly data: unknown; readonly cause: Cause } | null;
}

/** Null states, and `dropped` instances' former timers, shall be gone. */
export interface Changes {
  readonly states: ReadonlyMap<string, InstanceRow | null>;
  readonly dropped: ReadonlySet<string>;
  readonly timers: ReadonlyMap<string, StoredTimer>;
  readonly intents: readonly StoredIntent[];
}

/** A handler threw, or asked for what does not exist. Repeating it gives the same: the manager halts here. */
export class HandlerFailure extends Error {
  override readonly name = "HandlerFailure";
  constructor(
    readonly at: Pick<Input, "kind" | "cause"> & { readonly instance?: string },
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Throws HandlerFailure with the input at which it stopped. */
export function fold(process: Process, ids: Ids, loaded: readonly InstanceRow[], inputs: readonly Input[]): Changes {
  const rows = new Map<string, InstanceRow | null>(loaded.map((row) => [row.instance, row]));
  const states = new Map<string, InstanceRow | null>();
  const dropped = new Set<string>();
  const timers = new Map<string, StoredTimer>();
  const intents: StoredIntent[] = [];
  const isShared = process.manager.shared === true;
  for (const input of inputs) {
    const { instance, cause } = input;
    const row = rows.get(instance) ?? null;
    if (row === null && input.kind !== "event") continue;
    const reaction = reactionTo(process, row === null ? process.manager.initial : row.state, input);
    const businessId = isShared ? null : businessOf(row, cause);
    // A fold that gives back the state it was given changes nothing.
    const isSame = row !== null && reaction.state === row.state && businessId === row.businessId;
    const next = isSame ? row : reaction.state === null ? null : { instance, state: reaction.state, businessId };
    if (!isSame) {
      rows.set(instance, next);
      states.set(instance, next);
    }
    (reaction.intents ?? []).forEach((intent, index) => {
      const id = ids.derive(process.manager.name, cause.id, instance, String(index));
      const because = isShared ? { ...input, cause: { ...cause, id, correlationId: id, businessId: null } } : input;
      if (intent.kind === "perform") intents.push(stored(intent, id, because));
      else timers.set(JSON.stringify([instance, intent.name]), timer(intent, id, because));
    });
    if (next !== null) continue;
    dropped.add(instance);
    for (const [key, one] of timers) if (one.instance === instance) timers.delete(key);
  }
  return { states, dropped, timers, intents };
}

function reactionTo(process: Process, state: unknown, input: Input): Reaction<unknown> {
  try {
    const reaction = input.react(state);
    for (const intent of reaction.intents ?? []) refuseUnknownEffect(process, intent);
    return reaction;
  } catch (error) {
    throw new HandlerFailure(input, error);
  }
}

function refuseUnknownEffect({ manager, effects, stores = {} }: Process, intent: Intent): void {
  if (intent.kind !== "perform" || Object.hasOwn(effects, intent.effect) || Object.hasOwn(stores, intent.effect))
    return;
  throw new Error(`The process manager "${manager.name}" has neither an effect nor a store called "${intent.effect}".`);
}

/** An instance that several businesses share is erased with none of them. */
function businessOf(row: InstanceRow | null, { businessId }: Cause): string | null {
  if (row === null) return businessId;
  return businessId === null || businessId === row.businessId ? row.businessId : null;
}

function stored(intent: Intent & { kind: "perform" }, intentId: string, { instance, cause }: Input): StoredIntent {
  const { effect, payload } = intent;
  const { id: causationId, correlationId, position } = cause;
  const businessId = intent.businessId ?? cause.businessId;
  return { intentId, instance, effect, payload, causationId, correlationId, position, businessId };
}

function timer(intent: Intent & { kind: "remind" | "forget" }, id: string, { instance, cause }: Input): StoredTimer {
  if (intent.kind === "forget") return { instance, name: intent.name, set: null };
  return { instance, name: intent.name, set: { id, dueAt: intent.at, data: intent.data ?? {}, cause } };
}
