/** Brings stored events into the form that the program knows: sealed fields open, data in the newest schema version. */
import type { Recorded } from "../../domain/fold/event";
import type { DataKey, DataKeys } from "./data-keys";
import type { CatalogEntry, EventCatalog } from "./event-catalog";
import { retentionOwner } from "./retention-keys";
import { keysIn, openSealed, withSealed, type KeyName } from "./sealed-fields";
import { upcast } from "./upcasting";

/** Opens a page of events, with at most one query for all the keys that it needs. */
export function createOpener(catalog: EventCatalog, dataKeys: DataKeys) {
  return async (events: readonly Recorded[]): Promise<readonly Recorded[]> => {
    const namers = new Map<Recorded, OwnerNamed>();
    const owners = new Set<string>();
    for (const event of events) {
      const used = keysOf(catalog, event);
      if (used === undefined) continue;
      namers.set(event, used.ownerNamed);
      for (const name of used.names) owners.add(used.ownerNamed(name));
    }
    const keys = owners.size === 0 ? new Map<string, DataKey>() : await dataKeys.openingKeys(owners);
    return events.map((event) => {
      const ownerNamed = namers.get(event);
      const entry = catalog.find(event.type);
      if (entry === undefined) return event;
      const data =
        ownerNamed === undefined ? event.data : openSealed(event.data, event.id, (name) => keys.get(ownerNamed(name)));
      return asRead(entry, event, data);
    });
  };
}

/** What a sealed field reads as to somebody who may not see it. */
export const REDACTED = "[redacted]";

/** An event as somebody sees it who may see none of its sealed fields; each reads as {@link REDACTED}. */
export type Redact = (event: Recorded) => Recorded;

/** Redacts events that were read through the opener of the same catalog. */
export function createRedactor(catalog: EventCatalog): Redact {
  return (event) => {
    const stored = event.stored ?? event;
    const entry = catalog.find(event.type);
    if (entry === undefined || keysIn(stored.data).size === 0) return event;
    return asRead(entry, stored, withSealed(stored.data, REDACTED));
  };
}

function asRead(entry: CatalogEntry, event: Recorded, data: unknown): Recorded {
  const read = upcast(entry, { ...event, data });
  return data === event.data && read.data === data ? event : { ...read, stored: event };
}

/** Whose key, as data keys name it, a field of the event is sealed with. */
type OwnerNamed = (name: KeyName) => string;

/** The keys that open an event's sealed fields; undefined where it has none, or where nothing declares its stream. */
function keysOf(
  catalog: EventCatalog,
  event: Recorded,
): { readonly names: ReadonlySet<KeyName>; readonly ownerNamed: OwnerNamed } | undefined {
  const entry = catalog.find(event.type);
  if (entry === undefined || !mayHoldSealed(entry, event)) return undefined;
  const names = keysIn(event.data);
  const owner = names.size === 0 ? undefined : catalog.ownerOf(event.stream);
  if (owner === undefined) return undefined;
  const { occurredAt } = event.metadata;
  return { names, ownerNamed: (name) => (name === undefined ? owner : retentionOwner(name, occurredAt)) };
}

/** An older version may have sealed fields that the newest no longer has, and its schema is gone: its data is looked through. */
function mayHoldSealed({ seal, definition }: CatalogEntry, { metadata }: Recorded): boolean {
  return seal !== undefined || metadata.schemaVersion !== definition.version;
}
