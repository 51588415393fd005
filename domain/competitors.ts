/** The roster of one business: which places it tracks as competitors. No place twice, none beyond the plan's quota. */
import { z } from "zod";
import { aggregate, type Decision } from "./fold/aggregate";
import { defineEvents, type EventsOf } from "./fold/event";
import { personal } from "./fold/personal";
import { isRefusal } from "./fold/refusal";
import { refuse, type Refusal } from "./refusals";

/** What the caller said about the place when adding it; facts from observations take precedence over it. */
const claimSchema = z.object({
  name: personal(z.string()),
  address: personal(z.string()).nullable(),
  rating: z.number().nullable(),
  reviewCount: z.number().int().nullable(),
  website: personal(z.string()).nullable(),
});
export type CompetitorClaim = z.output<typeof claimSchema>;

const ids = { businessId: z.string(), accountId: z.string(), competitorId: z.string(), placeId: z.string() };

export const competitorEvents = defineEvents({
  CompetitorAdded: z.object({ ...ids, claim: claimSchema }),
  CompetitorReactivated: z.object({ ...ids, claim: claimSchema }),
  CompetitorRemoved: z.object({ ...ids }),
  /** From here on collectors are asked for its vacancies, or no longer. A competitor starts with monitoring on. */
  CompetitorJobMonitoringEnabled: z.object({ ...ids }),
  CompetitorJobMonitoringDisabled: z.object({ ...ids }),
});
export type CompetitorEvent = EventsOf<typeof competitorEvents>;

interface Tracked {
  readonly competitorId: string;
  readonly accountId: string;
  readonly active: boolean;
  readonly jobMonitoring: boolean;
}
type ByPlaceId = ReadonlyMap<string, Tracked>;

/**
 * Whoever was ever tracked is in `recent` or in `earlier`, and where in both, as `recent` has it: one more event copies what is
 * recent, not all of them.
 */
export interface Roster {
  readonly active: ByPlaceId;
  readonly recent: ByPlaceId;
  readonly earlier: ByPlaceId;
}

const RECENT_MAX = 100;

/** Undefined for a place that was never tracked. */
export const trackedAt = ({ recent, earlier }: Roster, placeId: string): Tracked | undefined =>
  recent.get(placeId) ?? earlier.get(placeId);

/** Whom the business tracks, by place id. */
export const activeOf = ({ active }: Roster): ByPlaceId => active;

export const competitors = aggregate({
  category: "competitors",
  owner: "business",
  events: competitorEvents,
  initial: { active: new Map(), recent: new Map(), earlier: new Map() },
  evolve: (roster, event): Roster => {
    const { placeId } = event.data;
    const tracked = evolveTracked(roster, event);
    const active = new Map(roster.active);
    if (tracked.active) active.set(placeId, tracked);
    else active.delete(placeId);
    const recent = new Map(roster.recent).set(placeId, tracked);
    return recent.size <= RECENT_MAX
      ? { active, recent, earlier: roster.earlier }
      : { active, recent: new Map(), earlier: new Map([...roster.earlier, ...recent]) };
  },
});

function evolveTracked(roster: Roster, { type, data: { placeId, competitorId, accountId } }: CompetitorEvent): Tracked {
  const known = trackedAt(roster, placeId) ?? { competitorId, accountId, active: false, jobMonitoring: true };
  switch (type) {
    case "CompetitorAdded":
    case "CompetitorReactivated":
      return { ...known, active: true };
    case "CompetitorRemoved":
      return { ...known, active: false };
    case "CompetitorJobMonitoringEnabled":
      return { ...known, jobMonitoring: true };
    case "CompetitorJobMonitoringDisabled":
      return { ...known, jobMonitoring: false };
  }
}

type RosterDecision = Decision<Roster, CompetitorEvent>;

export interface Addition {
  readonly businessId: string;
  readonly accountId: string;
  /** Used where the place was never on the roster; a reactivated competitor keeps its first id. */
  readonly competitorId: string;
  readonly placeId: string;
  readonly claim: CompetitorClaim;
  readonly ownPlaceId: string | null;
  readonly quota: number;
}

export const add =
  (addition: Addition): RosterDecision =>
  (roster) => {
    const admitted = admit(addition, trackedAt(roster, addition.placeId), activeIn(roster));
    return isRefusal(admitted) ? admitted : [admitted];
  };

