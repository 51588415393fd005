/** The grammar of events: a type in the past tense, a versioned zod schema that is its storage format, and upcasters. */
import { type z } from "zod";

/** Turns data stored under one schema version into the form of the next. */
export type Upcaster = (data: Record<string, unknown>) => Record<string, unknown>;

/** One event type's storage format. `upcasters[n]` lifts data of version n to version n + 1. */
export interface EventDefinition<Schema extends z.ZodObject = z.ZodObject> {
  readonly version: number;
  readonly schema: Schema;
  readonly upcasters: Readonly<Record<number, Upcaster>>;
}

/** All event types of one aggregate, by type name. */
export type EventDefinitions = Readonly<Record<string, EventDefinition>>;

/** The events of a set of definitions as a discriminated union `{ type, data }`. */
export type EventsOf<Definitions> = {
  [Type in keyof Definitions & string]: Definitions[Type] extends EventDefinition<infer Schema>
    ? { readonly type: Type; readonly data: z.output<Schema> }
    : never;
}[keyof Definitions & string];

type Declared = z.ZodObject | EventDefinition;
type DefinitionOf<D> = D extends z.ZodObject ? EventDefinition<D> : D;

/** Declares an aggregate's events; a bare schema is version 1. */
export function defineEvents<const D extends Record<string, Declared>>(
  declared: D,
): { readonly [Type in keyof D]: DefinitionOf<D[Type]> } {
  const entries = Object.entries(declared).map(([type, one]) => [type, "schema" in one ? one : versioned(1, one, {})]);
  return Object.fromEntries(entries) as { readonly [Type in keyof D]: DefinitionOf<D[Type]> };
}

/** An event type whose schema has changed since its first version. */
export function versioned<Schema extends z.ZodObject>(
  version: number,
  schema: Schema,
  upcasters: Readonly<Record<number, Upcaster>>,
): EventDefinition<Schema> {
  return { version, schema, upcasters };
}

/** What an event is, whatever its aggregate: the shape that folds over mixed streams receive. */
export interface AnyEvent {
  readonly type: string;
  readonly data: unknown;
}

export const actorKinds = ["user", "api_key", "admin", "collector", "provider", "system"] as const;

/** Who caused an event. `system` names a process manager or the operator's command line. */
export interface Actor {
  readonly kind: (typeof actorKinds)[number];
  readonly id: string;
}

/** Instants are ISO 8601 with milliseconds and `Z`. `businessId` is there wherever the event concerns one business. */
export interface EventMetadata {
  readonly businessId?: string;
  readonly actor: Actor;
  readonly commandId: string;
  readonly correlationId: string;
  readonly causationId: string;
  readonly occurredAt: string;
  readonly schemaVersion: number;
}

/**
 * An event as it is read. `revision` counts from 0 within its stream; `position` grows over the whole log. `stored` is the
 * same event to the letter of the log, sealed and in the version in which it was written; absent where that is this event.
 */
export type Recorded<Event extends AnyEvent = AnyEvent> = Event & {
  readonly id: string;
  readonly metadata: EventMetadata;
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
  readonly stored?: Recorded;
};
