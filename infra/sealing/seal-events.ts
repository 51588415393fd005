/** Brings events into their storage form: checked against their schema, personal fields sealed with the owner's data key. */
import { parseStreamName } from "../../domain/fold/aggregate";
import type { AppendRequest, NewEvent } from "../event-log/event-log";
import type { DataKeys } from "./data-keys";
import type { CatalogEntry, EventCatalog } from "./event-catalog";
import { MalformedEvent, requireStorageForm } from "./storage-form";

/** Gives a request's events as the log stores them, or `erased` where the owner's data key was destroyed. */
export function createSealing(catalog: EventCatalog, dataKeys: DataKeys) {
  return async ({ stream, events }: AppendRequest): Promise<readonly NewEvent[] | "erased"> => {
    const checked = events.map((event) => ({ event, seal: checkedEntry(catalog, stream, event).seal }));
    if (checked.every(({ seal }) => seal === undefined)) return events;
    const key = await dataKeys.keyFor(declaredOwner(catalog, stream));
    if (key === "destroyed") return "erased";
    return checked.map(({ event, seal }) =>
      seal === undefined ? event : { ...event, data: seal(event.data, { key, eventId: event.id }) },
    );
  };
}

function checkedEntry(catalog: EventCatalog, stream: string, { type, data, metadata }: NewEvent): CatalogEntry {
  const entry = catalog.find(type);
  const { category } = parseStreamName(stream);
  if (entry === undefined) throw new MalformedEvent(`No aggregate declares the event ${type}.`);
  if (entry.category !== category) {
    throw new MalformedEvent(`The event ${type} belongs to "${entry.category}" streams, not to ${stream}.`);
  }
  const { version, schema } = entry.definition;
  if (metadata.schemaVersion !== version) {
    throw new MalformedEvent(
      `The event ${type} says schema version ${metadata.schemaVersion}; appended is only ${version}.`,
    );
  }
  requireStorageForm(type, schema, data);
  return entry;
}

function declaredOwner(catalog: EventCatalog, stream: string): string {
  const owner = catalog.ownerOf(stream);
  if (owner === undefined) throw new MalformedEvent(`No aggregate declares the streams of ${stream}.`);
  return owner;
}
