/** What a business asked collectors to look up anew about the places it tracks, and how each of these requests ended. */
import { z } from "zod";
import { counted, refusedForToday, unused, usedOn, type DayAllowance, type DayUse } from "./day-quota";
import { aggregate, type Decision } from "./fold/aggregate";
import { defineEvents, type EventsOf } from "./fold/event";
import { collectableSchema, type Collectable } from "./places/observation";

const refresh = {
  businessId: z.string(),
  accountId: z.string(),
  competitorId: z.string(),
  placeId: z.string(),
  refreshId: z.string(),
  sections: z.array(collectableSchema),
};

export const refreshEvents = defineEvents({
  RefreshRequested: z.object({ ...refresh, requestedAt: z.iso.datetime(), expiresAt: z.iso.datetime() }),
  RefreshAnswered: z.object(refresh),
  /** Nobody answered in time. */
  RefreshExpired: z.object(refresh),
});
export type RefreshEvent = EventsOf<typeof refreshEvents>;
type Requested = Extract<RefreshEvent, { type: "RefreshRequested" }>["data"];

export interface Refreshes {
  /** By refresh id. */
  readonly open: ReadonlyMap<string, Requested>;
  readonly asked: DayUse;
}

export const refreshes = aggregate({
  category: "refreshes",
  owner: "business",
  events: refreshEvents,
  initial: { open: new Map(), asked: unused },
  evolve: (state, event): Refreshes => {
    const open = new Map(state.open);
    if (event.type !== "RefreshRequested") {
      open.delete(event.data.refreshId);
      return { ...state, open };
    }
    open.set(event.data.refreshId, event.data);
    return { open, asked: counted(state.asked, event.data.requestedAt) };
  },
});

type RefreshDecision = Decision<Refreshes, RefreshEvent>;

/** How long collectors have for an answer. */
export const REFRESH_HOURS = 24;

/** What was answered this short a time ago is not looked up again. */
export const FRESH_MINUTES = 15;

/** Since when an answer is fresh. `now` is an ISO instant. */
export const freshSince = (now: string): string => new Date(Date.parse(now) - FRESH_MINUTES * 60_000).toISOString();

export interface Refresh {
  readonly businessId: string;
  readonly accountId: string;
  readonly competitorId: string;
  readonly placeId: string;
  readonly refreshId: string;
  readonly sections: readonly Collectable[];
}

/** The open request for all of these sections of a place, if there is one. `now` is an ISO instant. */
export function openRefresh(
  { open }: Refreshes,
  placeId: string,
  sections: readonly Collectable[],
  now: string,
): Requested | undefined {
  return [...open.values()].find(
    (one) =>
      one.placeId === placeId && one.expiresAt > now && sections.every((section) => one.sections.includes(section)),
  );
}

/** How many were asked for on the UTC day of `now`, an ISO instant. */
export const refreshesUsed = ({ asked }: Refreshes, now: string): number => usedOn(asked, now);

/** Asking again for what is already asked for joins that request, and counts against no limit. */
export const requestRefresh =
  (refresh: Refresh, allowance: DayAllowance): RefreshDecision =>
  (state) => {
    const { now } = allowance;
    if (openRefresh(state, refresh.placeId, refresh.sections, now) !== undefined) return [];
    const refused = refusedForToday(state.asked, allowance, {
      code: "refresh_limit_reached",
      name: "refreshesPerDay",
      what: "refreshes",
    });
    if (refused !== undefined) return refused;
    const expiresAt = new Date(Date.parse(now) + REFRESH_HOURS * 3_600_000).toISOString();
    return [
      {
        type: "RefreshRequested",
        data: { ...refresh, sections: [...refresh.sections], requestedAt: now, expiresAt },
      },
    ];
  };

/** Ends an open request; nothing is said of one that has ended already. */
export const settleRefresh =
  (refreshId: string, outcome: "answered" | "expired"): RefreshDecision =>
  ({ open }) => {
    const found = open.get(refreshId);
    if (found === undefined) return [];
    const { requestedAt: _asked, expiresAt: _end, ...refresh } = found;
    return [{ type: outcome === "answered" ? "RefreshAnswered" : "RefreshExpired", data: refresh }];
  };
