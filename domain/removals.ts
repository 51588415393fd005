/** What remains of a removed business: that it was removed, when, and how much was erased. No personal data. */
import { z } from "zod";
import { aggregate, type Decision } from "./fold/aggregate";
import { defineEvents, type EventsOf } from "./fold/event";

export const removalEvents = defineEvents({
  BusinessRemoved: z.object({
    businessId: z.string(),
    accountId: z.string(),
    reason: z.enum(["restore_window_elapsed"]),
    erasedEvents: z.number().int(),
  }),
});
export type RemovalEvent = EventsOf<typeof removalEvents>;

export type Removal = { readonly removed: false } | { readonly removed: true; readonly accountId: string };

/** Owned by the account: the business's own streams and data key are gone by then. */
export const removals = aggregate({
  category: "removal",
  owner: "account",
  events: removalEvents,
  initial: { removed: false },
  evolve: (_state, { data: { accountId } }): Removal => ({ removed: true, accountId }),
});

/** Removing again changes nothing. */
export const recordRemoval =
  (removal: { businessId: string; accountId: string; erasedEvents: number }): Decision<Removal, RemovalEvent> =>
  (state) =>
    state.removed ? [] : [{ type: "BusinessRemoved", data: { ...removal, reason: "restore_window_elapsed" } }];
