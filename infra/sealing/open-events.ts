/** Brings stored events into the form that the program knows: sealed fields open, data in the newest schema version. */
import type { Recorded } from "../../domain/fold/event";
import type { DataKey, DataKeys } from "./data-keys";
import type { CatalogEntry, EventCatalog } from "./event-catalog";
import { createLatelyOpened } from "./lately-opened";
import { retentionOwner } from "./retention-keys";
import { keysIn, openSealed, withSealed, type KeyName } from "./sealed-fields";
import { upcast } from "./upcasting";

export interface Opening {
  /** The id of an event that is left as it is stored. */
  readonly known?: string | undefined;
  /** Others are about to be given the same events: they are opened once for all of them. */
  readonly shared?: boolean;
}

/** Opens a page of events, with at most one query for all the keys that it needs. */
export function createOpener(catalog: EventCatalog, dataKeys: DataKeys) {
  const latelyOpened = createLatelyOpened();
  return async (events: readonly Recorded[], { known, shared = false }: Opening = {}): Promise<readonly Recorded[]> => {
    const sealed = new Map<Recorded, SealedWith>();
    const owners = new Set<string>();
    for (const event of events) {
      const used = event.id === known ? undefined : keysOf(catalog, event);
      if (used === undefined) continue;
      sealed.set(event, used);
      for (const name of used.names) owners.add(used.ownerNamed(name));
    }
    const keys = owners.size === 0 ? new Map<string, DataKey>() : await dataKeys.openingKeys(owners);
    return events.map((event) => {
      const entry = catalog.find(event.type);
      if (entry === undefined || event.id === known) return event;
      const used = sealed.get(event);
      if (used === undefined) return asRead(entry, event, event.data);
      const keyNamed = (name: KeyName) => keys.get(used.ownerNamed(name));
      const open = () => asRead(entry, event, openSealed(event.data, event.id, keyNamed));
      return shared ? latelyOpened(event, [...used.names].map(keyNamed), open) : open();
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

interface SealedWith {
  readonly names: ReadonlySet<KeyName>;
  readonly ownerNamed: OwnerNamed;
}

/** The keys that open an event's sealed fields; undefined where it has none, or where nothing declares its stream. */
function keysOf(catalog: EventCatalog, event: Recorded): SealedWith | undefined {
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
