/** A business: its profile, the place that is its own listing, and its life from creation through deletion to restoration. */
import { z } from "zod";
import { aggregate, type Decision } from "./fold/aggregate";
import { defineEvents, type EventsOf } from "./fold/event";
import { personal } from "./fold/personal";
import { refuse } from "./refusals";

/** What its owner says of the business. Null where nothing was said. The business may be a person, by name and free text. */
export const profileSchema = z.object({
  name: personal(z.string()),
  website: personal(z.string()).nullable(),
  category: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  country: z.string().nullable(),
  targetCustomer: personal(z.string()).nullable(),
  differentiator: personal(z.string()).nullable(),
});
export type BusinessProfile = z.output<typeof profileSchema>;

const ids = { businessId: z.string(), accountId: z.string() };

export const businessEvents = defineEvents({
  BusinessCreated: z.object({ ...ids, profile: profileSchema }),
  BusinessProfileEdited: z.object({ ...ids, before: profileSchema, after: profileSchema }),
  OwnPlaceLinked: z.object({ ...ids, placeId: z.string(), previousPlaceId: z.string().nullable() }),
  OwnPlaceUnlinked: z.object({ ...ids, placeId: z.string() }),
  BusinessDeletionRequested: z.object({ ...ids, profile: profileSchema, restorableUntil: z.iso.datetime() }),
  BusinessRestored: z.object({ ...ids, profile: profileSchema }),
  /** An administrator's order: the business is removed at once, whatever it was before. Who ordered it is the event's actor. */
  BusinessErasureOrdered: z.object({ ...ids, profile: profileSchema, reason: personal(z.string()) }),
  /** From here on the business cannot be restored any more, whatever a clock says. */
  BusinessRemovalBegun: z.object(ids),
});
export type BusinessEvent = EventsOf<typeof businessEvents>;

interface Known {
  readonly businessId: string;
  readonly accountId: string;
  readonly profile: BusinessProfile;
  readonly placeId: string | null;
}
export type BusinessState =
  | { readonly status: "unknown" }
  | ({ readonly status: "active" } & Known)
  /** Null where its erasure was ordered: nothing brings it back. */
  | ({ readonly status: "deleted" | "removing"; readonly restorableUntil: string | null } & Known);

export const businesses = aggregate({
  category: "business",
  owner: "business",
  events: businessEvents,
  initial: { status: "unknown" },
  evolve: (state, event): BusinessState => {
    if (event.type === "BusinessCreated") {
      const { businessId, accountId, profile } = event.data;
      return { status: "active", businessId, accountId, profile, placeId: null };
    }
    if (state.status === "unknown") return state;
    switch (event.type) {
      case "BusinessProfileEdited":
        return { ...state, profile: event.data.after };
      case "OwnPlaceLinked":
        return { ...state, placeId: event.data.placeId };
      case "OwnPlaceUnlinked":
        return { ...state, placeId: null };
      case "BusinessDeletionRequested":
        return { ...state, status: "deleted", restorableUntil: event.data.restorableUntil };
      case "BusinessErasureOrdered":
        return { ...known(state), status: "deleted", restorableUntil: null };
      case "BusinessRestored":
        return { ...known(state), status: "active" };
      case "BusinessRemovalBegun":
        return state.status === "deleted" ? { ...state, status: "removing" } : state;
    }
  },
});

const known = ({ businessId, accountId, profile, placeId }: Known): Known => ({
  businessId,
  accountId,
  profile,
  placeId,
});

type BusinessDecision = Decision<BusinessState, BusinessEvent>;
export type ActiveBusiness = Extract<BusinessState, { status: "active" }>;

/** How long a deleted business can be restored (interface specification, Limits). */
export const RESTORE_WINDOW_DAYS = 30;

export const create =
  (business: {
    businessId: string;
    accountId: string;
    profile: BusinessProfile;
    placeId: string | null;
  }): BusinessDecision =>
  (state) => {
    if (state.status !== "unknown") return refuse("business_already_exists", "This business was created before.");
    const { placeId, ...created } = business;
    return [{ type: "BusinessCreated", data: created }, ...linkEvents({ ...created, placeId: null }, placeId)];
  };

/** Only the members that are given change; nothing is said where nothing changes. */
export const editProfile = (changes: Partial<BusinessProfile>, placeId?: string | null): BusinessDecision =>
  whileActive((state) => {
    const after = { ...state.profile, ...changes };
    const edited = JSON.stringify(after) !== JSON.stringify(state.profile);
    const { businessId, accountId, profile: before } = state;
    return [
      ...(edited ? [{ type: "BusinessProfileEdited" as const, data: { businessId, accountId, before, after } }] : []),
      ...(placeId === undefined ? [] : linkEvents(state, placeId)),
    ];
  });

export const requestDeletion = (restorableUntil: string): BusinessDecision =>
  whileActive(({ businessId, accountId, profile }) => [
    { type: "BusinessDeletionRequested", data: { businessId, accountId, profile, restorableUntil } },
  ]);

export const restore =
  (now: string): BusinessDecision =>
  (state) => {
    if (state.status === "unknown") return refuse("business_not_found", "There is no such business.");
    if (state.status === "active") return refuse("business_not_deleted", "The business is not deleted.");
    if (state.restorableUntil === null)
      return refuse("business_erasure_ordered", "The erasure of the business was ordered; it does not come back.");
    if (state.status === "removing" || now >= state.restorableUntil)
      return refuse("restore_window_elapsed", "The 30 days in which the business could be restored are over.", {
        restorableUntil: state.restorableUntil,
      });
    const { businessId, accountId, profile } = state;
    return [{ type: "BusinessRestored", data: { businessId, accountId, profile } }];
  };

/** Again, or where the removal has begun, it changes nothing. */
export const orderErasure =
  (reason: string): BusinessDecision =>
  (state) => {
    if (state.status === "unknown") return refuse("business_not_found", "There is no such business.");
    if (state.status === "removing" || (state.status === "deleted" && state.restorableUntil === null)) return [];
    const { businessId, accountId, profile } = state;
    return [{ type: "BusinessErasureOrdered", data: { businessId, accountId, profile, reason } }];
  };

/**
 * The first step of a removal, and the last moment at which the business may still be restored instead. Its place is
 * nobody's own listing on its behalf any more. Nothing is decided while the business is not due.
 */
export const beginRemoval =
  (now: string): BusinessDecision =>
  (state) => {
    if (state.status !== "deleted") return [];
    if (state.restorableUntil !== null && now < state.restorableUntil) return [];
    const { businessId, accountId } = state;
    return [{ type: "BusinessRemovalBegun", data: { businessId, accountId } }, ...linkEvents(state, null)];
  };

function whileActive(decide: (state: ActiveBusiness) => readonly BusinessEvent[]): BusinessDecision {
  return (state) => {
    if (state.status === "unknown") return refuse("business_not_found", "There is no such business.");
    if (state.status !== "active")
      return refuse("business_deleted", "The business is deleted; restore it first.", {
        restorableUntil: state.restorableUntil,
      });
    return decide(state);
  };
}

function linkEvents(business: Omit<Known, "profile">, placeId: string | null): BusinessEvent[] {
  const { businessId, accountId, placeId: previousPlaceId } = business;
  if (placeId === previousPlaceId) return [];
  if (placeId !== null) return [{ type: "OwnPlaceLinked", data: { businessId, accountId, placeId, previousPlaceId } }];
  return previousPlaceId === null
    ? []
    : [{ type: "OwnPlaceUnlinked", data: { businessId, accountId, placeId: previousPlaceId } }];
}
