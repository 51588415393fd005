/**
 * A sealed field's form in stored data, `{ "$sealed": "v1.…" }`: bound to its event and to its place in it. One that is kept
 * for a while only names its retention, `{ "$sealed": "v1.…", "$retained": "review_text" }`.
 */
import { ERASED } from "../../domain/fold/personal";
import type { DataKey } from "./data-keys";
import { openBytes, sealBytes } from "./secret-box";

/** A member name that stored data may not have, since it means a sealed field. */
export const SEALED = "$sealed";
const RETAINED = "$retained";

/** The way from an event's data to a field: names of members and indexes of items. */
export type Path = readonly string[];

/** Which of an event's keys seals a field: that of a retention, or the owner's where it is undefined. */
export type KeyName = string | undefined;

/** With what, and for which event, fields are sealed. */
export interface Sealing {
  readonly keys: ReadonlyMap<KeyName, Buffer>;
  readonly eventId: string;
}

/** A field's sealed form. */
export function sealField(value: string, path: Path, retention: KeyName, { keys, eventId }: Sealing): unknown {
  const key = keys.get(retention);
  if (key === undefined) throw new Error(`There is no data key for ${path.join(".")} of event ${eventId}.`);
  const sealed = { [SEALED]: sealBytes(key, Buffer.from(value, "utf8"), purposeOf(eventId, path)) };
  return retention === undefined ? sealed : { ...sealed, [RETAINED]: retention };
}

/** The keys with which a value's fields are sealed; none where nothing in it is. */
export function keysIn(value: unknown, found: Set<KeyName> = new Set()): ReadonlySet<KeyName> {
  if (Array.isArray(value)) for (const one of value) keysIn(one, found);
  else if (isFields(value)) {
    if (typeof value[SEALED] === "string") found.add(retentionIn(value));
    else for (const one of Object.values(value)) keysIn(one, found);
  }
  return found;
}

/** The value with this text in the place of every sealed field. */
export function withSealed(value: unknown, text: string): unknown {
  if (Array.isArray(value)) return value.map((one) => withSealed(one, text));
  if (!isFields(value)) return value;
  if (typeof value[SEALED] === "string") return text;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withSealed(one, text)]));
}

/** The value with every sealed field opened, or {@link ERASED} in its place where its key was destroyed. */
export function openSealed(
  value: unknown,
  eventId: string,
  keyOf: (name: KeyName) => DataKey | undefined,
  path: Path = [],
): unknown {
  if (Array.isArray(value)) return value.map((one, index) => openSealed(one, eventId, keyOf, [...path, String(index)]));
  if (!isFields(value)) return value;
  const sealed = value[SEALED];
  if (typeof sealed === "string") return openField(sealed, eventId, keyOf(retentionIn(value)), path);
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([name, one]) => [name, openSealed(one, eventId, keyOf, [...path, name])]));
}

function retentionIn(field: Readonly<Record<string, unknown>>): KeyName {
  const retention = field[RETAINED];
  return typeof retention === "string" ? retention : undefined;
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
