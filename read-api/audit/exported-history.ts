/** The form of an exported history: a header, a line for each event, each bound to every byte before it, and a signed manifest. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { canonicalJson } from "../../domain/fold/event-digest";
import type { EventMetadata, Recorded } from "../../domain/fold/event";
import { historyEvent, historyEventOf } from "./business-history";
import { proofFault, publishedKey } from "./history-proof-view";

export const EXPORT_FORMAT = "business-history/1";

/** A key that is well enough formed to be asked. */
export const publicKeySchema = publishedKey.extend({ x: publishedKey.shape.x.regex(/^[A-Za-z0-9_-]{43}$/) });
export type PublicKey = z.output<typeof publicKeySchema>;

/**
 * `position` is where the log ended when the export began: nothing after it is in the file. `publicKey` says with which key
 * the file is signed; who that is says only a key that the reader knows already.
 */
export const exportHeader = z.strictObject({
  kind: z.literal("header"),
  format: z.literal(EXPORT_FORMAT),
  businessId: z.string(),
  position: z.number().int(),
  exportedAt: z.iso.datetime(),
  publicKey: publicKeySchema,
});
export type ExportHeader = z.output<typeof exportHeader>;

/**
 * One event: of the business's history (`event`), or of a place that it watched (`place-event`). `n` numbers the lines, the
 * header being 0; `before` is the SHA-256, in hex, over all bytes before the line. `data` is open and in the newest schema
 * version; `stored` is what the log holds in its place, sealed and as it was written, absent where that is the same.
 */
export const exportEvent = z.strictObject({
  kind: z.enum(["event", "place-event"]),
  n: z.number().int(),
  before: z.string(),
  ...historyEvent.shape,
  businessId: z.string().optional().describe("The business that the event concerns, as its metadata say."),
  stored: z.strictObject({ data: z.record(z.string(), z.unknown()), schemaVersion: z.number().int() }).optional(),
});
export type ExportEvent = z.output<typeof exportEvent>;

/** What the service found when it proved the history right before; counts and head as a proof has them. */
export const exportProof = z.strictObject({
  whole: z.boolean(),
  events: z.number().int(),
  head: z.string(),
  fault: proofFault.nullable(),
});
export type ExportProof = z.output<typeof exportProof>;

/**
 * What the file holds, under the service's signature. `head` is that of the business's chain, `digest` the SHA-256 over all
 * bytes before this line. `proof` is null where whoever exported had nothing to prove the history with.
 */
export const exportManifest = z.strictObject({
  kind: z.literal("manifest"),
  businessId: z.string(),
  events: z.number().int(),
  placeEvents: z.number().int(),
  firstPosition: z.number().int(),
  lastPosition: z.number().int(),
  head: z.string(),
  digest: z.string(),
  proof: exportProof.nullable(),
  exportedAt: z.iso.datetime(),
  keyId: z.string(),
  signature: z.string(),
});
export type ExportManifest = z.output<typeof exportManifest>;

/** What the manifest's signature is over: the canonical JSON of all its members but the signature. */
export function manifestText({
  signature: _signature,
  ...said
}: Omit<ExportManifest, "signature"> & { signature?: string }) {
  return canonicalJson(said);
}

export function exportEventOf(event: Recorded, place: Pick<ExportEvent, "kind" | "n" | "before">): ExportEvent {
  const { stored, metadata } = event;
  return {
    ...place,
    ...historyEventOf(event),
    ...(metadata.businessId === undefined ? {} : { businessId: metadata.businessId }),
    ...(stored === undefined
      ? {}
      : { stored: { data: stored.data as Record<string, unknown>, schemaVersion: stored.metadata.schemaVersion } }),
  };
}

/** The event of a line as a reader of the log has it, with its stored form where that differs. */
export function eventOf(line: ExportEvent): Recorded {
  const { id, type, stream, revision, position, data, schemaVersion, stored } = line;
  const event = { id, type, stream, revision, position, data, metadata: metadataOf(line, schemaVersion) };
  if (stored === undefined) return event;
  return { ...event, stored: { ...event, data: stored.data, metadata: metadataOf(line, stored.schemaVersion) } };
}

function metadataOf(line: ExportEvent, schemaVersion: number): EventMetadata {
  const { businessId, actor, commandId, correlationId, causationId, occurredAt } = line;
  return {
    ...(businessId === undefined ? {} : { businessId }),
    actor: actor as EventMetadata["actor"],
    commandId,
    correlationId,
    causationId,
    occurredAt,
    schemaVersion,
  };
}

/** The SHA-256 over what was added so far, to be asked for at any time. */
export class RunningDigest {
  readonly #hash = createHash("sha256");

  add(bytes: string | Uint8Array): void {
    this.#hash.update(bytes);
  }

  get hex(): string {
    return this.#hash.copy().digest("hex");
  }
}
