/** Brings events into their storage form: checked against their schema, personal fields sealed with the data keys they fall to. */
import { parseStreamName } from "../../domain/fold/aggregate";
import type { AppendRequest, NewEvent } from "../event-log/event-log";
import type { DataKeys } from "./data-keys";
import type { CatalogEntry, EventCatalog } from "./event-catalog";
import { retentionOwner } from "./retention-keys";
import type { KeyName } from "./sealed-fields";
import { MalformedEvent, requireStorageForm } from "./storage-form";

/** The day on which an event says that it occurred is over for good: what was kept of it has been forgotten. */
export class RetentionOver extends Error {
  override readonly name = "RetentionOver";

  /** `day` as `YYYY-MM-DD`. */
  constructor(
    message: string,
    readonly day: string,
  ) {
    super(message);
  }
}

/**
 * Gives a request's events as the log stores them, or `erased` where the owner's data key was destroyed. Throws
 * RetentionOver where a retention's key for the day of an event was: events occur now, so a clock is wrong by days.
 */
export function createSealing(catalog: EventCatalog, dataKeys: DataKeys) {
  return async ({ stream, events }: AppendRequest): Promise<readonly NewEvent[] | "erased"> => {
    const checked = events.map((event) => ({ event, ...checkedEntry(catalog, stream, event) }));
    if (checked.every(({ seal }) => seal === undefined)) return events;
    const key = await dataKeys.keyFor(declaredOwner(catalog, stream));
    if (key === "destroyed") return "erased";
    const sealed: NewEvent[] = [];
    for (const { event, seal, retentions } of checked) {
      const keys = new Map<KeyName, Buffer>([[undefined, key]]);
      for (const retention of retentions) keys.set(retention, await retentionKey(dataKeys, retention, event));
      sealed.push(seal === undefined ? event : { ...event, data: seal(event.data, { keys, eventId: event.id }) });
    }
    return sealed;
  };
}

async function retentionKey(dataKeys: DataKeys, retention: string, { type, metadata }: NewEvent): Promise<Buffer> {
  const owner = retentionOwner(retention, metadata.occurredAt);
  const key = await dataKeys.keyFor(owner);
  if (key !== "destroyed") return key;
  throw new RetentionOver(
    `The event ${type} says that it occurred at ${metadata.occurredAt}, but the key ${owner} has been destroyed: the retention of that day is over. Is this machine's clock right?`,
    metadata.occurredAt.slice(0, 10),
  );
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