/** The rules for one place; `used` is how many are tracked already. */
function admit(
  { ownPlaceId, quota, ...addition }: Addition,
  known: Tracked | undefined,
  used: number,
): CompetitorEvent | Refusal {
  if (known?.active === true)
    return refuse("competitor_already_tracked", "This place is already tracked as a competitor.", {
      competitorId: known.competitorId,
    });
  if (addition.placeId === ownPlaceId)
    return refuse("competitor_is_own_place", "This place is the business's own listing.");
  if (used >= quota)
    return refuse("competitor_quota_reached", `The plan allows ${quota} competitors.`, {
      quota: { name: "competitorsPerBusiness", limit: quota, used },
    });
  return known === undefined
    ? { type: "CompetitorAdded", data: addition }
    : { type: "CompetitorReactivated", data: { ...addition, competitorId: known.competitorId } };
}

/** How many the business tracks. */
export const activeIn = (roster: Roster): number => activeOf(roster).size;

/** Whom they are for and what limits them is the same for all of an import's rows. */
export type Import = Omit<Addition, "competitorId" | "placeId" | "claim"> & {
  /** In the order of the file. */
  readonly rows: readonly Pick<Addition, "competitorId" | "placeId" | "claim">[];
};

/** Each place that {@link add} would take, in the order of the rows; the others change nothing. Never refused as a whole. */
export const importAll =
  ({ rows, ...shared }: Import) =>
  (roster: Roster): readonly CompetitorEvent[] => {
    const taken = new Map<string, CompetitorEvent>();
    const used = activeIn(roster);
    for (const row of rows) {
      if (taken.has(row.placeId)) continue;
      const admitted = admit({ ...shared, ...row }, trackedAt(roster, row.placeId), used + taken.size);
      if (!isRefusal(admitted)) taken.set(row.placeId, admitted);
    }
    return [...taken.values()];
  };

/** What became of one row: the event that it caused, nothing because its place is tracked or was named before, or why not. */
export type ImportedRow<Event> = Event | "skipped" | Refusal;

/** What became of each row of an import that caused `events` and left `roster`. */
export function importedRows<Event extends CompetitorEvent>(
  { rows, ...shared }: Import,
  roster: Roster,
  events: readonly Event[],
): readonly ImportedRow<Event>[] {
  const caused = new Map(events.map((event) => [event.data.placeId, event]));
  const used = activeIn(roster);
  const named = new Set<string>();
  return rows.map((row) => {
    if (named.has(row.placeId)) return "skipped";
    named.add(row.placeId);
    const event = caused.get(row.placeId);
    if (event !== undefined) return event;
    const judged = admit({ ...shared, ...row }, trackedAt(roster, row.placeId), Math.max(used, shared.quota));
    return isRefusal(judged) && judged.refused !== "competitor_already_tracked" ? judged : "skipped";
  });
}

export const remove =
  (businessId: string, competitorId: string): RosterDecision =>
  (roster) => {
    const found = findActive(roster, competitorId);
    if (found === undefined) return refuse("competitor_not_found", "There is no such competitor.");
    const [placeId, { accountId }] = found;
    return [{ type: "CompetitorRemoved", data: { businessId, accountId, competitorId, placeId } }];
  };

/** Nothing is said where monitoring is as it should be. */
export const setJobMonitoring =
  (businessId: string, competitorId: string, enabled: boolean): RosterDecision =>
  (roster) => {
    const found = findActive(roster, competitorId);
    if (found === undefined) return refuse("competitor_not_found", "There is no such competitor.");
    const [placeId, { accountId, jobMonitoring }] = found;
    if (jobMonitoring === enabled) return [];
    const type = enabled ? "CompetitorJobMonitoringEnabled" : "CompetitorJobMonitoringDisabled";
    return [{ type, data: { businessId, accountId, competitorId, placeId } }];
  };

/** The active competitor of this id, with its place. */
export function findActive(roster: Roster, competitorId: string): readonly [placeId: string, Tracked] | undefined {
  return [...activeOf(roster)].find(([, tracked]) => tracked.competitorId === competitorId);
}

/** The last step before the business is removed: nothing is tracked on its behalf any more. */
export const removeAll =
  (businessId: string): RosterDecision =>
  (roster) =>
    [...activeOf(roster)].map(([placeId, { competitorId, accountId }]) => ({
      type: "CompetitorRemoved",
      data: { businessId, accountId, competitorId, placeId },
    }));
