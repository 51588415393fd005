/** The grammar of process managers: a state per instance, folded from events, due timers and outcomes, that emits intents. */
import type { PoolClient } from "pg";
import type { AnyEvent, Recorded } from "../../domain/fold/event";

/** `perform` asks an effect of this manager's edge file to act; `remind` sets (or moves) a durable timer; `forget` drops it. */
export type Intent =
  | {
      readonly kind: "perform";
      readonly effect: string;
      readonly payload: Readonly<Record<string, unknown>>;
      /** Whom it concerns, where that is not the business of the event that caused it: it is erased with that one. */
      readonly businessId?: string;
    }
  | {
      readonly kind: "remind";
      readonly name: string;
      readonly at: string;
      readonly data?: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: "forget"; readonly name: string };

/** What follows. A null state drops the instance together with its timers; intents still go out, but it hears no outcomes. */
export interface Reaction<State> {
  readonly state: State | null;
  readonly intents?: readonly Intent[];
}

/** An event's handler: which instances it concerns (none: not interested), and what each makes of it. */
export interface Subscription<State, Event extends AnyEvent> {
  instances(event: Recorded<Event>): string | readonly string[];
  react(state: State, event: Recorded<Event>, instance: string): Reaction<State>;
}

/** A timer that fell due. `now` is the clock's instant, not earlier than `at`. */
export interface DueTimer {
  readonly name: string;
  readonly at: string;
  readonly now: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** How an intent ended: what its effect gave back, or that it was given up after its last attempt. */
export interface EffectOutcome {
  readonly effect: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly result: { readonly done: unknown } | { readonly gaveUp: string };
}

type Subscriptions<State, Event extends AnyEvent> = { readonly [E in Event as E["type"]]?: Subscription<State, E> };

export interface ProcessManager<State = unknown> {
  readonly name: string;
  readonly initial: State;
  /**
   * Its instances serve everybody: what is kept of them names no business and holds nobody's words, outlives them all, and
   * leads on under ids of its own.
   */
  readonly shared?: boolean;
  /**
   * Where one runner does not keep up with the log: into how many shards its instances are divided, each folded by one
   * process at a time. May be set once, on a manager that was whole; 1 unless told.
   */
  readonly shards?: number;
  readonly on: Readonly<Record<string, Subscription<State, AnyEvent>>>;
  onTimer?(state: State, timer: DueTimer, instance: string): Reaction<State>;
  onOutcome?(state: State, outcome: EffectOutcome, instance: string): Reaction<State>;
}

/** Declares a process manager over a union of events: `processManager<BusinessEvent>()({ … })`. */
export const processManager =
  <Event extends AnyEvent>() =>
  <State>(declared: {
    readonly name: string;
    readonly initial: State;
    readonly shared?: boolean;
    readonly shards?: number;
    readonly on: Subscriptions<State, Event>;
    readonly onTimer?: (state: State, timer: DueTimer, instance: string) => Reaction<State>;
    readonly onOutcome?: (state: State, outcome: EffectOutcome, instance: string) => Reaction<State>;
  }): ProcessManager<State> => ({ ...declared, on: declared.on as unknown as ProcessManager<State>["on"] });

/**
 * Where a performed intent stands: `intentId` is the same at every attempt, `causationId` the event or timer that caused it.
 * `stillMine` says whether the lease still holds; an effect that takes long asks before it acts on the world.
 */
export interface EffectContext {
  readonly intentId: string;
  readonly instance: string;
  readonly causationId: string;
  readonly correlationId: string;
  readonly position: number;
  readonly attempt: number;
  /** Null where nobody can have tried it before; otherwise no later than the first attempt, which may have acted unheard. */
  readonly firstTriedAt: Date | null;
  readonly now: Date;
  readonly stillMine: () => Promise<boolean>;
}

/**
 * An effect acts on the world. It throws to be tried again later; what it returns goes to `onOutcome`. One that is in flight in a
 * process that is frozen goes on when it thaws, after another process may have performed it: its outcome is refused, but what it
 * does is not undone. So it can be repeated: what it writes to the log goes under its intent's id, by which the log knows it;
 * before it acts on anything else it asks `stillMine`, and from `firstTriedAt` it knows that the world may have heard of it.
 */
export type Effect = (payload: Readonly<Record<string, unknown>>, context: EffectContext) => Promise<unknown>;

/** An emitted `perform` as it is kept. The id is the same whenever the same cause is folded again. */
export interface StoredIntent {
  readonly intentId: string;
  readonly instance: string;
  readonly effect: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly causationId: string;
  readonly correlationId: string;
  readonly position: number;
  readonly businessId: string | null;
}

/**
 * Takes intents into a table of its own instead of the engine's, inside the manager's transaction. Effects that share one
 * store object reach it together, in emission order. What becomes of them is the store's affair: there is no `onOutcome`.
 */
export interface IntentStore {
  store(client: PoolClient, intents: readonly StoredIntent[]): Promise<void>;
}

/** A manager with what performs, or stores, its intents; every effect it names is in one of the two. */
export interface Process {
  readonly manager: ProcessManager;
  readonly effects: Readonly<Record<string, Effect>>;
  readonly stores?: Readonly<Record<string, IntentStore>>;
}
