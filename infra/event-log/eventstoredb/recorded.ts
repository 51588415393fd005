/** Tells our events from everybody else's, and reads ours back as they were written. */
import type { EventMetadata, Recorded } from "../../../domain/fold/event";
import type { WireEvent } from "./wire";

const TEXTS = ["commandId", "correlationId", "causationId", "occurredAt"] as const;

/** The event as the port gives it; undefined where it does not carry this service's metadata. */
export function recordedOf(event: WireEvent): Recorded | undefined {
  return recordedWith(event, parse(event.metadata));
}

/** For who has parsed the metadata, and wants to know more of them. */
export function recordedWith(event: WireEvent, said: unknown): Recorded | undefined {
  if (isSystem(event) || !event.isJson) return undefined;
  const metadata = ownMetadata(said);
  const data = parse(event.data);
  if (metadata === undefined || data === undefined) return undefined;
  const { id, type, stream, revision, position } = event;
  return { id, type, data, metadata, stream, revision, position };
}

export function isSystem(event: WireEvent): boolean {
  return event.type.startsWith("$") || event.stream.startsWith("$");
}

/** The id of the command that appended an event, also where its metadata names another one. */
export function commandOf(event: WireEvent): string | undefined {
  const metadata = parse(event.metadata);
  if (typeof metadata !== "object" || metadata === null) return undefined;
  const command: unknown = Reflect.get(metadata, "$commandId") ?? Reflect.get(metadata, "commandId");
  return typeof command === "string" ? command : undefined;
}

/** Which append wrote an event. */
export function appendOf(event: WireEvent): unknown {
  const metadata = parse(event.metadata);
  return typeof metadata === "object" && metadata !== null ? Reflect.get(metadata, "$appendId") : undefined;
}

/** Undefined where the bytes are no JSON; JSON itself has no undefined. */
export function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function ownMetadata(value: unknown): EventMetadata | undefined {
  if (!isOwn(value)) return undefined;
  const own = Object.entries(value).filter(([name]) => !name.startsWith("$"));
  return Object.fromEntries(own) as unknown as EventMetadata;
}

function isOwn(value: unknown): value is EventMetadata {
  if (typeof value !== "object" || value === null) return false;
  const fact = (name: keyof EventMetadata): unknown => Reflect.get(value, name);
  const actor = fact("actor");
  return (
    TEXTS.every((name) => typeof fact(name) === "string") &&
    typeof fact("schemaVersion") === "number" &&
    typeof actor === "object" &&
    actor !== null
  );
}
