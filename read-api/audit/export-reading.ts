/** Reads an exported history line by line, and stops with a fault at the first one that is not as it was written. */
import type { Recorded } from "../../domain/fold/event";
import { GENESIS } from "../../domain/fold/event-digest";
import type { BoundLine } from "./bound-lines";
import { ExportBody } from "./export-body";
import { faulty, type ExportFault } from "./export-faults";
import {
  exportEvent,
  exportHeader,
  exportManifest,
  manifestText,
  type ExportEvent,
  type ExportManifest,
  type ExportProof,
  type PublicKey,
} from "./exported-history";

/** Whom the reader trusts. Without keys the file's own is taken: nobody altered it then who could not sign it anew. */
export interface ExportTrust {
  readonly isSigned: (text: string, signature: string, key: PublicKey) => boolean;
  readonly keys?: readonly PublicKey[];
}

export class ExportReading {
  #at = -1;
  #body: ExportBody | undefined;
  #key: PublicKey | undefined;
  #last: ExportEvent | null = null;
  #manifest: ExportManifest | undefined;

  constructor(private readonly trust: ExportTrust) {}

  /** The event of the line, where it is one. Throws Faulty. */
  take({ text, before, ended }: BoundLine): Recorded | undefined {
    this.#at += 1;
    const said = asJson(text);
    if (this.#manifest !== undefined) throw faulty("inserted", this.#at, "Something follows the manifest.");
    if (said === undefined && !ended) throw faulty("truncated", this.#at, "The file ends in the middle of a line.");
    if (this.#body === undefined) {
      this.#body = this.#begin(said);
      return undefined;
    }
    const manifest = exportManifest.safeParse(said);
    if (manifest.success) {
      this.#close(this.#body, manifest.data, before);
      return undefined;
    }
    const line = exportEvent.safeParse(said);
    if (!line.success) throw faulty("altered", this.#at, "This is no line of an exported history.", namedIn(said));
    return this.#event(this.#body, line.data, before);
  }

  /** Throws Faulty where the file ends before its manifest, or where that was not signed by whom it should be. */
  end(): void {
    const manifest = this.#manifest;
    if (manifest === undefined || this.#key === undefined)
      throw faulty("truncated", Math.max(0, this.#at), "The file ends without a manifest: it is not whole.");
    if (!this.trust.isSigned(manifestText(manifest), manifest.signature, this.#key))
      throw faulty("manifest_forged", this.#at, `The manifest is not signed with the key ${this.#key.kid}.`);
    if (manifest.proof !== null && !manifest.proof.whole) throw this.#notWhole(manifest.proof);
  }

  #notWhole({ events, fault }: ExportProof) {
    const { kind, message, eventId: id, type } = fault ?? { kind: "unknown", message: "", eventId: null, type: null };
    const said =
      `The history was not whole when it was exported: after ${events} events, ${kind}. ${message}`.trimEnd();
    return faulty("not_whole", this.#at, said, id === null || type === null ? null : { id, type });
  }

  sum() {
    const { header, counts, head = GENESIS, anchors = 0 } = this.#body ?? {};
    return {
      businessId: header?.businessId ?? null,
      events: counts?.event ?? 0,
      placeEvents: counts?.["place-event"] ?? 0,
      head,
      anchors,
      exportedAt: header?.exportedAt ?? null,
      keyId: header?.publicKey.kid ?? null,
    };
  }

  /** What a missing line turns out to be, now that another one is seen after it: moved, where that is the one. */
  placed(missing: ExportFault, text: string, at: number): ExportFault {
    const line = exportEvent.safeParse(asJson(text));
    if (!line.success || line.data.n !== missing.line - 1) return missing;
    const { id: eventId, type } = line.data;
    const message = `Line ${missing.line} has been moved: it stands in line ${at + 1}.`;
    return { ...missing, kind: "moved", eventId, type, message };
  }

  #begin(said: unknown): ExportBody {
    const header = exportHeader.safeParse(said);
    if (!header.success) throw faulty("altered", this.#at, "The file does not begin as an exported history does.");
    const { isSigned, keys = [header.data.publicKey] } = this.trust;
    const { kid } = header.data.publicKey;
    const key = keys.find((one) => one.kid === kid);
    if (key === undefined)
      throw faulty(
        "manifest_forged",
        this.#at,
        `The file says to be signed with the key ${kid}, which is none of those given.`,
      );
    this.#key = key;
    return new ExportBody(header.data, (text, signature, keyId) => keyId === kid && isSigned(text, signature, key));
  }

  #event(body: ExportBody, line: ExportEvent, before: string): Recorded {
    const at = this.#at;
    if (line.n > at) throw faulty("removed", at, `Line ${at + 1} is missing: line ${line.n + 1} stands in its place.`);
    if (line.n < at) throw faulty("inserted", at, "This line is one too many: its number was there before.", line);
    this.#bound(line.before, before);
    const event = body.take(line, at);
    this.#last = line;
    return event;
  }

  #close(body: ExportBody, manifest: ExportManifest, before: string): void {
    // What the manifest counts tells more of a line that is missing than the digest does.
    const counted = body.counts.event + body.counts["place-event"] === manifest.events + manifest.placeEvents;
    if (counted) this.#bound(manifest.digest, before);
    body.hold(manifest, this.#at);
    this.#manifest = manifest;
  }

  /** Where the bytes before a line are not those that it names, the line before was altered. */
  #bound(said: string, is: string): void {
    const message = "This line is not as it was written, or what the next one says of it is not.";
    if (said !== is) throw faulty("altered", this.#at - 1, message, this.#last);
  }
}

/** Undefined where it is none. */
function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function namedIn(said: unknown): { readonly id: string; readonly type: string } | null {
  const named = exportEvent.pick({ id: true, type: true }).loose().safeParse(said);
  return named.success ? named.data : null;
}
