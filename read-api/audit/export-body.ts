/** The events of an exported history as they are read: in order, chained, and as its manifest sums them up. */
import { historyAggregates } from "../../domain/business-streams";
import { parseStreamName } from "../../domain/fold/aggregate";
import type { Recorded } from "../../domain/fold/event";
import { AnchoredChain, type IsSigned } from "../../domain/proofs/anchored-chain";
import { removalFault } from "../../domain/proofs/removal-record";
import { removals } from "../../domain/removals";
import { faulty } from "./export-faults";
import { ExportOrder } from "./export-order";
import { eventOf, type ExportEvent, type ExportHeader, type ExportManifest } from "./exported-history";

/** What remains after a removal is told with the history, and is no part of its chain. */
const categories = new Set<string>(historyAggregates.map(({ category }) => category));

export class ExportBody {
  readonly counts = { event: 0, "place-event": 0 };
  anchors = 0;
  readonly #order: ExportOrder;
  readonly #chain: AnchoredChain;

  constructor(
    readonly header: ExportHeader,
    private readonly isSigned: IsSigned,
  ) {
    this.#order = new ExportOrder(header);
    this.#chain = new AnchoredChain(header.businessId, isSigned);
  }

  get head(): string {
    return this.#chain.head;
  }

  /** Throws Faulty. */
  take(line: ExportEvent, at: number): Recorded {
    this.#order.take(line, at);
    const event = eventOf(line);
    const { category } = parseStreamName(event.stream);
    if (categories.has(category)) this.#chainOn(event, at);
    if (category === removals.category) this.#remains(event, at);
    this.counts[line.kind] += 1;
    return event;
  }

  /** Throws Faulty where the manifest speaks of other events. */
  hold(manifest: ExportManifest, at: number): void {
    const { event: events, "place-event": placeEvents } = this.counts;
    const [said, found] = [manifest.events + manifest.placeEvents, events + placeEvents];
    if (said !== found) {
      const kind = said > found ? "removed" : "inserted";
      throw faulty(kind, at, `The manifest speaks of ${said} events; ${found} are there.`);
    }
    const { businessId, exportedAt, publicKey } = this.header;
    const { firstPosition, lastPosition } = this.#order.span;
    const of = { businessId, exportedAt, keyId: publicKey.kid };
    const is = { ...of, events, placeEvents, firstPosition, lastPosition, head: this.head };
    const wrong = Object.entries(is).find(([name, value]) => manifest[name as keyof typeof is] !== value);
    if (wrong !== undefined) throw faulty("altered", at, `The manifest's ${wrong[0]} is not that of this file.`);
  }

  #remains(event: Recorded, at: number): void {
    const fault = removalFault(event.stored ?? event, this.header.businessId, this.isSigned);
    if (fault !== undefined) throw faulty(fault.kind, at, fault.message, event);
  }

  #chainOn(event: Recorded, at: number): void {
    const fault = this.#chain.take(event);
    if (fault !== undefined) throw faulty(fault.kind, at, fault.message, event);
    if (event.type === "HistoryAnchored") this.anchors += 1;
  }
}
