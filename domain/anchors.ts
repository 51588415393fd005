/** The anchors of a business's history: at intervals and on demand, the head of its chain under the service's signature. */
import { z } from "zod";
import { canonicalJson } from "./fold/event-digest";
import { aggregate, type Decision } from "./fold/aggregate";
import { defineEvents, type EventsOf } from "./fold/event";

/**
 * `count` events of the business had been chained, and this was the chain's head. `previous` is the signature of the anchor
 * before, null in the first. The signature is Ed25519 over {@link anchorText}, base64url; `keyId` names its public key.
 */
export const anchorSchema = z.object({
  businessId: z.string(),
  count: z.number().int(),
  head: z.string(),
  previous: z.string().nullable(),
  anchoredAt: z.iso.datetime(),
  keyId: z.string(),
  signature: z.string(),
});
export type Anchor = z.output<typeof anchorSchema>;

export const anchorEvents = defineEvents({ HistoryAnchored: anchorSchema });
export type AnchorEvent = EventsOf<typeof anchorEvents>;

/** The last anchor, null where there is none yet. */
export const anchors = aggregate({
  category: "anchors",
  owner: "business",
  events: anchorEvents,
  initial: null as Anchor | null,
  evolve: (_last, { data }): Anchor | null => data,
});

/** What an anchor's signature is over: the canonical JSON of all its members but the signature. */
export function anchorText({
  businessId,
  count,
  head,
  previous,
  anchoredAt,
  keyId,
}: Omit<Anchor, "signature">): string {
  return canonicalJson({ businessId, count, head, previous, anchoredAt, keyId });
}

/** The same head again is anchored once; `sign` gives a text's signature. */
export const anchorHistory =
  (
    said: Omit<Anchor, "previous" | "signature">,
    sign: (text: string) => string,
  ): Decision<Anchor | null, AnchorEvent> =>
  (last) => {
    if (last !== null && last.count >= said.count) return [];
    const unsigned = { ...said, previous: last?.signature ?? null };
    return [{ type: "HistoryAnchored", data: { ...unsigned, signature: sign(anchorText(unsigned)) } }];
  };
