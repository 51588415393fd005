/** Reads an exported history back into a service whose log is empty: checked as a whole first, then appended event by event. */
import type { Recorded } from "../../../domain/fold/event";
import { boundLines } from "../../../read-api/audit/bound-lines";
import { checkExportedHistory, type ExportVerdict } from "../../../read-api/audit/check-exported-history";
import { eventOf, exportEvent } from "../../../read-api/audit/exported-history";
import type { ExportTrust } from "../../../read-api/audit/export-reading";
import type { EventLog } from "../../event-log/event-log";
import type { EventCatalog } from "../../sealing/event-catalog";
import { ImportCheck, ImportRefused, inNewestForm, isAnchor, markOf } from "./import-check";

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

/**
 * `open` gives the file from its beginning, and is asked twice: nothing is appended of a file with a fault, and no line that
 * is not the one that was checked. Throws ImportRefused, or another Error where part of it was appended.
 */
export async function importHistory(
  parts: ImportParts,
  open: () => AsyncIterable<Uint8Array>,
  trust: ExportTrust,
): Promise<Imported> {
  const { log, catalog } = parts;
  if ((await log.head()) > 0)
    throw new ImportRefused("This service's log is not empty. A history is read back into an empty one alone.");
  const check = new ImportCheck(catalog);
  const verdict = await checkExportedHistory(open(), trust, (event, line) => check.take(event, line));
  const { fault } = verdict;
  if (fault !== null) throw new ImportRefused(`Line ${fault.line}: ${fault.message} Nothing was read back.`, verdict);
  let [appended, anchorsLeftOut] = [0, 0];
  try {
    for await (const events of appends(open(), check.marks)) {
      if (isAnchor(events[0])) anchorsLeftOut += events.length;
      else appended += await append(parts, events);
    }
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    if (error instanceof FileChanged && appended === 0) throw new ImportRefused(`${sentence} Nothing was read back.`);
    const before = `${appended} of ${check.marks.length} events had been read back before: begin again with an empty log.`;
    throw new Error(`${sentence} ${before}`, { cause: error });
  }
  return { verdict, appended, anchorsLeftOut };
}

class FileChanged extends Error {
  override readonly name = "FileChanged";

  constructor() {
    super("The file is not the one any more that was checked.");
  }
}

type Together = readonly [Recorded, ...Recorded[]];

/**
 * The events of the file as they were appended: what one command did to a stream comes together. Each line is held against
 * the mark of when it was checked. Throws FileChanged.
 */
async function* appends(chunks: AsyncIterable<Uint8Array>, marks: readonly string[]): AsyncGenerator<Together> {
  const [first, manifest] = [1, marks.length + 1];
  let together: [Recorded, ...Recorded[]] | undefined;
  let at = -1;
  for await (const line of boundLines(chunks)) {
    at += 1;
    if (at < first || at >= manifest) continue;
    if (markOf(line) !== marks[at - first]) throw new FileChanged();
    const event = eventOf(exportEvent.parse(JSON.parse(line.text)));
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
  if (at !== manifest) throw new FileChanged();
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
