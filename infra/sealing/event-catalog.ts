/** Every event type that the program declares, by name and by stream category, ready for sealing, checking and upcasting. */
import type { Aggregate } from "../../domain/fold/aggregate";
import { parseStreamName } from "../../domain/fold/aggregate";
import type { AnyEvent, EventDefinition } from "../../domain/fold/event";
import type { Sealing } from "./sealed-fields";
import { compileSealer, retentionsIn } from "./sealer";

/** An aggregate as infrastructure sees it: without its state and its decisions. */
export type DeclaredAggregate = Pick<Aggregate<unknown, AnyEvent>, "category" | "owner" | "events">;

/** One event type with what was compiled from its schema. `seal` is absent where nothing is personal; it needs a key for each retention. */
export interface CatalogEntry {
  readonly type: string;
  readonly category: string;
  readonly definition: EventDefinition;
  readonly seal: ((data: unknown, sealing: Sealing) => unknown) | undefined;
  readonly retentions: readonly string[];
}

export interface EventCatalog {
  find(type: string): CatalogEntry | undefined;
  /** The owner of a stream, as data keys name it: `business:<id>`. Undefined for a category that nothing declares. */
  ownerOf(stream: string): string | undefined;
}

/** Compiles each declared event once. */
export function createEventCatalog(aggregates: readonly DeclaredAggregate[]): EventCatalog {
  const owners = new Map(aggregates.map(({ category, owner }) => [category, owner]));
  const entries = new Map<string, CatalogEntry>();
  for (const { category, events } of aggregates) {
    for (const [type, definition] of Object.entries(events)) {
      const { schema } = definition;
      entries.set(type, {
        type,
        category,
        definition,
        seal: compileSealer(schema),
        retentions: retentionsIn(schema),
      });
    }
  }
  return {
    find: (type) => entries.get(type),
    ownerOf(stream) {
      const { category, owner } = parseStreamName(stream);
      const kind = owners.get(category);
      return kind === undefined ? undefined : `${kind}:${owner}`;
    },
  };
}
