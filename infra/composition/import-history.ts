/** Reads an exported history back into a service whose log is empty: checked as a whole first, then appended event by event. */
import type { Recorded } from "../../domain/fold/event";
import { boundLines } from "../../read-api/bound-lines";
import { checkExportedHistory, type ExportVerdict } from "../../read-api/check-exported-history";
import { eventOf, exportEvent } from "../../read-api/exported-history";
import type { ExportTrust } from "../../read-api/export-reading";
import type { EventLog } from "../event-log/event-log";
import type { EventCatalog } from "../sealing/event-catalog";
import { MalformedEvent, requireStorageForm } from "../sealing/storage-form";
import { NewerEventVersion, upcast } from "../sealing/upcasting";

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

export interface ImportParts {
  /** The sealed log: what is personal is sealed anew, with this service's keys. */
  readonly log: EventLog;
  readonly catalog: EventCatalog;
}

/** `anchorsLeftOut`: anchors speak of bytes that the other service sealed, and prove nothing of what is sealed here. */
export interface Imported {
  readonly verdict: ExportVerdict;
  readonly appended: number;
  readonly anchorsLeftOut: number;
}

/** `open` gives the file from its beginning, and is asked twice: nothing is appended of a file with a fault. Throws ImportRefused. */
export async function importHistory(
  parts: ImportParts,
  open: () => AsyncIterable<Uint8Array>,
  trust: ExportTrust,
): Promise<Imported> {
  const { log, catalog } = parts;
  if ((await log.head()) > 0)
    throw new ImportRefused("This service's log is not empty. A history is read back into an empty one alone.");
  const verdict = await checkExportedHistory(open(), trust, (event) => void inNewestForm(catalog, event));
  const { fault } = verdict;
  if (fault !== null) throw new ImportRefused(`Line ${fault.line}: ${fault.message} Nothing was read back.`, verdict);
  let [appended, anchorsLeftOut] = [0, 0];
  for await (const events of appends(open())) {
    // Anchors have a stream of their own, so that leaving them out leaves no gap in another's revisions.
    if (events[0].type === "HistoryAnchored") anchorsLeftOut += events.length;
    else appended += await append(parts, events);
  }
  return { verdict, appended, anchorsLeftOut };
}

type Together = readonly [Recorded, ...Recorded[]];

/** Throws ImportRefused where the event is not one that this program would store. */
function inNewestForm(catalog: EventCatalog, event: Recorded): Recorded {
  const entry = catalog.find(event.type);
  if (entry === undefined) throw new ImportRefused(`This program knows no event ${event.type}. Nothing was read back.`);
  try {
    const newest = upcast(entry, event);
    requireStorageForm(event.type, entry.definition.schema, newest.data);
    return newest;
  } catch (error) {
    if (!(error instanceof MalformedEvent || error instanceof NewerEventVersion)) throw error;
    throw new ImportRefused(`${error.message} Nothing was read back.`);
  }
}

/** The events of the file as they were appended: what one command did to a stream comes together. */
async function* appends(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Together> {
  let together: [Recorded, ...Recorded[]] | undefined;
  for await (const { text } of boundLines(chunks)) {
    const line = exportEvent.safeParse(JSON.parse(text));
    if (!line.success) continue;
    const event = eventOf(line.data);
    const goesOn =
      together !== undefined &&
      together[0].stream === event.stream &&
      together[0].metadata.commandId === event.metadata.commandId;
    if (goesOn) together?.push(event);
    else {
      if (together !== undefined) yield together;
      together = [event];
    }
  }
  if (together !== undefined) yield together;
}

async function append({ log, catalog }: ImportParts, together: Together): Promise<number> {
  const [{ stream, revision, metadata }] = together;
  const { commandId } = metadata;
  const events = together.map((event) => {
    const { id, type, data, metadata: kept } = inNewestForm(catalog, event);
    return { id, type, data, metadata: kept };
  });
  const expected = revision === 0 ? "none" : revision - 1;
  const outcome = await log.append({ stream, expected, commandId, events });
  if (outcome.kind === "appended" && !outcome.repeated) return events.length;
  throw new Error(`The log did not take revision ${revision} of ${stream}: somebody else writes to it meanwhile.`);
}
