/** The chain over a history's events, computed anew, and whether the anchors among them signed what it was. */
import { anchors, anchorSchema, anchorText, type Anchor } from "../anchors";
import { streamName } from "../fold/aggregate";
import type { Recorded } from "../fold/event";
import { chained, eventDigest, GENESIS } from "../fold/event-digest";
import { faultAt, placeOf, type Fault, type FaultKind } from "./fault";
import { RecentHeads } from "./recent-heads";

/** Whether the text was signed with the key of this id; false also where no such key is known. */
export type IsSigned = (text: string, signature: string, keyId: string) => boolean;

/** An anchor as far as it is shown; `valid` where its signature, the anchor before and the chain agree with it. */
export interface CheckedAnchor extends Pick<Anchor, "count" | "head" | "anchoredAt" | "keyId"> {
  readonly valid: boolean;
}

const ANCHORS_KEPT = 100;

/**
 * Takes the events of one business's history in their order, from the first on. Memory grows with the events since the last
 * anchor alone, by 32 bytes each: the next anchor may cover any of them.
 */
export class AnchoredChain {
  events = 0;
  head = GENESIS;
  /** Of the last event, 0 where there is none. */
  position = 0;
  /** The last ones, in their order. */
  readonly anchors: CheckedAnchor[] = [];
  readonly #stream: string;
  readonly #heads = new RecentHeads();
  #last: Anchor | null = null;

  constructor(
    private readonly businessId: string,
    private readonly isSigned: IsSigned,
  ) {
    this.#stream = streamName(anchors.category, businessId);
  }

  /** Where the event is an anchor that does not hold, what is wrong; it is not chained then. */
  take(event: Recorded, digest = eventDigest(event)): Fault | undefined {
    const fault = this.#isAnchor(event) ? this.#check(event) : undefined;
    if (fault !== undefined) return fault;
    this.head = chained(this.head, digest);
    this.events += 1;
    this.position = event.position;
    this.#heads.push(this.events, this.head);
    return undefined;
  }

  #isAnchor({ type, stream }: Recorded): boolean {
    return type === "HistoryAnchored" && stream === this.#stream;
  }

  #check(event: Recorded): Fault | undefined {
    const parsed = anchorSchema.safeParse(event.data);
    const found = parsed.success ? this.#wrongWith(parsed.data) : (["anchor_forged", "It is no anchor."] as const);
    if (parsed.success) this.#keep(parsed.data, found === undefined);
    if (found !== undefined) return faultAt(found[0], placeOf(event), this.events, found[1]);
    this.#last = parsed.data ?? null;
    this.#heads.forget(this.#last?.count ?? 0);
    return undefined;
  }

  #keep({ count, head, anchoredAt, keyId }: Anchor, valid: boolean): void {
    this.anchors.push({ count, head, anchoredAt, keyId, valid });
    if (this.anchors.length > ANCHORS_KEPT) this.anchors.shift();
  }

  /** A signature that holds over a head that does not is told as such, whatever else is wrong: the service said so once. */
  #wrongWith(anchor: Anchor): readonly [FaultKind, string] | undefined {
    const { businessId, count, head, previous, signature, keyId } = anchor;
    if (businessId !== this.businessId) return ["anchor_forged", "The anchor is that of another business."];
    if (!this.isSigned(anchorText(anchor), signature, keyId))
      return ["anchor_forged", `The anchor's signature is not that of the key ${keyId}.`];
    if (count > this.events)
      return ["anchor_mismatch", `The anchor covers ${count} events, and only ${this.events} come before it.`];
    const since = this.#last?.count ?? 0;
    if (count <= since) return ["anchor_mismatch", `The anchor covers ${count} events, the one before it ${since}.`];
    if (this.#heads.at(count) !== head)
      return ["anchor_mismatch", `The first ${count} events are not those that were anchored; the first ${since} are.`];
    if (previous !== (this.#last?.signature ?? null))
      return ["anchor_forged", "The anchor does not follow the anchor before it."];
    return undefined;
  }
}
