/** Lifts stored data to the newest version of its schema, one version at a time. */
import type { EventDefinition, Recorded } from "../../domain/fold/event";
import type { CatalogEntry } from "./event-catalog";
import { isFields } from "./sealed-fields";

/** An event in a storage format that only a newer program understands. */
export class NewerEventVersion extends Error {
  override readonly name = "NewerEventVersion";
}

/** The event in its newest version. Throws where the way from its version to the newest has a gap. */
export function upcast({ type, definition }: CatalogEntry, event: Recorded): Recorded {
  const stored = event.metadata.schemaVersion;
  if (stored === definition.version) return event;
  if (stored > definition.version) {
    throw new NewerEventVersion(
      `The event ${type} at position ${event.position} has schema version ${stored}; this program knows ${definition.version}.`,
    );
  }
  if (!isFields(event.data)) throw new Error(`The event ${type} at position ${event.position} holds no object.`);
  const data = lifted(type, definition, stored, { ...event.data });
  return { ...event, data, metadata: { ...event.metadata, schemaVersion: definition.version } };
}

function lifted(
  type: string,
  { version, upcasters }: EventDefinition,
  stored: number,
  data: Record<string, unknown>,
): Record<string, unknown> {
  let current = data;
  for (let from = stored; from < version; from += 1) {
    const step = upcasters[from];
    if (step === undefined) throw new Error(`The event ${type} has no upcaster from schema version ${from}.`);
    current = step(current);
  }
  return current;
}
