/** A sealed field's form in stored data, `{ "$sealed": "v1.…" }`: bound to its event and to its place in it. */
import { ERASED } from "../../domain/fold/personal";
import type { DataKey } from "./data-keys";
import { openBytes, sealBytes } from "./secret-box";

const SEALED = "$sealed";

/** The way from an event's data to a field: names of members and indexes of items. */
export type Path = readonly string[];

/** With what, and for which event, fields are sealed. */
export interface Sealing {
  readonly key: Buffer;
  readonly eventId: string;
}

/** A field's sealed form. */
export function sealField(value: string, path: Path, { key, eventId }: Sealing): unknown {
  return { [SEALED]: sealBytes(key, Buffer.from(value, "utf8"), purposeOf(eventId, path)) };
}

/** Whether a value holds a sealed field anywhere. */
export function holdsSealed(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsSealed);
  if (!isFields(value)) return false;
  return SEALED in value || Object.values(value).some(holdsSealed);
}

/** The value with every sealed field opened, or {@link ERASED} in its place where the key was destroyed. */
export function openSealed(value: unknown, eventId: string, key: DataKey | undefined, path: Path = []): unknown {
  if (Array.isArray(value)) return value.map((one, index) => openSealed(one, eventId, key, [...path, String(index)]));
  if (!isFields(value)) return value;
  const sealed = value[SEALED];
  if (typeof sealed === "string") return openField(sealed, eventId, key, path);
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([name, one]) => [name, openSealed(one, eventId, key, [...path, name])]));
}

function openField(sealed: string, eventId: string, key: DataKey | undefined, path: Path): string {
  if (key === "destroyed") return ERASED;
  if (key === undefined) throw new Error(`The data key for ${path.join(".")} of event ${eventId} is missing.`);
  return openBytes(key, sealed, purposeOf(eventId, path)).toString("utf8");
}

const purposeOf = (eventId: string, path: Path) => JSON.stringify([eventId, ...path]);

/** Whether a value is a JSON object. */
export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
