/** Whether this service's log would take an exported history: asked of every event before any is appended. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { anchors } from "../../../domain/anchors";
import { parseStreamName } from "../../../domain/fold/aggregate";
import { actorKinds, type Recorded } from "../../../domain/fold/event";
import type { BoundLine } from "../../../read-api/audit/bound-lines";
import type { ExportVerdict } from "../../../read-api/audit/check-exported-history";
import type { EventCatalog } from "../../sealing/event-catalog";
import { requireStorageForm } from "../../sealing/storage-form";
import { upcast } from "../../sealing/upcasting";

/** Nothing was read back; the message says why. */
export class ImportRefused extends Error {
  override readonly name = "ImportRefused";

  constructor(
    message: string,
    readonly verdict?: ExportVerdict,
  ) {
    super(message);
  }
}

/** The log's indexes hold no longer ones. */
const STREAM_CHARACTERS_MAX = 2_500;
const ID_CHARACTERS_MAX = 500;
/** As databases write one: in other letters it would come back as another. */
const EVENT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const id = z.string().max(ID_CHARACTERS_MAX);
const metadataSchema = z.object({
  businessId: id.optional(),
  actor: z.object({ kind: z.enum(actorKinds), id }),
  commandId: id,
  correlationId: id,
  causationId: id,
  occurredAt: z.iso.datetime({ precision: 3 }),
  schemaVersion: z.number(),
});

/** Anchors have a stream of their own, so that leaving them out leaves no gap in another's revisions. */
export const isAnchor = ({ type }: Pick<Recorded, "type">): boolean => type in anchors.events;

/** What a line is, and every byte before it: the same line in a file that was changed meanwhile gives another. */
export const markOf = ({ text, before }: BoundLine): string =>
  createHash("sha256").update(before).update(text).digest("base64");

/** Takes the events of a file in their order, each found to be of the history's own streams or of a place that it watched. */
export class ImportCheck {
  /** Of each event's line. */
  readonly marks: string[] = [];
  readonly #ids = new Set<string>();
  readonly #appends = new Set<string>();
  #append: string | undefined;
  #businessId: string | undefined;

  constructor(private readonly catalog: EventCatalog) {}

  /** Throws ImportRefused. */
  take(event: Recorded, line: BoundLine): void {
    this.marks.push(markOf(line));
    const fault = this.#faultOf(event);
    if (fault !== undefined) throw new ImportRefused(`${fault} Nothing was read back.`);
  }

  #faultOf(event: Recorded): string | undefined {
    try {
      const { data, metadata } = inNewestForm(this.catalog, event);
      if (isAnchor(event)) return undefined;
      requireStorageForm(`${event.type}, as to its metadata,`, metadataSchema, metadata);
      return this.#foreign(event, data as Record<string, unknown>) ?? this.#doubled(event);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Of another business, or of another place, than the stream in which it stands. */
  #foreign({ type, stream, metadata }: Recorded, data: Record<string, unknown>): string | undefined {
    const { category, owner } = parseStreamName(stream);
    const [member, own] = category === "place" ? ["placeId", owner] : ["businessId", (this.#businessId ??= owner)];
    if (stream.length > STREAM_CHARACTERS_MAX) return "The name of a stream is longer than the log holds.";
    const said = data[member] ?? own;
    if (said !== own) return `An event ${type} in ${stream} speaks of ${JSON.stringify(said)}.`;
    const { businessId = this.#businessId } = metadata;
    return businessId === this.#businessId
      ? undefined
      : `An event ${type} in ${stream} is of the business ${JSON.stringify(businessId)}.`;
  }

  /** What the log would take for a repetition. */
  #doubled({ id: eventId, type, stream, metadata: { commandId } }: Recorded): string | undefined {
    if (!EVENT_ID.test(eventId)) return `An event ${type} has no id that the log takes.`;
    if (this.#ids.has(eventId)) return `Two events have the id ${eventId}.`;
    this.#ids.add(eventId);
    const append = `${stream} ${commandId}`;
    if (append === this.#append) return undefined;
    if (this.#appends.has(append)) return `What the command ${commandId} did in ${stream} stands in two places.`;
    this.#append = append;
    this.#appends.add(append);
    return undefined;
  }
}

/** As this program stores it. Throws an Error with a sentence where it would not. */
export function inNewestForm(catalog: EventCatalog, event: Recorded): Recorded {
  const { type, stream } = event;
  const entry = catalog.find(type);
  if (entry === undefined) throw new Error(`This program knows no event ${type}.`);
  if (entry.category !== parseStreamName(stream).category)
    throw new Error(`The event ${type} belongs to "${entry.category}" streams, not to ${stream}.`);
  const newest = upcast(entry, event);
  requireStorageForm(type, entry.definition.schema, newest.data);
  return newest;
}
