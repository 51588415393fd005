/** Brings stored events into the form that the program knows: sealed fields open, data in the newest schema version. */
import type { Recorded } from "../../domain/fold/event";
import type { DataKey, DataKeys } from "./data-keys";
import type { CatalogEntry, EventCatalog } from "./event-catalog";
import { holdsSealed, openSealed } from "./sealed-fields";
import { upcast } from "./upcasting";

/** Opens a page of events, with at most one query for all the keys that it needs. */
export function createOpener(catalog: EventCatalog, dataKeys: DataKeys) {
  return async (events: readonly Recorded[]): Promise<readonly Recorded[]> => {
    const owners = new Map<Recorded, string>();
    for (const event of events) {
      const owner = ownerOfSealed(catalog, event);
      if (owner !== undefined) owners.set(event, owner);
    }
    const keys = owners.size === 0 ? new Map<string, DataKey>() : await dataKeys.openingKeys(owners.values());
    return events.map((event) => {
      const owner = owners.get(event);
      const entry = catalog.find(event.type);
      const data = owner === undefined ? event.data : openSealed(event.data, event.id, keys.get(owner));
      return entry === undefined ? event : upcast(entry, { ...event, data });
    });
  };
}

/** Whose key opens an event's sealed fields; undefined where it has none, or where nothing declares its stream. */
function ownerOfSealed(catalog: EventCatalog, event: Recorded): string | undefined {
  const entry = catalog.find(event.type);
  if (entry === undefined || !mayHoldSealed(entry, event) || !holdsSealed(event.data)) return undefined;
  return catalog.ownerOf(event.stream);
}

/** An older version may have sealed fields that the newest no longer has, and its schema is gone: its data is looked through. */
function mayHoldSealed({ seal, definition }: CatalogEntry, { metadata }: Recorded): boolean {
  return seal !== undefined || metadata.schemaVersion !== definition.version;
}
