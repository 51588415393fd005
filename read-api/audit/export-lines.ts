/** A business's history with the places it watched, line by line as it is exported; memory does not grow with its length. */
import { chainedStreams, historyStreams, watchedStream } from "../../domain/business-streams";
import type { Recorded } from "../../domain/fold/event";
import { chained, eventDigest, GENESIS } from "../../domain/fold/event-digest";
import type { Services } from "../../infra/http/services";
import {
  EXPORT_FORMAT,
  exportEventOf,
  manifestText,
  RunningDigest,
  type ExportEvent,
  type ExportProof,
} from "./exported-history";
import { keptHistory } from "./kept-history";

export type ExportSources = Pick<Services, "log" | "attestor">;

/**
 * What the log holds at its beginning is exported, however long it takes, with what the proof before found: an auditor needs
 * the history that is not whole above all. Throws where what was proven is not what is exported, and where the business is erased meanwhile: a
 * file without its manifest, which is the last line, is recognizably not whole.
 */
export async function* exportLines(
  { log, attestor }: ExportSources,
  businessId: string,
  exportedAt: string,
  proof: ExportProof | null = null,
): AsyncGenerator<string> {
  const position = await log.head();
  const { kty, crv, x, kid } = attestor.publicKey;
  const file = new Written();
  const publicKey = { kty, crv, x, kid };
  yield file.line({ kind: "header", format: EXPORT_FORMAT, businessId, position, exportedAt, publicKey });
  const history = new HistorySum(businessId, proof);
  const watched = new Set<string>();
  for await (const event of keptHistory(log, historyStreams(businessId), position)) {
    history.add(event);
    const place = watchedStream(event);
    if (place !== undefined) watched.add(place);
    yield file.event("event", event);
  }
  for await (const event of keptHistory(log, [...watched], position)) yield file.event("place-event", event);
  for (const stream of history.streams)
    if ((await log.readStream(stream, { limit: 1 })).length === 0)
      throw new Error(`The business ${businessId} was erased while its history was exported.`);
  const manifest = {
    kind: "manifest" as const,
    businessId,
    ...history.sum(),
    placeEvents: file.events["place-event"],
    digest: file.digest,
    proof: proof === null ? null : { whole: proof.whole, events: proof.events, head: proof.head, fault: proof.fault },
    exportedAt,
    keyId: kid,
  };
  yield file.line({ ...manifest, signature: attestor.sign(manifestText(manifest)) });
}

/** The file as far as it was written. */
class Written {
  readonly events = { event: 0, "place-event": 0 };
  readonly #digest = new RunningDigest();

  get digest(): string {
    return this.#digest.hex;
  }

  line(said: object): string {
    const line = `${JSON.stringify(said)}\n`;
    this.#digest.add(line);
    return line;
  }

  event(kind: ExportEvent["kind"], event: Recorded): string {
    this.events[kind] += 1;
    const n = this.events.event + this.events["place-event"];
    return this.line(exportEventOf(event, { kind, n, before: this.digest }));
  }
}

/** What the manifest tells of the business's own events. */
class HistorySum {
  readonly streams = new Set<string>();
  readonly #chained: ReadonlySet<string>;
  #events = 0;
  #head = GENESIS;
  #first: number | undefined;
  #last = 0;
  #chainedEvents = 0;
  #provenHead: string | undefined;

  constructor(
    private readonly businessId: string,
    private readonly proof: ExportProof | null,
  ) {
    this.#chained = new Set(chainedStreams(businessId));
    if (proof?.events === 0) this.#provenHead = GENESIS;
  }

  add(event: Recorded): void {
    this.streams.add(event.stream);
    this.#events += 1;
    this.#first ??= event.position;
    this.#last = event.position;
    if (!this.#chained.has(event.stream)) return;
    this.#head = chained(this.#head, eventDigest(event));
    this.#chainedEvents += 1;
    if (this.#chainedEvents === this.proof?.events) this.#provenHead = this.#head;
  }

  sum() {
    if (this.#first === undefined) throw new Error(`There is nothing to export of the business ${this.businessId}.`);
    if (this.proof?.whole === true && this.#provenHead !== this.proof.head)
      throw new Error(`The history of ${this.businessId} was changed between its proof and its export.`);
    return { events: this.#events, firstPosition: this.#first, lastPosition: this.#last, head: this.#head };
  }
}
