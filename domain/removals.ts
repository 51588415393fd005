/** What remains of a removed business: that it was removed, on whose request, when, and what proves how much was erased. No personal data. */
import { z } from "zod";
import { aggregate, type Decision } from "./fold/aggregate";
import { defineEvents, versioned, type EventsOf } from "./fold/event";
import { canonicalJson } from "./fold/event-digest";

/** Signed, because nothing else proves it: what it speaks of is gone. Removals of the first version are not. */
export const removalSchema = z.object({
  businessId: z.string(),
  accountId: z.string(),
  reason: z.enum(["restore_window_elapsed", "erasure_ordered"]),
  /** Who deleted the business, or ordered its erasure, and when: null in removals of the first version. */
  requestedBy: z
    .object({ kind: z.enum(["user", "api_key", "admin", "collector", "provider", "system"]), id: z.string() })
    .nullable(),
  requestedAt: z.iso.datetime().nullable(),
  /** The events that its history had, and the head of the chain over them; the head is null in the first version. */
  erasedEvents: z.number().int(),
  chainHead: z.string().nullable(),
  removedAt: z.iso.datetime().nullable(),
  /** Which public key checks the signature, which is Ed25519 over {@link removalText}, base64url. */
  keyId: z.string().nullable(),
  signature: z.string().nullable(),
});

const NOT_TOLD_AT_FIRST = {
  ...{ requestedBy: null, requestedAt: null, chainHead: null },
  ...{ removedAt: null, keyId: null, signature: null },
};

export const removalEvents = defineEvents({
  BusinessRemoved: versioned(2, removalSchema, {
    1: (data) => ({ ...data, ...NOT_TOLD_AT_FIRST }),
  }),
});
export type RemovalEvent = EventsOf<typeof removalEvents>;

/** All that is said of a removal. */
export type RemovalRecord = RemovalEvent["data"];
export type UnsignedRemoval = Omit<RemovalRecord, "signature">;
export type Removal = { readonly removed: false } | { readonly removed: true; readonly accountId: string };

/** Owned by the account: the business's own streams and data key are gone by then. */
export const removals = aggregate({
  category: "removal",
  owner: "account",
  events: removalEvents,
  initial: { removed: false },
  evolve: (_state, { data: { accountId } }): Removal => ({ removed: true, accountId }),
});

/** What the signature is over: the canonical JSON of all members but the signature. */
export function removalText({ signature: _signature, ...said }: UnsignedRemoval & { signature?: string | null }) {
  return canonicalJson(said);
}

/** Removing again changes nothing: what was said first stands. `sign` gives a text's signature. */
export const recordRemoval =
  (said: UnsignedRemoval, sign: (text: string) => string): Decision<Removal, RemovalEvent> =>
  (state) =>
    state.removed ? [] : [{ type: "BusinessRemoved", data: { ...said, signature: sign(removalText(said)) } }];
